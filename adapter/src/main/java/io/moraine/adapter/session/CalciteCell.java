/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.session;

import io.moraine.rules.error.ErrorCode;
import io.moraine.rules.error.MoraineException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.concurrent.TimeUnit;
import org.apache.calcite.avatica.util.ByteString;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.sql.type.SqlTypeName;
import org.jspecify.annotations.Nullable;

/**
 * One column of a result: exact Java values become what Calcite's generated code computes with, as
 * days for a date and milliseconds for times. A value that does not fit is refused.
 */
record CalciteCell(RelDataTypeField column) {
  private static final int NANOS_A_MILLI = 1_000_000;

  /** Whether there is an encoding for values of a type. */
  static boolean canHold(SqlTypeName type) {
    return switch (type) {
      case BOOLEAN, TINYINT, SMALLINT, INTEGER, BIGINT, DECIMAL, REAL, FLOAT, DOUBLE -> true;
      case CHAR, VARCHAR, BINARY, VARBINARY, UUID, NULL -> true;
      case DATE, TIME, TIMESTAMP, TIMESTAMP_WITH_LOCAL_TIME_ZONE -> true;
      default -> false;
    };
  }

  /**
   * Calcite's value for an exact one.
   *
   * @throws MoraineException NUMERIC_OUT_OF_RANGE or DATETIME_FIELD_OVERFLOW that names the column
   */
  @Nullable Object toCalcite(@Nullable Object value) {
    if (value == null) {
      return null;
    }
    return switch (column.getType().getSqlTypeName()) {
      case TINYINT -> (byte) integer(value, Byte.MIN_VALUE, Byte.MAX_VALUE);
      case SMALLINT -> (short) integer(value, Short.MIN_VALUE, Short.MAX_VALUE);
      case INTEGER -> (int) integer(value, Integer.MIN_VALUE, Integer.MAX_VALUE);
      case BIGINT -> integer(value, Long.MIN_VALUE, Long.MAX_VALUE);
      case DECIMAL -> decimal(value);
      case REAL -> ((Number) value).floatValue();
      case FLOAT, DOUBLE -> ((Number) value).doubleValue();
      case BINARY, VARBINARY -> new ByteString((byte[]) value);
      case DATE -> (int) ((LocalDate) value).toEpochDay();
      case TIME -> (int) time((LocalTime) value);
      case TIMESTAMP -> timestamp((LocalDateTime) value);
      case TIMESTAMP_WITH_LOCAL_TIME_ZONE -> timestamp(((OffsetDateTime) value).toLocalDateTime());
      default -> value;
    };
  }

  private long integer(Object value, long min, long max) {
    BigInteger exact =
        value instanceof BigInteger big
            ? big
            : value instanceof BigDecimal decimal
                ? decimal.toBigIntegerExact()
                : BigInteger.valueOf(((Number) value).longValue());
    if (exact.bitLength() > 63 || exact.longValue() < min || exact.longValue() > max) {
      throw outOfRange(value);
    }
    return exact.longValue();
  }

  private BigDecimal decimal(Object value) {
    BigDecimal exact =
        value instanceof BigDecimal decimal ? decimal : new BigDecimal(value.toString());
    if (exact.precision() - exact.scale()
        > column.getType().getPrecision() - column.getType().getScale()) {
      throw outOfRange(value);
    }
    return exact;
  }

  private long time(LocalTime value) {
    requireMillis(value.getNano(), value);
    return TimeUnit.NANOSECONDS.toMillis(value.toNanoOfDay());
  }

  private long timestamp(LocalDateTime value) {
    requireMillis(value.getNano(), value);
    return value.toInstant(ZoneOffset.UTC).toEpochMilli();
  }

  private void requireMillis(int nanos, Object value) {
    if (nanos % NANOS_A_MILLI != 0) {
      throw new MoraineException(
          ErrorCode.DATETIME_FIELD_OVERFLOW,
          "Column "
              + column.getName()
              + " holds "
              + value
              + ", and jdbc:calcite: carries milliseconds only; CAST it to VARCHAR, or connect with jdbc:moraine:");
    }
  }

  private MoraineException outOfRange(Object value) {
    return new MoraineException(
        ErrorCode.NUMERIC_OUT_OF_RANGE,
        "Column " + column.getName() + " of type " + column.getType() + " cannot hold " + value);
  }
}
