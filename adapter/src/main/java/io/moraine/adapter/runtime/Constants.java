/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.runtime;

import io.moraine.rules.error.ErrorCode;
import io.moraine.rules.error.MoraineException;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.util.UUID;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;
import org.apache.iceberg.util.ByteBuffers;
import org.apache.iceberg.util.DateTimeUtil;
import org.apache.iceberg.util.UUIDUtil;
import org.jspecify.annotations.Nullable;

/** Values in Iceberg's internal representation as literals of the engine. */
final class Constants {
  private Constants() {}

  /** The literal of a value, of exactly the column's type. */
  static String sql(Type type, @Nullable Object value) {
    return "CAST("
        + (value == null ? "NULL" : text(type, value))
        + " AS "
        + DuckTypes.of(type)
        + ")";
  }

  /** Whether the engine has a literal of a value that it can read from files. */
  static boolean canWrite(Type type, @Nullable Object value) {
    return type.typeId() != Type.TypeID.TIMESTAMP_NANO
        || value == null
        || (Long) value >= NanoMacros.MIN && (Long) value <= NanoMacros.MAX;
  }

  /** Counts rather than texts, which have another form beyond the years 0 to 9999. */
  private static String text(Type type, Object value) {
    return switch (type.typeId()) {
      case DATE -> "DATE '1970-01-01' + (" + value + ")";
      case TIME -> SqlText.string(DateTimeUtil.timeFromMicros((Long) value).toString());
      case TIMESTAMP -> {
        String local = "make_timestamp(CAST('" + value + "' AS BIGINT))";
        boolean instant = ((Types.TimestampType) type).shouldAdjustToUTC();
        yield instant ? "timezone('UTC', " + local + ")" : local;
      }
      case TIMESTAMP_NANO -> {
        if (!canWrite(type, value)) {
          throw new MoraineException(
              ErrorCode.DATETIME_FIELD_OVERFLOW,
              "A partition or default value of type "
                  + type
                  + " is out of range: "
                  + NanoMacros.OUT_OF_RANGE);
        }
        yield "make_timestamp_ns(CAST('" + value + "' AS BIGINT))";
      }
      case DECIMAL -> SqlText.string(((BigDecimal) value).toPlainString());
      case FIXED, BINARY -> SqlText.blob(ByteBuffers.toByteArray((ByteBuffer) value));
      case UUID ->
          SqlText.string(
              (value instanceof ByteBuffer bytes ? UUIDUtil.convert(bytes) : (UUID) value)
                  .toString());
      default -> SqlText.string(value.toString());
    };
  }
}
