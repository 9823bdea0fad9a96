/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.rules.expr;

import java.time.ZoneId;
import org.apache.calcite.rex.RexNode;
import org.apache.iceberg.Schema;

/**
 * Translates an SQL predicate into an Iceberg expression that finds the files of its rows.
 *
 * <p>The expression holds for every row for which the predicate is true; where it is {@link
 * Exactness#EXACT} it holds for no other. Comparisons follow SQL: NULL makes them unknown, NaN is
 * equal to itself and above all numbers, and -0.0 equals 0.0.
 *
 * <p>Literals, parameters and casts of them are constants only where all engines agree on their
 * value. Parameters are the raw objects of JDBC; a bound NULL is NULL, and an unbound parameter
 * leaves its comparison unsupported.
 */
public final class PredicateTranslator {
  private final LeafPredicates leaves;

  /**
   * A translator for one table and one execution.
   *
   * @param schema the table's schema; input reference i is its i-th top-level column
   * @param parameters the values of dynamic parameters, as far as they are known
   * @param sessionZone the zone in which a zone-less value is an instant
   */
  public PredicateTranslator(Schema schema, ParameterValues parameters, ZoneId sessionZone) {
    this.leaves =
        new LeafPredicates(
            new Columns(schema),
            new Literals(parameters, sessionZone),
            new ConstantCast(sessionZone));
  }

  /** The expression for a condition; never fails, what it can't say is unsupported. */
  public Pushdown translate(RexNode condition) {
    return new TruthRows(leaves).rows(condition, Truth.TRUE);
  }
}
