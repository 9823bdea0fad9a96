/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.read;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.iceberg.FileScanTask;
import org.apache.iceberg.Schema;
import org.apache.iceberg.arrow.vectorized.VectorizedReaderBuilder;
import org.apache.iceberg.deletes.PositionDeleteIndex;
import org.apache.iceberg.expressions.Expression;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.io.CloseableIterator;
import org.apache.iceberg.io.InputFile;
import org.apache.iceberg.mapping.NameMapping;
import org.apache.iceberg.parquet.Parquet;
import org.apache.iceberg.parquet.TypeWithSchemaVisitor;
import org.apache.iceberg.parquet.VectorizedReader;
import org.apache.parquet.schema.MessageType;
import org.jspecify.annotations.Nullable;

/** Rows that come as vectors of Iceberg's vectorized reader of Parquet files. */
final class VectorRows implements PartRows {
  private final BufferAllocator memory;
  private final CloseableIterable<Batch> opened;
  private final CloseableIterator<Batch> batches;

  private VectorRows(
      BufferAllocator memory, CloseableIterable<Batch> opened, CloseableIterator<Batch> batches) {
    this.memory = memory;
    this.opened = opened;
    this.batches = batches;
  }

  /**
   * What to read.
   *
   * @param mapping the names of fields in files that have no field ids
   * @param constants what columns hold that are the same in all rows, as generic records have it
   * @param filter selects row groups; rows are not filtered
   * @param deleted the positions of deleted rows, or null
   */
  record Request(
      InputFile file,
      FileScanTask part,
      List<ReadColumn> columns,
      @Nullable NameMapping mapping,
      Map<Integer, ?> constants,
      Expression filter,
      @Nullable PositionDeleteIndex deleted) {}

  /**
   * Opens a part of a file.
   *
   * @param memory where vectors are, and nothing else; closed with the rows
   * @return null if the file has a column in a form that cannot be read so
   */
  static @Nullable VectorRows open(Request request, BufferAllocator memory) throws IOException {
    Schema schema = new Schema(request.columns.stream().map(ReadColumn::field).toList());
    AtomicBoolean unfit = new AtomicBoolean();
    Parquet.ReadBuilder builder =
        Parquet.read(request.file)
            .project(schema)
            .split(request.part.start(), request.part.length())
            .filter(request.filter)
            .recordsPerBatch(VectorBatches.rows(request.columns, request.part.file()))
            .reuseContainers()
            .createBatchedReaderFunc(
                file -> {
                  boolean fits =
                      schema.columns().stream()
                          .allMatch(
                              column ->
                                  request.constants.containsKey(column.fieldId())
                                      || VectorTypes.fits(column, file));
                  unfit.set(!fits);
                  // What it cannot read, the library's reader would fail at with the file open.
                  Schema read = fits ? schema : new Schema();
                  return TypeWithSchemaVisitor.visit(
                      read.asStruct(), file, new Readers(request, read, file, memory));
                });
    if (request.mapping != null) {
      builder.withNameMapping(request.mapping);
    }
    CloseableIterable<Batch> opened = builder.build();
    VectorRows rows = null;
    try {
      rows = new VectorRows(memory, opened, opened.iterator());
    } finally {
      if (rows == null) {
        close(memory);
      }
    }
    if (unfit.get()) {
      rows.close();
      return null;
    }
    return rows;
  }

  @Override
  public @Nullable Batch next(BooleanSupplier stop) {
    return !stop.getAsBoolean() && batches.hasNext() ? batches.next() : null;
  }

  @Override
  public void close() throws IOException {
    try (CloseableIterable<Batch> last = opened) {
      batches.close();
    } finally {
      close(memory);
    }
  }

  private static void close(BufferAllocator memory) {
    // The library makes one for each file and leaves it open.
    List.copyOf(memory.getChildAllocators()).forEach(BufferAllocator::close);
    memory.close();
  }

  private static final class Readers extends VectorizedReaderBuilder {
    Readers(Request request, Schema schema, MessageType file, BufferAllocator memory) {
      super(
          schema, file, false, request.constants, factory(request), FileRecords::constant, memory);
    }

    private static Function<List<VectorizedReader<?>>, VectorizedReader<?>> factory(
        Request request) {
      return readers -> new VectorBatches(request.columns, readers, request.deleted);
    }
  }
}
