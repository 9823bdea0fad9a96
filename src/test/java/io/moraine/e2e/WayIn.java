/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.e2e;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.moraine.launcher.Console;
import io.moraine.launcher.shell.SqlCommand;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Properties;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;

/** A way in which statements reach the catalogs of a model; its zone is UTC. */
enum WayIn {
  /** Our driver. */
  MORAINE,
  /** Calcite's driver with the documented properties. */
  CALCITE,
  /** The stock Avatica client, JSON. */
  JSON,
  /** The stock Avatica client, Protobuf. */
  PROTOBUF,
  /** {@code moraine sql}. */
  SHELL;

  private static final ObjectMapper EXACT =
      JsonMapper.builder()
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
          .build();

  private static final String CALCITE_PROPERTIES =
      ";typeSystem=io.moraine.rules.type.MoraineTypeSystem"
          + ";parserFactory=io.moraine.adapter.StockParser#FACTORY;conformance=LENIENT"
          + ";caseSensitive=false;unquotedCasing=UNCHANGED;quotedCasing=UNCHANGED";

  /**
   * Opens a connection of a way that has connections.
   *
   * @param server the URL of a server of the model
   * @param properties as {@code name=value}
   */
  Connection connect(Path model, String server, String... properties) throws SQLException {
    Properties info = new Properties();
    info.setProperty("timeZone", "UTC");
    for (String property : properties) {
      String[] parts = property.split("=", 2);
      info.setProperty(parts[0], parts[1]);
    }
    Connection connection = DriverManager.getConnection(url(model, server), info);
    if (this == JSON || this == PROTOBUF) {
      // Avatica's client keeps the property timeZone to itself.
      Statements.run(connection, "SET timeZone = 'UTC'");
    }
    return connection;
  }

  private String url(Path model, String server) {
    return switch (this) {
      case MORAINE -> "jdbc:moraine:model=" + model;
      case CALCITE -> "jdbc:calcite:model=" + model + CALCITE_PROPERTIES;
      case JSON -> "jdbc:avatica:remote:url=" + server + ";serialization=json";
      case PROTOBUF -> "jdbc:avatica:remote:url=" + server + ";serialization=protobuf";
      case SHELL -> throw new IllegalArgumentException("The shell has no connection");
    };
  }

  /** Creates a table of all flat types and appends its rows. */
  void write(Path model, String server, String table) throws SQLException, IOException {
    List<String> statements = new ArrayList<>(List.of(FlatTable.create(table)));
    statements.addAll(FlatTable.inserts(table));
    if (this == SHELL) {
      shell(model, String.join(";\n", statements));
      return;
    }
    try (Connection connection = connect(model, server)) {
      Statements.run(connection, statements.toArray(new String[0]));
    }
  }

  /** Reads a table of all flat types as exact texts. */
  List<List<@Nullable String>> read(Path model, String server, String table)
      throws SQLException, IOException {
    List<List<@Nullable String>> rows = new ArrayList<>();
    if (this == SHELL) {
      String[] lines = shell(model, FlatTable.query(table)).split("\n");
      for (String line : lines) {
        rows.add(row(EXACT.readTree(line)));
      }
      return rows;
    }
    try (Connection connection = connect(model, server);
        Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery(FlatTable.query(table))) {
      while (result.next()) {
        rows.add(row(result));
      }
    }
    return rows;
  }

  private static List<@Nullable String> row(ResultSet result) throws SQLException {
    List<@Nullable String> row = new ArrayList<>();
    for (FlatTable.Column column : FlatTable.Column.values()) {
      int index = row.size() + 1;
      if (column.isBinary()) {
        byte[] bytes = result.getBytes(index);
        row.add(bytes == null ? null : HexFormat.of().formatHex(bytes));
      } else if (column.name().startsWith("M")) {
        BigDecimal decimal = result.getBigDecimal(index);
        row.add(decimal == null ? null : decimal.toPlainString());
      } else {
        row.add(result.getString(index));
      }
    }
    return row;
  }

  private static List<@Nullable String> row(JsonNode json) {
    List<@Nullable String> row = new ArrayList<>();
    for (FlatTable.Column column : FlatTable.Column.values()) {
      JsonNode value = json.get(column.sqlName());
      if (value.isNumber()) {
        row.add(value.decimalValue().toPlainString());
      } else {
        row.add(value.isNull() ? null : value.asText());
      }
    }
    return row;
  }

  private static String shell(Path model, String script) throws IOException {
    StringWriter out = new StringWriter();
    StringWriter errors = new StringWriter();
    Console console =
        new Console(InputStream.nullInputStream(), new PrintWriter(out), new PrintWriter(errors));
    CommandLine command = new CommandLine(new SqlCommand(console));
    command.setCaseInsensitiveEnumValuesAllowed(true);
    int code =
        command.execute(
            "--model",
            model.toString(),
            "--format",
            "jsonl",
            "-e",
            "SET timeZone = 'UTC'",
            "-e",
            script);
    if (code != 0) {
      throw new IOException(errors.toString());
    }
    return out.toString();
  }
}
