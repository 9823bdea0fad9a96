/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.rules.expr;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import org.apache.iceberg.types.Types;

/**
 * Equality of a fixed or binary column. A constant of another length than a fixed column's is left
 * to the engine, which may pad it.
 */
final class BytesComparison extends ColumnComparison {
  private final Types.NestedField column;

  BytesComparison(Types.NestedField column) {
    super(column);
    this.column = column;
  }

  @Override
  Optional<List<Object>> equalValues(Object constant) {
    boolean fits =
        constant instanceof byte[] bytes
            && (!(column.type() instanceof Types.FixedType fixed)
                || fixed.length() == bytes.length);
    return fits
        ? Optional.of(List.of(ByteBuffer.wrap(((byte[]) constant).clone())))
        : Optional.empty();
  }

  @Override
  Pushdown compareOrdered(ComparisonOp op, Object constant) {
    return Pushdown.unsupported();
  }
}
