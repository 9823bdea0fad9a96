/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.write;

import java.util.List;
import org.apache.iceberg.DataFile;

/**
 * Data files that are complete and that no snapshot names yet.
 *
 * @param files the files, none of them empty
 * @param rows how many rows they hold together
 */
public record WrittenFiles(List<DataFile> files, long rows) {
  /** Copies the list. */
  public WrittenFiles {
    files = List.copyOf(files);
  }
}
