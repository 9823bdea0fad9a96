/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.rules.type;

import org.apache.calcite.sql.validate.SqlConformanceEnum;
import org.apache.calcite.sql.validate.SqlDelegatingConformance;

/**
 * The dialect that statements are validated in: lenient syntax (GROUP BY an alias or ordinal,
 * {@code !=}, {@code %}), and arithmetic that reports an overflow where Calcite's own conformances
 * wrap.
 */
public final class MoraineConformance extends SqlDelegatingConformance {
  /** The only instance that matters; the conformance has no state. */
  public static final MoraineConformance INSTANCE = new MoraineConformance();

  /** For Calcite, which can make a conformance by reflection. */
  public MoraineConformance() {
    super(SqlConformanceEnum.LENIENT);
  }

  @Override
  public boolean checkedArithmetic() {
    return true;
  }
}
