/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.rules;

/**
 * A column of an aggregate that file metadata may answer.
 *
 * @param kind what is computed
 * @param column the position of the key or argument among the table's columns, −1 for none
 */
public record MetadataAggregate(Kind kind, int column) {
  /** What is computed. */
  public enum Kind {
    /** A key of the groups: a column by whose values some of the table's files are partitioned. */
    KEY,
    /** {@code COUNT(*)}. */
    COUNT_ROWS,
    /** {@code COUNT(column)}. */
    COUNT,
    /** {@code MIN(column)}. */
    MIN,
    /** {@code MAX(column)}. */
    MAX
  }
}
