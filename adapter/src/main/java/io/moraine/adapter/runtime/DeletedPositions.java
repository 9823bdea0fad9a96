/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.runtime;

import java.util.List;
import org.apache.iceberg.FileScanTask;

/**
 * The positions of deleted rows of data files, under the name by which a text knows them.
 *
 * @param name of a variable of the connection, or of a temporary table
 * @param form what it holds
 * @param files the data files; one for {@link Form#BITS}
 */
record DeletedPositions(String name, Form form, List<FileScanTask> files) {
  /** What the engine is given. */
  enum Form {
    /** A variable with a bit for each row of one file, which is 1 if the row is deleted. */
    BITS,
    /** A temporary table of one {@code BIGINT} for each deleted row: {@link #key}. */
    KEYS
  }

  private static final int POSITION_BITS = 40;

  /** Copies the list. */
  DeletedPositions {
    files = List.copyOf(files);
  }

  /** A row among those of several files. */
  static long key(int file, long position) {
    return (long) file << POSITION_BITS | position;
  }

  /** The same as an expression over a scan of the files. */
  static String key() {
    return "(CAST(file_index AS BIGINT) << " + POSITION_BITS + ") | file_row_number";
  }

  /** The condition of the rows of the one file that are not deleted. */
  String bitIsClear() {
    return "get_bit(getvariable("
        + SqlText.string(name)
        + "), CAST(file_row_number AS INTEGER)) = 0";
  }
}
