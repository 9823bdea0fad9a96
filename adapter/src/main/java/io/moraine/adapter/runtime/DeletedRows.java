/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.runtime;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.iceberg.FileContent;
import org.apache.iceberg.FileScanTask;

/**
 * How the deleted positions of the data files of one leaf are handed to the engine. Bits are the
 * fastest, but take memory for all rows and a scan of its own for each file; so they are for files
 * that are not too many nor, together, too long.
 */
final class DeletedRows {
  private static final int MOST_FILES_WITH_BITS = 64;
  private static final AtomicLong NAMES = new AtomicLong();

  private final boolean fewFiles;
  private final List<DeletedPositions> all = new ArrayList<>();
  private long bytesLeft;

  /**
   * Nothing yet.
   *
   * @param files how many files have deleted positions
   * @param mostBytes how much all bits may take
   */
  DeletedRows(int files, long mostBytes) {
    this.fewFiles = files <= MOST_FILES_WITH_BITS;
    this.bytesLeft = mostBytes;
  }

  /** Whether rows of a file may be deleted by their positions, as far as planning knows. */
  static boolean hasPositions(FileScanTask file) {
    return file.deletes().stream().anyMatch(d -> d.content() == FileContent.POSITION_DELETES);
  }

  /** Whether the deleted rows of a file can be bits; if so, {@link #areClear} is called for it. */
  boolean takesBits(FileScanTask file) {
    long bytes = DeletedBits.bytes(file.file().recordCount());
    if (!fewFiles || file.file().recordCount() > Integer.MAX_VALUE || bytes > bytesLeft) {
      return false;
    }
    bytesLeft -= bytes;
    return true;
  }

  /**
   * The condition of the rows of a file that are not deleted.
   *
   * @param pieces the numbers of the pieces that have deleted rows
   */
  String areClear(FileScanTask file, BitSet pieces) {
    String name = add(DeletedPositions.Form.BITS, List.of(file)).name();
    return DeletedBits.areClear(name, pieces, file.file().recordCount());
  }

  DeletedPositions keys(List<FileScanTask> files) {
    return add(DeletedPositions.Form.KEYS, files);
  }

  private DeletedPositions add(DeletedPositions.Form form, List<FileScanTask> files) {
    DeletedPositions added =
        new DeletedPositions("deleted_" + NAMES.incrementAndGet(), form, files);
    all.add(added);
    return added;
  }

  List<DeletedPositions> all() {
    return all;
  }
}
