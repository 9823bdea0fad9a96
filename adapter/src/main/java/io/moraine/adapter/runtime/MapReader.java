/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.runtime;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A column of maps, whose keys and values are two other columns. */
final class MapReader extends ColumnReader {
  private final Spans spans;
  private final ColumnReader keys;
  private final ColumnReader values;

  MapReader(RowReader rows, ArrowColumn column, List<ColumnReader> entry) {
    super(rows, column);
    this.spans = new Spans(column);
    this.keys = entry.get(0);
    this.values = entry.get(1);
  }

  @Override
  void load(int rowCount) {
    spans.load();
  }

  @Override
  Object notNull(int row) {
    Map<@Nullable Object, @Nullable Object> map = new LinkedHashMap<>();
    int end = spans.end(row);
    for (int i = spans.start(row); i < end; i++) {
      map.put(keys.at(i), values.at(i));
    }
    return Collections.unmodifiableMap(map);
  }

  @Override
  void forget() {
    super.forget();
    keys.forget();
    values.forget();
  }
}
