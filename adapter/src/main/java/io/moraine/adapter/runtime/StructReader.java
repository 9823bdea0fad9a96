/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.runtime;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A column of structs, whose fields are other columns of as many rows. */
final class StructReader extends ColumnReader {
  private final List<ColumnReader> fields;

  StructReader(RowReader rows, ArrowColumn column, List<ColumnReader> fields) {
    super(rows, column);
    this.fields = fields;
  }

  /** There is nothing but the fields. */
  @Override
  void load(int rowCount) {}

  @Override
  Object notNull(int row) {
    @Nullable Object[] struct = new @Nullable Object[fields.size()];
    for (int i = 0; i < struct.length; i++) {
      struct[i] = fields.get(i).at(row);
    }
    return Collections.unmodifiableList(Arrays.asList(struct));
  }

  @Override
  void forget() {
    super.forget();
    fields.forEach(ColumnReader::forget);
  }
}
