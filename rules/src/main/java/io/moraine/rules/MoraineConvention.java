/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.rules;

import org.apache.calcite.plan.Convention;
import org.apache.calcite.rel.RelNode;

/** The calling convention of trees that the columnar runtime executes as one statement. */
public final class MoraineConvention {
  /** The convention. */
  public static final Convention INSTANCE = new Convention.Impl("MORAINE", RelNode.class);

  private MoraineConvention() {}
}
