/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.runtime;

import java.util.List;
import org.apache.iceberg.FileScanTask;

/**
 * The positions of deleted rows of data files, under the name by which a text knows them.
 *
 * @param name of a temporary table, or what the names of variables of the connection begin with
 * @param form what it holds
 * @param files the data files; one for {@link Form#BITS}
 */
record DeletedPositions(String name, Form form, List<FileScanTask> files) {
  /** What the engine is given. */
  enum Form {
    /** A variable for each piece of {@link DeletedBits} of one file. */
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
}
