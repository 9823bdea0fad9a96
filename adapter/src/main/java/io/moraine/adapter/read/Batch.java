/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.read;

import java.util.List;
import org.apache.iceberg.StructLike;
import org.duckdb.DuckDBDataChunkWriter;

/**
 * Rows on their way into the engine, which takes them in pieces. It belongs to one thread at a
 * time.
 */
final class Batch {
  /** The bytes of a batch, about. */
  static final long MOST_BYTES = 1 << 20;

  /** The rows of a batch that is filled record by record: the engine's vectors have as many. */
  static final int RECORDS = 2_048;

  private final List<ColumnBuffer> columns;
  private final int capacity;
  private int rows;
  private int written;
  private long bytes;

  Batch(List<ReadColumn> columns, int capacity) {
    this.columns = columns.stream().map(column -> column.newBuffer(capacity)).toList();
    this.capacity = capacity;
  }

  /** Adds the first values of a record, which may have more of them. */
  void add(StructLike record) {
    for (int i = 0; i < columns.size(); i++) {
      bytes += columns.get(i).add(rows, record.get(i, Object.class));
    }
    rows++;
  }

  boolean isFull() {
    return rows == capacity || bytes >= MOST_BYTES;
  }

  /** The values of a column, to be filled by whole vectors. */
  ColumnBuffer column(int index) {
    return columns.get(index);
  }

  /** Says that all columns were filled up to a row. */
  void setRows(int count) {
    rows = count;
  }

  /** Keeps the first of the given rows, which are in order, and no others. */
  void keep(int[] kept, int count) {
    columns.forEach(column -> column.keep(kept, count));
    rows = count;
  }

  int rows() {
    return rows;
  }

  boolean isWritten() {
    return written == rows;
  }

  /** Hands the next rows to the engine, as many as it takes, and returns their number. */
  long write(DuckDBDataChunkWriter chunk) {
    int count = (int) Math.min(chunk.capacity(), rows - written);
    for (int i = 0; i < columns.size(); i++) {
      columns.get(i).write(chunk.vector(i), written, count);
    }
    written += count;
    return count;
  }
}
