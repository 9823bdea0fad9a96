/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.read;

import java.util.List;
import org.apache.iceberg.StructLike;
import org.duckdb.DuckDBDataChunkWriter;

/** Rows on their way into the engine: no more than it takes at once, and not too many bytes. */
final class Batch {
  /** The engine's vectors have this many rows. */
  static final int ROWS = 2_048;

  private static final long MOST_BYTES = 1 << 20;

  private final List<ColumnBuffer> columns;
  private int rows;

  Batch(List<ReadColumn> columns) {
    this.columns = columns.stream().map(ReadColumn::newBuffer).toList();
  }

  /** Adds the first values of a record, which may have more of them. */
  void add(StructLike record) {
    for (int i = 0; i < columns.size(); i++) {
      columns.get(i).add(rows, record.get(i, Object.class));
    }
    rows++;
  }

  boolean isFull() {
    return rows == ROWS || columns.stream().mapToLong(ColumnBuffer::bytes).sum() >= MOST_BYTES;
  }

  boolean isEmpty() {
    return rows == 0;
  }

  /** Hands the rows to the engine and returns their number. */
  long write(DuckDBDataChunkWriter chunk) {
    if (chunk.capacity() < rows) {
      throw new IllegalStateException("The engine takes " + chunk.capacity() + " rows at once");
    }
    for (int i = 0; i < columns.size(); i++) {
      columns.get(i).write(chunk.vector(i), rows);
    }
    return rows;
  }
}
