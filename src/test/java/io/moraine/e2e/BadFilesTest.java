/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.e2e;

import static io.moraine.e2e.Statements.assertFailure;
import static io.moraine.e2e.Statements.column;
import static io.moraine.e2e.Statements.run;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Models that cannot be read, and tables whose files are damaged or gone. */
final class BadFilesTest {
  @TempDir private Path folder;

  private static Connection connect(String properties) throws SQLException {
    return DriverManager.getConnection("jdbc:moraine:" + properties);
  }

  @Test
  void aModelThatIsMissingIsNamed() {
    Path model = folder.resolve("nowhere.json");
    assertFailure(() -> connect("model=" + model).close())
        .startsWith("F0000: ")
        .contains("nowhere.json");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{ version: '1.0', schemas: [",
        "",
        "[]",
        "{\"version\": \"1.0\", \"schemas\": 7}"
      })
  void aModelThatIsMalformedIsNamed(String text) throws IOException {
    Path model = Files.writeString(folder.resolve("bad.json"), text);
    assertFailure(() -> connect("model=" + model).close())
        .startsWith("F0000: ")
        .contains("bad.json");
  }

  @Test
  void allUnknownOperandsOfAModelAreReportedAtOnce() throws IOException {
    Path model =
        Files.writeString(
            folder.resolve("model.json"),
            "{\"version\": \"1.0\", \"schemas\": [{\"name\": \"lake\", \"type\": \"custom\","
                + " \"factory\": \"io.moraine.adapter.IcebergSchemaFactory\", \"operand\":"
                + " {\"warehous\": \"w\", \"colour\": \"red\", \"password\": \"geheim\"}}]}");
    assertFailure(() -> connect("model=" + model).close())
        .startsWith("F0000: ")
        .contains("warehous", "did you mean 'warehouse'", "colour")
        .doesNotContain("geheim");
  }

  @Test
  void unknownPropertiesOfAUrlAreReportedAtOnce() {
    assertFailure(() -> connect("warehouse=" + folder + ";colour=red;shape=round").close())
        .startsWith("F0000: ")
        .contains("colour", "shape");
    assertFailure(() -> connect("").close()).startsWith("F0000: ").contains("warehouse");
  }

  @Test
  void aFileInPlaceOfTheWarehouseIsNamed() throws IOException {
    Path file = Files.writeString(folder.resolve("file"), "x");
    assertFailure(() -> connect("warehouse=" + file).close()).contains(file.toString());
    assertFailure(
            () -> {
              try (Connection connection = connect("warehouse=" + file)) {
                run(connection, "CREATE SCHEMA lake.db");
              }
            })
        .startsWith("F0000: ")
        .contains(file.toString());
  }

  private enum Damage {
    METADATA(".metadata.json", "XX001", false),
    MANIFEST_LIST("snap-", "XX001", false),
    MANIFEST("-m0.avro", "XX001", false),
    PARQUET(".parquet", "XX001", false),
    NO_METADATA(".metadata.json", "58P01", true),
    NO_MANIFEST("-m0.avro", "58P01", true),
    NO_PARQUET(".parquet", "58P01", true);

    private final String part;
    private final String sqlState;
    private final boolean deleted;

    Damage(String part, String sqlState, boolean deleted) {
      this.part = part;
      this.sqlState = sqlState;
      this.deleted = deleted;
    }

    /** The names of the damaged files. */
    List<String> apply(Path table) throws IOException {
      List<Path> files;
      try (Stream<Path> all = Files.walk(table)) {
        files =
            all.filter(Files::isRegularFile)
                .filter(f -> f.getFileName().toString().contains(part))
                .filter(f -> !f.getFileName().toString().endsWith(".crc"))
                .toList();
      }
      for (Path file : files) {
        if (deleted) {
          Files.delete(file);
        } else {
          Files.write(file, new byte[] {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12});
        }
      }
      return files.stream().map(f -> f.getFileName().toString()).toList();
    }
  }

  @ParameterizedTest
  @EnumSource
  void aDamagedFileIsNamedAndItsNeighboursAreRead(Damage damage) throws Exception {
    damage(Transport.EMBEDDED, damage);
  }

  @ParameterizedTest
  @EnumSource(names = {"METADATA", "MANIFEST", "PARQUET", "NO_PARQUET"})
  void aDamagedFileIsNamedOverTheWire(Damage damage) throws Exception {
    damage(Transport.REMOTE_PROTOBUF, damage);
  }

  private void damage(Transport transport, Damage damage) throws SQLException, IOException {
    try (Transport.Target target = transport.open(folder);
        Connection connection = target.connect()) {
      run(
          connection,
          "CREATE SCHEMA lake.db",
          "CREATE TABLE lake.db.bad (i INTEGER)",
          "INSERT INTO lake.db.bad VALUES (1)",
          "CREATE TABLE lake.db.good (i INTEGER)",
          "INSERT INTO lake.db.good VALUES (2)");
      List<String> files = damage.apply(folder.resolve("warehouse/db/bad"));
      assertThat(files).isNotEmpty();
      assertFailure(connection, "SELECT i + 1 FROM lake.db.bad WHERE i < 5")
          .startsWith(damage.sqlState + ": ")
          .contains("bad")
          .containsAnyOf(files.toArray(new String[0]));
      assertFailure(connection, "SELECT * FROM lake.db.good, lake.db.bad")
          .startsWith(damage.sqlState + ": ")
          .containsAnyOf(files.toArray(new String[0]));
      assertThat(column(connection, "SELECT i FROM lake.db.good")).containsExactly("2");
    }
  }
}
