/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.rules;

import java.util.List;
import java.util.Objects;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBiVisitor;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexVariable;
import org.apache.calcite.rex.RexVisitor;
import org.jspecify.annotations.Nullable;

/** A column by its name, in expressions that are only printed. */
final class NamedColumn extends RexVariable {
  private NamedColumn(String name, RelDataType type) {
    super(name, type);
  }

  /** The text of an expression over the columns with these names. */
  static String print(RexNode expression, List<String> names) {
    return expression
        .accept(
            new RexShuttle() {
              @Override
              public RexNode visitInputRef(RexInputRef ref) {
                return new NamedColumn(names.get(ref.getIndex()), ref.getType());
              }
            })
        .toString();
  }

  @Override
  public <R> R accept(RexVisitor<R> visitor) {
    throw new UnsupportedOperationException("Only printed");
  }

  @Override
  public <R, P> R accept(RexBiVisitor<R, P> visitor, P arg) {
    throw new UnsupportedOperationException("Only printed");
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof NamedColumn column && column.getName().equals(getName());
  }

  @Override
  public int hashCode() {
    return Objects.hashCode(getName());
  }
}
