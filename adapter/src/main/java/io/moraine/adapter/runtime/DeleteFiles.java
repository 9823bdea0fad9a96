/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.runtime;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.apache.iceberg.DeleteFile;
import org.apache.iceberg.FileContent;
import org.apache.iceberg.FileScanTask;
import org.apache.iceberg.Table;
import org.apache.iceberg.data.BaseDeleteLoader;
import org.apache.iceberg.deletes.PositionDeleteIndex;

/**
 * Reads position delete files and deletion vectors for one execution, from several threads; a
 * delete file with positions of several data files is read once, as long as there is room.
 */
final class DeleteFiles extends BaseDeleteLoader {
  /** What the delete files of one execution may take while they are read. */
  private static final long MOST_BYTES = Runtime.getRuntime().maxMemory() / 16;

  /** A sparse bitmap takes more than what Iceberg reckons, which is one byte a position. */
  private static final int BYTES_A_POSITION = 4;

  private final Map<String, Object> read = new ConcurrentHashMap<>();
  private final AtomicLong bytes = new AtomicLong();

  DeleteFiles(Table state, Cancellation cancellation) {
    super(file -> new StoppableFile(state.io().newInputFile(file), cancellation));
  }

  /** The deleted positions of a data file. */
  PositionDeleteIndex positions(FileScanTask file) {
    List<DeleteFile> deletes =
        file.deletes().stream().filter(d -> d.content() == FileContent.POSITION_DELETES).toList();
    return loadPositionDeletes(deletes, file.file().location());
  }

  @Override
  protected boolean canCache(long positions) {
    return bytes.get() + positions * BYTES_A_POSITION <= MOST_BYTES;
  }

  @Override
  @SuppressWarnings("unchecked")
  protected <V> V getOrLoad(String location, Supplier<V> load, long positions) {
    return (V)
        read.computeIfAbsent(
            location,
            l -> {
              bytes.addAndGet(positions * BYTES_A_POSITION);
              return load.get();
            });
  }
}
