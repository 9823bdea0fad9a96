/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.runtime;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;

/**
 * Reads a column through the engine's own JDBC driver, row by row: for a JVM in which Arrow cannot
 * reach direct memory. The values are the same, and come more slowly.
 */
final class PlainReader extends ColumnReader {
  private final ResultSet result;
  private final int column;
  private final String type;
  private final boolean instants;
  private @Nullable Object value;

  /**
   * A reader of a column, from 1.
   *
   * @param instants whether nanoseconds are those of instants
   * @throws io.moraine.rules.error.MoraineException NOT_SUPPORTED for a type that is not read
   */
  PlainReader(RowReader rows, ResultSet result, int column, boolean instants) throws SQLException {
    super(rows, null);
    this.result = result;
    this.column = column;
    this.instants = instants;
    this.type = result.getMetaData().getColumnTypeName(column);
    if (!type.matches("[A-Z_ ]+|DECIMAL\\(\\d+,\\d+\\)")) {
      throw EngineCalls.unsupported(
          "a result of type "
              + type
              + " in a Java that was not started with --add-opens=java.base/java.nio=ALL-UNNAMED");
    }
  }

  @Override
  void load(int rowCount) {
    try {
      value = read();
      nulls(value == null);
    } catch (SQLException e) {
      throw DuckErrors.translate(e);
    }
  }

  private @Nullable Object read() throws SQLException {
    return switch (type) {
      case "TIMESTAMP", "TIMESTAMP_NS" -> {
        LocalDateTime local = result.getObject(column, LocalDateTime.class);
        yield local == null || !instants ? local : local.atOffset(ZoneOffset.UTC);
      }
      case "TIMESTAMP WITH TIME ZONE" -> {
        // The driver's own OffsetDateTime is an hour off around the changes of summer time.
        long micros = result.getLong(column);
        yield result.wasNull()
            ? null
            : OffsetDateTime.ofInstant(
                Instant.EPOCH.plus(micros, ChronoUnit.MICROS), ZoneOffset.UTC);
      }
      case "BLOB" -> result.getBytes(column);
      default -> result.getObject(column);
    };
  }

  @Override
  Object notNull(int row) {
    if (value == null) {
      throw new IllegalStateException("A NULL was asked for its value");
    }
    return value;
  }
}
