/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.rules;

import java.lang.reflect.Method;
import org.apache.calcite.DataContext;
import org.apache.calcite.adapter.enumerable.EnumerableRel;
import org.apache.calcite.adapter.enumerable.EnumerableRelImplementor;
import org.apache.calcite.adapter.enumerable.JavaRowFormat;
import org.apache.calcite.adapter.enumerable.PhysType;
import org.apache.calcite.adapter.enumerable.PhysTypeImpl;
import org.apache.calcite.linq4j.tree.Blocks;
import org.apache.calcite.linq4j.tree.Expressions;
import org.apache.calcite.linq4j.tree.Types;
import org.apache.calcite.rel.RelNode;

/** Generated code that hands a tree to {@link IcebergTarget#execute}. */
final class ExecuteCall {
  private static final Method EXECUTE =
      Types.lookupMethod(IcebergTarget.class, "execute", DataContext.class, RelNode.class);

  private ExecuteCall() {}

  /** Code of {@code node} that yields the rows of {@code plan}. */
  static EnumerableRel.Result implement(
      EnumerableRelImplementor implementor,
      EnumerableRel node,
      IcebergTarget target,
      RelNode plan) {
    PhysType rows =
        PhysTypeImpl.of(implementor.getTypeFactory(), node.getRowType(), JavaRowFormat.ARRAY);
    return implementor.result(
        rows,
        Blocks.toBlock(
            Expressions.call(
                implementor.stash(target, IcebergTarget.class),
                EXECUTE,
                DataContext.ROOT,
                implementor.stash(plan, RelNode.class))));
  }
}
