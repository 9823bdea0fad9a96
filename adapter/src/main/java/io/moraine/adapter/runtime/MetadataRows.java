/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.runtime;

import io.moraine.adapter.catalog.ErrorTranslation;
import io.moraine.adapter.metadata.MetadataTable;
import java.io.IOException;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.types.Types;
import org.duckdb.DuckDBAppender;
import org.duckdb.DuckDBConnection;
import org.jspecify.annotations.Nullable;

/** The rows of a metadata table, in a temporary table of the statement's connection. */
final class MetadataRows {
  private final Connection engine;
  private final String table;
  private final Cancellation cancellation;

  MetadataRows(Connection engine, String table, Cancellation cancellation) {
    this.engine = engine;
    this.table = table;
    this.cancellation = cancellation;
  }

  /** Loads the rows; column {@code i} is called {@code ci}. Returns the temporary table's name. */
  String load(MetadataTable metadata) throws SQLException {
    String name = "metadata_" + UUID.randomUUID();
    List<Types.NestedField> columns = metadata.flatSchema().columns();
    String definition =
        IntStream.range(0, columns.size())
            .mapToObj(i -> "c" + i + " " + DuckTypes.of(columns.get(i).type()))
            .collect(Collectors.joining(", "));
    try (Statement statement = engine.createStatement()) {
      statement.execute("CREATE TEMP TABLE " + SqlText.identifier(name) + " (" + definition + ")");
    }
    try (DuckDBAppender appender =
            ((DuckDBConnection) engine).createAppender("temp", "main", name);
        CloseableIterable<@Nullable Object[]> rows = metadata.rows()) {
      for (Object[] row : rows) {
        cancellation.check();
        appender.beginRow();
        for (Object value : row) {
          append(appender, value);
        }
        appender.endRow();
      }
    } catch (IOException | RuntimeException e) {
      throw ErrorTranslation.translate("read metadata table " + table, e);
    }
    return name;
  }

  private static void append(DuckDBAppender appender, @Nullable Object value) throws SQLException {
    if (value == null) {
      appender.appendNull();
    } else if (value instanceof String text) {
      appender.append(text);
    } else if (value instanceof Integer number) {
      appender.append(number);
    } else if (value instanceof Long number) {
      appender.append(number);
    } else if (value instanceof Boolean bool) {
      appender.append(bool);
    } else if (value instanceof Float number) {
      appender.append(number);
    } else if (value instanceof Double number) {
      appender.append(number);
    } else if (value instanceof BigDecimal number) {
      appender.append(number);
    } else if (value instanceof OffsetDateTime instant) {
      appender.appendEpochMicros(ChronoUnit.MICROS.between(Instant.EPOCH, instant.toInstant()));
    } else if (value instanceof LocalDateTime local) {
      appender.append(local);
    } else if (value instanceof LocalDate date) {
      appender.append(date);
    } else if (value instanceof LocalTime time) {
      appender.append(time);
    } else if (value instanceof UUID uuid) {
      appender.append(uuid);
    } else if (value instanceof byte[] bytes) {
      appender.append(bytes);
    } else {
      throw new IllegalStateException("Metadata value of " + value.getClass());
    }
  }
}
