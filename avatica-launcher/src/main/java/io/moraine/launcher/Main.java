/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.launcher;

import io.moraine.launcher.config.ConfigException;
import io.moraine.launcher.demo.DemoCommand;
import io.moraine.launcher.server.ServeCommand;
import io.moraine.launcher.shell.SqlCommand;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;
import org.slf4j.LoggerFactory;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command line. */
@Command(
    name = "moraine",
    mixinStandardHelpOptions = true,
    versionProvider = Main.Version.class,
    description = {"SQL over Apache Iceberg.", ""})
public final class Main implements Runnable {
  @Spec private CommandSpec spec = CommandSpec.create();

  private Main() {}

  /** Runs the command and ends the process with its exit code. */
  @ProcessBoundary
  public static void main(String[] arguments) {
    System.exit(run(Console.ofProcess(), arguments));
  }

  /** Runs the command on {@code console}; the exit code. */
  static int run(Console console, String... arguments) {
    CommandLine line = new CommandLine(new Main());
    line.addSubcommand(new DemoCommand(console));
    line.addSubcommand(new ServeCommand(console));
    line.addSubcommand(new SqlCommand(console));
    line.getSubcommands().values().forEach(s -> s.getCommandSpec().versionProvider(new Version()));
    line.setCaseInsensitiveEnumValuesAllowed(true);
    line.setOverwrittenOptionsAllowed(false);
    line.setOut(console.out());
    line.setErr(console.err());
    line.setExecutionExceptionHandler(failure(console));
    int code = line.execute(arguments);
    console.out().flush();
    console.err().flush();
    return code;
  }

  private static IExecutionExceptionHandler failure(Console console) {
    return (exception, command, result) -> {
      if (exception instanceof ConfigException config) {
        config.problems().forEach(problem -> console.note("moraine: " + problem));
        return ExitCode.USAGE;
      }
      LoggerFactory.getLogger(Main.class).error("moraine failed", exception);
      return ExitCode.FAILED;
    };
  }

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "Say what to do: demo, serve or sql");
  }

  /** The version that the build wrote down. */
  static final class Version implements IVersionProvider {
    @Override
    public String[] getVersion() {
      Properties properties = new Properties();
      try (InputStream in = Main.class.getResourceAsStream("version.properties")) {
        if (in != null) {
          properties.load(in);
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      return new String[] {"moraine " + properties.getProperty("version", "unknown")};
    }
  }
}
