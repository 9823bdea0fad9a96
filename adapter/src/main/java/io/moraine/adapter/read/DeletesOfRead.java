/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.read;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.function.Supplier;
import org.apache.iceberg.DeleteFile;
import org.apache.iceberg.FileScanTask;
import org.apache.iceberg.Schema;
import org.apache.iceberg.StructLike;
import org.apache.iceberg.Table;
import org.apache.iceberg.data.BaseDeleteLoader;
import org.apache.iceberg.data.DeleteFilter;
import org.apache.iceberg.data.DeleteLoader;
import org.apache.iceberg.data.InternalRecordWrapper;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.deletes.DeleteCounter;
import org.apache.iceberg.formats.FormatModelRegistry;
import org.apache.iceberg.formats.ReadBuilder;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.io.InputFile;
import org.apache.iceberg.types.Types;
import org.apache.iceberg.util.StructLikeSet;
import org.jspecify.annotations.Nullable;

/** The row-level deletes of the files of one read; files of deletes are read once if small. */
final class DeletesOfRead {
  /** What the deletes that are kept while the read lasts may take, as Iceberg estimates it. */
  private static final long MOST_KEPT_BYTES = Runtime.getRuntime().maxMemory() / 16;

  /** About what a value of a key takes: an object, and its part of the record. */
  private static final long KEY_VALUE_BYTES = 64;

  private final Table state;
  private final Map<String, Object> loaded = new ConcurrentHashMap<>();
  private final AtomicLong kept = new AtomicLong();

  DeletesOfRead(Table state) {
    this.state = state;
  }

  Filter filter(FileScanTask part, Schema projection) {
    return new Filter(part, projection);
  }

  /** Equality deletes may be by columns that were dropped since. */
  private Types.@Nullable NestedField field(int id) {
    Types.NestedField current = state.schema().findField(id);
    if (current != null) {
      return current;
    }
    // Of the types that the column had, the last one holds the values of all.
    return state.schemas().values().stream()
        .sorted(Comparator.comparingInt(Schema::schemaId).reversed())
        .map(schema -> schema.findField(id))
        .filter(field -> field != null)
        .findFirst()
        .orElse(null);
  }

  /** Leaves out the deleted rows of one part of a file. */
  final class Filter extends DeleteFilter<Record> {
    private final InternalRecordWrapper row;

    private Filter(FileScanTask part, Schema projection) {
      super(
          part.file().location(),
          part.deletes(),
          DeletesOfRead.this::field,
          projection,
          new DeleteCounter(),
          true);
      this.row = new InternalRecordWrapper(requiredSchema().asStruct());
    }

    @Override
    protected StructLike asStructLike(Record record) {
      return row.wrap(record);
    }

    @Override
    protected InputFile getInputFile(String location) {
      return state.io().newInputFile(location);
    }

    @Override
    protected InputFile loadInputFile(DeleteFile deleteFile) {
      return state.io().newInputFile(deleteFile);
    }

    @Override
    protected DeleteLoader newDeleteLoader() {
      return new Loader(this::loadInputFile);
    }
  }

  private final class Loader extends BaseDeleteLoader {
    private final Function<DeleteFile, InputFile> open;

    Loader(Function<DeleteFile, InputFile> open) {
      super(open);
      this.open = open;
    }

    /** The library's own would fill the bytes of all keys of a file into one array. */
    @Override
    public StructLikeSet loadEqualityDeletes(Iterable<DeleteFile> files, Schema columns) {
      StructLikeSet keys = StructLikeSet.create(columns.asStruct());
      for (DeleteFile file : files) {
        long size = file.recordCount() * columns.columns().size() * KEY_VALUE_BYTES;
        List<StructLike> ofFile =
            canCache(size)
                ? getOrLoad(file.location(), () -> keys(file, columns), size)
                : keys(file, columns);
        keys.addAll(ofFile);
      }
      return keys;
    }

    private List<StructLike> keys(DeleteFile file, Schema columns) {
      InternalRecordWrapper wrapper = new InternalRecordWrapper(columns.asStruct());
      ReadBuilder<Record, ?> reading =
          FormatModelRegistry.readBuilder(file.format(), Record.class, open.apply(file));
      List<StructLike> keys = new ArrayList<>();
      try (CloseableIterable<Record> records = reading.project(columns).build()) {
        records.forEach(record -> keys.add(wrapper.copyFor(record)));
        return keys;
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    @Override
    protected boolean canCache(long size) {
      return kept.get() + size <= MOST_KEPT_BYTES;
    }

    @Override
    @SuppressWarnings("unchecked")
    protected <V> V getOrLoad(String key, Supplier<V> load, long size) {
      return (V)
          loaded.computeIfAbsent(
              key,
              k -> {
                kept.addAndGet(size);
                return load.get();
              });
    }
  }
}
