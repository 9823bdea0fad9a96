/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.write;

import io.moraine.rules.error.ErrorCode;
import java.time.ZoneId;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;

/** From an exact Java value to the one that Iceberg's generic records hold for a column's type. */
@FunctionalInterface
interface Conversion {
  /**
   * Converts without loss.
   *
   * @throws ValueRefusal where that cannot be
   */
  Object apply(Object value);

  /**
   * The conversion for {@code type}.
   *
   * @param zone the zone of values without one that go into an instant's column
   */
  static Conversion to(Type type, ZoneId zone) {
    return switch (type.typeId()) {
      case BOOLEAN -> PlainConversions::toBoolean;
      case INTEGER -> NumericConversions::toInteger;
      case LONG -> NumericConversions::toLong;
      case FLOAT -> NumericConversions::toFloat;
      case DOUBLE -> NumericConversions::toDouble;
      case DECIMAL -> decimal((Types.DecimalType) type);
      case DATE -> TemporalConversions::toDate;
      case TIME -> TemporalConversions::toTime;
      case TIMESTAMP ->
          ((Types.TimestampType) type).shouldAdjustToUTC()
              ? value -> TemporalConversions.toInstantMicros(value, zone)
              : TemporalConversions::toTimestampMicros;
      case TIMESTAMP_NANO ->
          ((Types.TimestampNanoType) type).shouldAdjustToUTC()
              ? value -> TemporalConversions.toInstantNanos(value, zone)
              : TemporalConversions::toTimestampNanos;
      case STRING -> PlainConversions::toText;
      case UUID -> PlainConversions::toUuid;
      case FIXED -> fixed(((Types.FixedType) type).length());
      case BINARY -> PlainConversions::toBinary;
      default -> Conversion::unsupported;
    };
  }

  private static Conversion decimal(Types.DecimalType type) {
    return value -> NumericConversions.toDecimal(value, type.precision(), type.scale());
  }

  private static Conversion fixed(int length) {
    return value -> PlainConversions.toFixed(value, length);
  }

  private static Object unsupported(Object value) {
    throw new ValueRefusal(
        ErrorCode.NOT_SUPPORTED,
        "values of this type cannot be written yet; leave the column out or write NULL");
  }
}
