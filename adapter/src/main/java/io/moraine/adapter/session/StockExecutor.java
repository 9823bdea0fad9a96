/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.session;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.moraine.adapter.runtime.ColumnarRuntime;
import io.moraine.adapter.schema.Pins;
import io.moraine.adapter.schema.TreeExecutor;
import org.apache.calcite.DataContext;
import org.apache.calcite.linq4j.AbstractEnumerable;
import org.apache.calcite.linq4j.Enumerable;
import org.apache.calcite.linq4j.Enumerator;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.type.RelDataType;
import org.jspecify.annotations.Nullable;

/**
 * Executes trees in the columnar runtime for the stock Calcite driver: the values that leave it are
 * Calcite's, and what those cannot hold is refused by column.
 */
public final class StockExecutor implements TreeExecutor {
  /** The only instance. */
  public static final StockExecutor INSTANCE = new StockExecutor();

  private final Cache<RelNode, StockStatement> statements =
      Caffeine.newBuilder().weakKeys().build();
  // A plan with other schemas in it may hold several trees, which must see the same states.
  private final Cache<DataContext, Pins> pins = Caffeine.newBuilder().weakKeys().build();

  private StockExecutor() {}

  @Override
  public boolean canExecute(RelNode operator) {
    return operator.getRowType().getFieldList().stream()
            .map(field -> field.getType())
            .allMatch(StockExecutor::canReturn)
        && ColumnarRuntime.canExecute(operator);
  }

  private static boolean canReturn(RelDataType type) {
    // What stands above may use the fields and elements; a nested column itself is refused by name.
    return CalciteCell.canHold(type.getSqlTypeName()) || StockStatement.isNested(type);
  }

  @Override
  public Enumerable<@Nullable Object> execute(DataContext root, RelNode plan) {
    return new AbstractEnumerable<@Nullable Object>() {
      @Override
      public Enumerator<@Nullable Object> enumerator() {
        StockStatement statement = statements.get(plan, StockStatement::compile);
        return statement.start(root, pins.get(root, r -> new Pins()));
      }
    };
  }
}
