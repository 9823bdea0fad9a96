/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.rules.expr;

import io.moraine.rules.type.TypeMapping;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;

/**
 * A column, or a non-decreasing function of one; functions of an instant's local time decrease
 * where clocks are set back.
 *
 * @param column a top-level column of a flat type, never a UUID
 * @param function what is done to its values
 * @param granularity the buckets of a FLOOR; UNIT for other functions
 */
record Term(Types.NestedField column, Function function, Granularity granularity) {
  /** A function that keeps order and maps NULL, and only NULL, to NULL. */
  enum Function {
    /** The column itself, or a cast of it that keeps every value. */
    COLUMN,
    /** {@code CAST(integer AS DOUBLE)}, which is compared as a double. */
    DOUBLE,
    /** {@code CAST(instant AS TIMESTAMP)}: its local time in the session's zone. */
    LOCAL,
    /** {@code CAST(timestamp AS DATE)}. */
    DATE,
    /** {@code EXTRACT(YEAR FROM …)}. */
    YEAR,
    /** {@code FLOOR(… TO unit)}. */
    FLOOR
  }

  static Term of(Types.NestedField column) {
    return new Term(column, Function.COLUMN, Granularity.UNIT);
  }

  boolean isColumn() {
    return function == Function.COLUMN;
  }

  /** Whether this is a function of an instant's local time. */
  boolean isZoned() {
    return !isColumn() && TypeMapping.isInstant(column.type());
  }

  /** The same function of the local times themselves. */
  Term ofLocalTime() {
    boolean nanos = column.type().typeId() == Type.TypeID.TIMESTAMP_NANO;
    Types.NestedField times =
        Types.NestedField.from(column)
            .ofType(
                nanos ? Types.TimestampNanoType.withoutZone() : Types.TimestampType.withoutZone())
            .build();
    return new Term(times, function == Function.LOCAL ? Function.COLUMN : function, granularity);
  }
}
