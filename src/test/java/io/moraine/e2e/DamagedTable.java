/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.e2e;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.FileFormat;
import org.apache.iceberg.Table;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.data.GenericRecord;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.jdbc.JdbcCatalog;

/** A small table of its own, by name, whose files are there to be damaged. */
final class DamagedTable {
  /** What it reads as while nothing is damaged. */
  static final List<List<String>> ROWS =
      IntStream.range(0, 60)
          .mapToObj(i -> List.of("" + i, "name " + i, i + ".25", "2024-01-0" + (1 + i % 9)))
          .toList();

  private static final ObjectMapper JSON = new ObjectMapper();

  private final Path warehouse;
  private final String name;

  private DamagedTable(Path warehouse, String name) {
    this.warehouse = warehouse;
    this.name = name;
  }

  /** Makes the table in an embedded warehouse, with two snapshots, manifests and data files. */
  static DamagedTable create(Connection connection, Path warehouse, String name)
      throws SQLException {
    Statements.run(
        connection,
        "CREATE TABLE lake.db."
            + name
            + " (id BIGINT, name VARCHAR, amount DECIMAL(9, 2), day_ DATE)",
        insert(name, 0, 40),
        insert(name, 40, 60));
    return new DamagedTable(warehouse, name);
  }

  private static String insert(String name, int from, int to) {
    return ROWS.subList(from, to).stream()
        .map(
            r ->
                "(" + r.get(0) + ", '" + r.get(1) + "', " + r.get(2) + ", DATE '" + r.get(3) + "')")
        .collect(Collectors.joining(", ", "INSERT INTO lake.db." + name + " VALUES ", ""));
  }

  String name() {
    return name;
  }

  Path folder() {
    return warehouse.resolve("warehouse/db/" + name);
  }

  /** The metadata file that the catalog points at. */
  Path metadata() throws IOException {
    return Collections.max(files("metadata", ".metadata.json"));
  }

  ObjectNode readMetadata() throws IOException {
    return (ObjectNode) JSON.readTree(metadata().toFile());
  }

  void writeMetadata(JsonNode metadata) throws IOException {
    Files.writeString(metadata(), metadata.toString(), StandardCharsets.UTF_8);
  }

  /** The manifest list of the current snapshot. */
  Path manifestList() throws IOException {
    ObjectNode metadata = readMetadata();
    long current = metadata.get("current-snapshot-id").asLong();
    for (JsonNode snapshot : metadata.get("snapshots")) {
      if (snapshot.get("snapshot-id").asLong() == current) {
        return Path.of(snapshot.get("manifest-list").asText());
      }
    }
    throw new IllegalStateException("No current snapshot");
  }

  /** The manifests of the current snapshot. */
  List<Path> manifests() throws IOException {
    List<Path> manifests = new ArrayList<>();
    for (org.apache.avro.generic.GenericRecord entry :
        AvroContainer.read(manifestList()).records()) {
      manifests.add(Path.of(entry.get("manifest_path").toString()));
    }
    return manifests;
  }

  /** The data files, in order of their names. */
  List<Path> data() throws IOException {
    return files("data", ".parquet");
  }

  private List<Path> files(String part, String ending) throws IOException {
    try (var files = Files.list(folder().resolve(part))) {
      return files.filter(f -> f.toString().endsWith(ending)).sorted().toList();
    }
  }

  /** Lets the catalog point at another metadata file. */
  void pointAt(Path metadata) throws SQLException {
    try (Connection catalog =
            DriverManager.getConnection("jdbc:sqlite:" + warehouse.resolve("catalog.db"));
        PreparedStatement update =
            catalog.prepareStatement(
                "UPDATE iceberg_tables SET metadata_location = ? WHERE table_name = ?")) {
      update.setString(1, metadata.toString());
      update.setString(2, name);
      if (update.executeUpdate() != 1) {
        throw new IllegalStateException("No such table in the catalog: " + name);
      }
    }
  }

  /** Adds three rows, and a file that deletes them; the file. */
  Path withDeletes(FileFormat format, boolean equality) throws IOException {
    SqliteCatalog catalog = new SqliteCatalog("moraine", warehouse);
    try (JdbcCatalog open = catalog.open()) {
      Table table = open.loadTable(TableIdentifier.of("db", name));
      table
          .updateProperties()
          .set("format-version", format == FileFormat.PUFFIN ? "3" : "2")
          .commit();
      FormatFiles files = new FormatFiles(table, "d-");
      DataFile data = files.append(FileFormat.PARQUET, table.schema(), more(table), null);
      if (equality) {
        files.deleteEqual(
            format,
            table.schema().select("id"),
            null,
            List.of(Map.of("id", 60L), Map.of("id", 61L), Map.of("id", 62L)));
      } else if (format == FileFormat.PUFFIN) {
        files.deleteByVector(data, 0, 1, 2);
      } else {
        files.deletePositions(format, data, 0, 1, 2);
      }
    }
    return Path.of(deleteEntry().get("file_path").toString());
  }

  /** Adds three rows in a file of some format. */
  Path withData(FileFormat format) throws IOException {
    try (JdbcCatalog open = new SqliteCatalog("moraine", warehouse).open()) {
      Table table = open.loadTable(TableIdentifier.of("db", name));
      DataFile data =
          new FormatFiles(table, "d-").append(format, table.schema(), more(table), null);
      return Path.of(data.location());
    }
  }

  private static List<Record> more(Table table) {
    return IntStream.range(60, 63)
        .mapToObj(
            i -> {
              Record row = GenericRecord.create(table.schema());
              row.setField("id", (long) i);
              row.setField("name", "name " + i);
              row.setField("amount", new BigDecimal(i + ".25"));
              row.setField("day_", LocalDate.EPOCH);
              return row;
            })
        .toList();
  }

  private Path deletes() throws IOException {
    for (Path manifest : manifests()) {
      if (AvroContainer.read(manifest).meta("content").equals("deletes")) {
        return manifest;
      }
    }
    throw new IllegalStateException("No deletes");
  }

  /** What metadata says of the delete file. */
  org.apache.avro.generic.GenericRecord deleteEntry() throws IOException {
    return (org.apache.avro.generic.GenericRecord)
        AvroContainer.read(deletes()).records().get(0).get("data_file");
  }

  /** Changes what metadata says of the delete file. */
  void editDeletes(Consumer<org.apache.avro.generic.GenericRecord> edit) throws IOException {
    Path manifest = deletes();
    AvroContainer container = AvroContainer.read(manifest);
    edit.accept(
        (org.apache.avro.generic.GenericRecord) container.records().get(0).get("data_file"));
    container.withRecords().padTo(Files.size(manifest)).writeTo(manifest);
  }
}
