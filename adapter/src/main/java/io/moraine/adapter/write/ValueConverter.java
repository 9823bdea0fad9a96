/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.write;

import io.moraine.rules.error.ErrorCode;
import io.moraine.rules.error.MoraineException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.time.ZoneId;
import org.apache.calcite.avatica.util.ByteString;
import org.apache.iceberg.types.Types;
import org.jspecify.annotations.Nullable;

/**
 * Turns the values of one column into those that Iceberg's generic records hold: exactly, or by an
 * error that names the table, the column, the row, the value's type and the remedy.
 *
 * <p>What each type takes: boolean: {@code Boolean}. int and long: the integer classes, {@code
 * BigInteger} and integral {@code BigDecimal}. decimal: the same and any {@code BigDecimal} whose
 * digits fit. float and double: each other and the exact numbers, where equal. date: {@code
 * LocalDate}, {@code java.sql.Date}. time: {@code LocalTime}, {@code java.sql.Time}. timestamp:
 * {@code LocalDateTime}, {@code java.sql.Timestamp}. timestamptz: these, {@code Instant}, {@code
 * OffsetDateTime}, {@code ZonedDateTime}. string: {@code String}. uuid: {@code UUID}. fixed and
 * binary: {@code byte[]}, {@code ByteBuffer}, Avatica's {@code ByteString}. Other types take NULL
 * only.
 */
public final class ValueConverter {
  private static final int MAX_SHOWN_CHARS = 64;
  private static final int MAX_SHOWN_BITS = 256;

  private final String table;
  private final Types.NestedField column;
  private final Conversion conversion;

  private ValueConverter(String table, Types.NestedField column, Conversion conversion) {
    this.table = table;
    this.column = column;
    this.conversion = conversion;
  }

  /**
   * The converter for a column.
   *
   * @param table the table's name, for messages
   * @param zone the zone of values without one that go into a timestamptz column
   */
  public static ValueConverter of(String table, Types.NestedField column, ZoneId zone) {
    return new ValueConverter(table, column, Conversion.to(column.type(), zone));
  }

  /**
   * Converts one value.
   *
   * @param row the number of its row in the statement, from 1, for messages
   * @return the value for the record; null for null
   * @throws MoraineException NUMERIC_OUT_OF_RANGE, NOT_NULL_VIOLATION, LENGTH_MISMATCH,
   *     DATETIME_FIELD_OVERFLOW, INVALID_TEXT, INVALID_ARGUMENT or NOT_SUPPORTED
   */
  public @Nullable Object convert(@Nullable Object value, long row) {
    if (value == null) {
      if (column.isRequired()) {
        throw new MoraineException(
            ErrorCode.NOT_NULL_VIOLATION,
            where(row) + "found NULL, but the column is NOT NULL; give it a value");
      }
      return null;
    }
    try {
      return conversion.apply(
          value instanceof String text && TextValues.spells(column.type())
              ? TextValues.parse(column.type(), text)
              : value);
    } catch (ValueRefusal refusal) {
      throw new MoraineException(
          refusal.code(), where(row) + "found " + shown(value) + ": " + refusal.getMessage());
    }
  }

  private String where(long row) {
    return "Writing to table "
        + table
        + ", row "
        + row
        + ", column "
        + column.name()
        + " of type "
        + column.type()
        + ": ";
  }

  private static String shown(Object value) {
    if (value instanceof byte[] bytes) {
      return "byte[] of " + bytes.length + " bytes";
    }
    String type = value.getClass().getSimpleName();
    if (value instanceof ByteBuffer buffer) {
      return "ByteBuffer of " + buffer.remaining() + " bytes";
    }
    if (value instanceof ByteString bytes) {
      return type + " of " + bytes.length() + " bytes";
    }
    if (value instanceof String text) {
      return type + " '" + cut(text) + "'";
    }
    if (isHuge(value)) {
      return type + " of more than " + MAX_SHOWN_BITS + " bits";
    }
    return type + " " + cut(value.toString());
  }

  /** Numbers whose decimal text would take long to make. */
  private static boolean isHuge(Object value) {
    if (value instanceof BigDecimal number) {
      return number.unscaledValue().bitLength() > MAX_SHOWN_BITS;
    }
    return value instanceof BigInteger number && number.bitLength() > MAX_SHOWN_BITS;
  }

  private static String cut(String text) {
    return text.length() <= MAX_SHOWN_CHARS ? text : text.substring(0, MAX_SHOWN_CHARS) + "…";
  }
}
