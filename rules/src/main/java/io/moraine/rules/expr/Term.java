/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.rules.expr;

import org.apache.iceberg.types.Types;

/**
 * A column, or a non-decreasing function of one.
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
}
