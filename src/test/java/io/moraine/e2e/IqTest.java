/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.io.IOException;
import java.io.StringReader;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import net.hydromatic.quidem.Quidem;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * The scripts in {@code resources/iq}: each on every transport, against a new warehouse. What a
 * script prints must equal the script itself; what it printed is in {@code target/iq}. Scripts in
 * {@code iq/embedded} show what the remote protocol cannot carry, those in {@code iq/nested} begin
 * with the tables of {@link NestedTables}; {@link MixedIqTest} runs those in {@code iq/mixed}.
 */
final class IqTest {
  private static final Path SCRIPTS = SharedTables.root().resolve("src/test/resources/iq");
  private static final Path NESTED = SCRIPTS.resolve("nested");
  private static final Path OUTPUT = SharedTables.root().resolve("src/test/target/iq");

  @TestFactory
  Stream<DynamicTest> scriptPrintsItself() throws IOException {
    List<DynamicTest> tests = new ArrayList<>();
    List<Path> everywhere = new ArrayList<>(scripts(SCRIPTS));
    everywhere.addAll(scripts(NESTED));
    for (Path script : everywhere) {
      for (Transport transport : Transport.values()) {
        tests.add(test(script, transport));
      }
    }
    for (Path script : scripts(SCRIPTS.resolve("embedded"))) {
      tests.add(test(script, Transport.EMBEDDED));
    }
    return tests.stream();
  }

  private static DynamicTest test(Path script, Transport transport) {
    String name = SCRIPTS.relativize(script) + " " + transport;
    return dynamicTest(name, () -> run(script, transport));
  }

  private static void run(Path script, Transport transport) throws Exception {
    Path warehouse = Files.createTempDirectory("moraine-iq");
    if (script.startsWith(NESTED)) {
      NestedTables.write(warehouse);
    }
    try (Transport.Target target = transport.open(warehouse)) {
      assertPrintsItself(script, transport.name(), target::connect);
    } finally {
      Folders.delete(warehouse);
    }
  }

  /** Opens the connection of a script. */
  @FunctionalInterface
  interface Opener {
    Connection connect() throws SQLException;
  }

  static void assertPrintsItself(Path script, String way, Opener opener) throws Exception {
    String text = Files.readString(script);
    StringWriter printed = new StringWriter();
    try {
      new Quidem(
              Quidem.configBuilder()
                  .withReader(new StringReader(text))
                  .withWriter(printed)
                  .withConnectionFactory((name, reference) -> reference ? null : opener.connect())
                  .withCommandHandler(new IqCommands())
                  .build())
          .execute();
    } finally {
      Path output = OUTPUT.resolve(way).resolve(SCRIPTS.relativize(script).toString());
      Files.createDirectories(output.getParent());
      Files.writeString(output, printed.toString());
    }
    assertThat(printed.toString()).isEqualTo(text);
  }

  /** The scripts in {@code iq/mixed}. */
  static List<Path> mixedScripts() throws IOException {
    return scripts(SCRIPTS.resolve("mixed"));
  }

  private static List<Path> scripts(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(file -> file.toString().endsWith(".iq")).sorted().toList();
    }
  }
}
