/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.session;

import io.moraine.adapter.write.CalciteValues;
import io.moraine.rules.expr.ParameterValues;
import java.util.Map;
import org.apache.calcite.DataContext;
import org.apache.calcite.rel.type.RelDataType;
import org.jspecify.annotations.Nullable;

/** The parameters of a stock statement, which Calcite hands over in its own encoding. */
record StockParameters(DataContext root, Map<Integer, RelDataType> types)
    implements ParameterValues {
  @Override
  public boolean isBound(int index) {
    return true;
  }

  @Override
  public @Nullable Object value(int index) {
    Object value = root.get("?" + index);
    RelDataType type = types.get(index);
    return type == null ? value : CalciteValues.exact(type, value);
  }
}
