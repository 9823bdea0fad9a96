/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.rules;

/**
 * An aggregate that file metadata may answer.
 *
 * @param kind what is computed
 * @param column the position of its argument among the table's columns, −1 for none
 */
public record MetadataAggregate(Kind kind, int column) {
  /** What is computed. */
  public enum Kind {
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
