/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.read;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.arrow.vectorized.BaseBatchReader;
import org.apache.iceberg.deletes.PositionDeleteIndex;
import org.apache.iceberg.parquet.VectorizedReader;
import org.apache.parquet.column.Encoding;
import org.apache.parquet.column.page.PageReadStore;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;
import org.apache.parquet.hadoop.metadata.ColumnPath;
import org.jspecify.annotations.Nullable;

/** Makes batches of vectors, which the library fills anew for each. */
final class VectorBatches extends BaseBatchReader<Batch> {
  private static final int MOST_ROWS = 8 * Batch.RECORDS;
  private static final int FEWEST_ROWS = 64;

  /** Values of a text that the file's metadata tells nothing of. */
  private static final long TEXT_BYTES = 64;

  /** How much longer text is than its compressed form, about. */
  private static final long COMPRESSION = 4;

  /** With those of levels. */
  private static final Set<Encoding> KNOWN =
      Set.of(
          Encoding.PLAIN,
          Encoding.PLAIN_DICTIONARY,
          Encoding.RLE_DICTIONARY,
          Encoding.RLE,
          Encoding.BIT_PACKED);

  private final List<ReadColumn> columns;
  private final List<VectorColumn<?, ?>> copies;
  private final @Nullable PositionDeleteIndex deleted;
  private final int[] kept;
  private long position;

  VectorBatches(
      List<ReadColumn> columns,
      List<VectorizedReader<?>> readers,
      @Nullable PositionDeleteIndex deleted) {
    super(readers);
    this.columns = columns;
    this.copies = columns.stream().<VectorColumn<?, ?>>map(VectorColumn::of).toList();
    this.deleted = deleted;
    this.kept = new int[deleted == null ? 0 : MOST_ROWS];
  }

  /** How many rows of a file make a batch. */
  static int rows(List<ReadColumn> columns, DataFile file) {
    long width = 1;
    for (ReadColumn column : columns) {
      width += column.form() == Form.VARCHAR ? textBytes(column, file) : Long.BYTES;
    }
    return (int) Math.max(FEWEST_ROWS, Math.min(MOST_ROWS, Batch.MOST_BYTES / width));
  }

  private static long textBytes(ReadColumn column, DataFile file) {
    Map<Integer, Long> sizes = file.columnSizes();
    Long size = sizes == null ? null : sizes.get(column.field().fieldId());
    return size == null || file.recordCount() == 0
        ? TEXT_BYTES
        : Math.max(TEXT_BYTES, COMPRESSION * size / file.recordCount());
  }

  @Override
  public void setRowGroupInfo(PageReadStore pages, Map<ColumnPath, ColumnChunkMetaData> metadata) {
    metadata.values().forEach(VectorBatches::requireKnown);
    super.setRowGroupInfo(pages, metadata);
    if (deleted != null) {
      position = pages.getRowIndexOffset().orElseThrow();
    }
  }

  /**
   * The library's vectorized reader fails at some pages of other encodings, as those that have just
   * nulls.
   */
  private static void requireKnown(ColumnChunkMetaData chunk) {
    if (!KNOWN.containsAll(chunk.getEncodings())) {
      throw new UnsupportedOperationException(
          "column " + chunk.getPath() + " has pages of " + chunk.getEncodings());
    }
  }

  @Override
  public Batch read(@Nullable Batch reuse, int rows) {
    Batch batch = new Batch(columns, rows);
    for (int i = 0; i < copies.size(); i++) {
      // The library's reader keeps the vector that it filled before, and asks for it back.
      vectorHolders[i] = readers[i].read(vectorHolders[i], rows);
      copies.get(i).copy(vectorHolders[i], rows, batch.column(i));
    }
    batch.setRows(rows);
    if (deleted != null) {
      keep(batch, deleted);
    }
    return batch;
  }

  private void keep(Batch batch, PositionDeleteIndex index) {
    int rows = batch.rows();
    int count = 0;
    for (int row = 0; row < rows; row++) {
      if (!index.isDeleted(position + row)) {
        kept[count++] = row;
      }
    }
    position += rows;
    if (count < rows) {
      batch.keep(kept, count);
    }
  }
}
