/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.runtime;

import java.util.Arrays;
import java.util.Collections;
import org.jspecify.annotations.Nullable;

/** A column of lists, whose elements are another column. */
final class ListReader extends ColumnReader {
  private final Spans spans;
  private final ColumnReader elements;

  ListReader(RowReader rows, ArrowColumn column, ColumnReader elements) {
    super(rows, column);
    this.spans = new Spans(column);
    this.elements = elements;
  }

  @Override
  void load(int rowCount) {
    spans.load();
  }

  @Override
  Object notNull(int row) {
    int start = spans.start(row);
    @Nullable Object[] list = new @Nullable Object[spans.end(row) - start];
    for (int i = 0; i < list.length; i++) {
      list[i] = elements.at(start + i);
    }
    return Collections.unmodifiableList(Arrays.asList(list));
  }

  @Override
  void forget() {
    super.forget();
    elements.forget();
  }
}
