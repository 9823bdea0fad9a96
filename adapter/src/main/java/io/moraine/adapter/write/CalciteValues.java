/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.write;

import io.moraine.rules.error.ErrorCode;
import io.moraine.rules.error.MoraineException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.calcite.avatica.util.ByteString;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.util.NlsString;
import org.jspecify.annotations.Nullable;

/**
 * Rows of Calcite's Enumerable convention as rows of exact Java values. That convention holds dates
 * as days and times as milliseconds, so finer digits are gone before they reach this class.
 */
public final class CalciteValues {
  private static final long MILLIS_A_SECOND = 1_000;

  private final List<RelDataTypeField> fields;

  /** For rows of {@code rowType}. */
  public CalciteValues(RelDataType rowType) {
    this.fields = List.copyOf(rowType.getFieldList());
  }

  /**
   * One row as exact Java values.
   *
   * @param row an {@code Object[]}, or the value itself where the row type has one column
   */
  public @Nullable Object[] row(@Nullable Object row) {
    @Nullable Object[] values = row instanceof Object[] many ? many : new @Nullable Object[] {row};
    @Nullable Object[] exact = new @Nullable Object[fields.size()];
    for (int i = 0; i < exact.length; i++) {
      exact[i] = exact(fields.get(i).getType(), values[i]);
    }
    return exact;
  }

  /**
   * One value: {@code LocalDate}, {@code LocalTime}, {@code LocalDateTime}, {@code Instant}, {@code
   * byte[]} or {@code String} where Calcite holds an encoding of it, else the value itself.
   *
   * @throws MoraineException NOT_SUPPORTED for types that cannot be written
   */
  public static @Nullable Object exact(RelDataType type, @Nullable Object value) {
    if (value == null) {
      return null;
    }
    return switch (type.getSqlTypeName()) {
      case BOOLEAN, TINYINT, SMALLINT, INTEGER, BIGINT, DECIMAL, FLOAT, REAL, DOUBLE, UUID -> value;
      case CHAR, VARCHAR -> value instanceof NlsString text ? text.getValue() : value;
      case BINARY, VARBINARY -> value instanceof ByteString bytes ? bytes.getBytes() : value;
      case DATE -> value instanceof Number days ? LocalDate.ofEpochDay(days.longValue()) : value;
      case TIME -> value instanceof Number millis ? time(millis.longValue()) : value;
      case TIMESTAMP -> value instanceof Number millis ? timestamp(millis.longValue()) : value;
      case TIMESTAMP_WITH_LOCAL_TIME_ZONE ->
          value instanceof Number millis ? Instant.ofEpochMilli(millis.longValue()) : value;
      default ->
          throw new MoraineException(
              ErrorCode.NOT_SUPPORTED,
              "Writing a value of SQL type "
                  + type.getFullTypeString()
                  + " is not supported; CAST it to a flat type");
    };
  }

  private static LocalTime time(long millisOfDay) {
    return LocalTime.ofNanoOfDay(TimeUnit.MILLISECONDS.toNanos(millisOfDay));
  }

  private static LocalDateTime timestamp(long millis) {
    long nanos = TimeUnit.MILLISECONDS.toNanos(Math.floorMod(millis, MILLIS_A_SECOND));
    return LocalDateTime.ofEpochSecond(
        Math.floorDiv(millis, MILLIS_A_SECOND), (int) nanos, ZoneOffset.UTC);
  }
}
