/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.foreign;

import java.util.List;
import org.apache.calcite.sql.SqlKind;

/** A condition that a source may use to leave out rows; the engine checks those that come. */
sealed interface PushedCondition {
  /**
   * A comparison with a constant.
   *
   * @param column the column's position in the table
   * @param operator one of {@link SqlKind#COMPARISON}
   * @param value a Long, BigDecimal, String, LocalDate or LocalDateTime
   */
  record Comparison(int column, SqlKind operator, Object value) implements PushedCondition {}

  /** {@code IS NULL} or {@code IS NOT NULL}. */
  record NullTest(int column, boolean isNull) implements PushedCondition {}

  /** {@code AND}, or {@code OR}. */
  record Composition(boolean all, List<PushedCondition> parts) implements PushedCondition {}
}
