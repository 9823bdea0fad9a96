/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.e2e;

import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.regex.Pattern;
import net.hydromatic.quidem.AbstractCommand;
import net.hydromatic.quidem.Command;
import net.hydromatic.quidem.CommandHandler;
import org.jspecify.annotations.Nullable;

/**
 * Commands that Quidem lacks: {@code !refused} runs the statement before it and prints the SQLSTATE
 * and the message of its failure; {@code !done} runs one that is neither query nor update.
 */
final class IqCommands implements CommandHandler {
  private static final String SUCCESS = "succeeded";

  /** What the stock remote client puts around a server's message. */
  private static final Pattern CLIENT_PREFIX =
      Pattern.compile(
          "^Error -?\\d+ \\(\\w*\\) : (Error while executing SQL \".*\": )?"
              + "(Remote driver error: )?",
          Pattern.DOTALL);

  @Override
  public @Nullable Command parseCommand(List<String> lines, List<String> content, String line) {
    List<String> echoed = List.copyOf(lines);
    return switch (line.strip()) {
      case "refused" -> new Refused(echoed);
      case "done" -> new Done(echoed);
      default -> null;
    };
  }

  private static final class Done extends AbstractCommand {
    private final List<String> echoed;

    Done(List<String> echoed) {
      this.echoed = echoed;
    }

    @Override
    public void execute(Context context, boolean execute) throws Exception {
      if (execute) {
        String outcome = outcome(context);
        if (!outcome.equals(SUCCESS)) {
          context.writer().println(outcome);
        }
      }
      context.echo(echoed);
    }
  }

  private static final class Refused extends AbstractCommand {
    private final List<String> echoed;

    Refused(List<String> echoed) {
      this.echoed = echoed;
    }

    @Override
    public void execute(Context context, boolean execute) {
      if (execute) {
        context.writer().println(outcome(context));
      }
      context.echo(echoed);
    }
  }

  private static String outcome(Command.Context context) {
    try (Statement statement = context.connection().createStatement()) {
      boolean query = statement.execute(context.previousSqlCommand().sql);
      while (query && statement.getResultSet().next()) {
        // Some errors show only when the row that has them is fetched.
      }
      return SUCCESS;
    } catch (SQLException e) {
      String message = CLIENT_PREFIX.matcher(String.valueOf(e.getMessage())).replaceFirst("");
      return e.getSQLState() + ": " + message;
    }
  }
}
