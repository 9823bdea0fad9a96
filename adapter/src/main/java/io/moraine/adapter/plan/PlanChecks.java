/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.plan;

import io.moraine.adapter.catalog.MetadataLimits;
import io.moraine.rules.error.ErrorCode;
import io.moraine.rules.error.MoraineException;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.DeleteFile;
import org.apache.iceberg.FileFormat;
import org.apache.iceberg.FileScanTask;
import org.apache.iceberg.ManifestFile;
import org.apache.iceberg.ManifestFiles;
import org.apache.iceberg.ManifestReader;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.SnapshotSummary;
import org.apache.iceberg.io.FileIO;

/** What the manifests of a scan must agree on, with each other and with their snapshot. */
final class PlanChecks {
  private static final int BYTES_A_FILE = 1_000;
  private static final int MAX_SEARCHED = 100;

  private final String table;
  private final Snapshot snapshot;
  private final FileIO io;
  private long files;
  private long bytes;

  /**
   * The checks of one scan.
   *
   * @param table the table's name, for messages
   */
  PlanChecks(String table, Snapshot snapshot, FileIO io) {
    this.table = table;
    this.snapshot = snapshot;
    this.io = io;
  }

  /**
   * Takes a file that planning found.
   *
   * @throws MoraineException CORRUPT_FILE for impossible numbers, OUT_OF_MEMORY for too many files
   */
  void add(FileScanTask task) {
    DataFile file = task.file();
    if (file.recordCount() < 0 || file.fileSizeInBytes() < 0) {
      throw damaged(
          "its manifest "
              + file.manifestLocation()
              + " gives data file "
              + file.location()
              + " "
              + file.recordCount()
              + " rows in "
              + file.fileSizeInBytes()
              + " bytes");
    }
    task.deletes().forEach(delete -> requirePossible(delete, file));
    files++;
    bytes += BYTES_A_FILE + 2L * file.location().length();
    if (bytes > MetadataLimits.bytes()) {
      throw new MoraineException(
          ErrorCode.OUT_OF_MEMORY,
          "Cannot plan the scan of table "
              + table
              + ": it has more than "
              + files
              + " data files, which take more than "
              + (MetadataLimits.bytes() >> 20)
              + "MB; read less of it at a time"
              + MetadataLimits.remedy());
    }
  }

  private void requirePossible(DeleteFile delete, DataFile file) {
    boolean vector = delete.format() == FileFormat.PUFFIN;
    if (delete.recordCount() < 0 || vector && delete.recordCount() > file.recordCount()) {
      throw damaged(
          "its manifest "
              + delete.manifestLocation()
              + " gives delete file "
              + delete.location()
              + " "
              + delete.recordCount()
              + " rows, of the "
              + file.recordCount()
              + " of data file "
              + file.location());
    }
  }

  /**
   * Compares the files of a scan without a filter, all of which were taken.
   *
   * @throws MoraineException CORRUPT_FILE if some are missing
   */
  void requireAll() {
    List<ManifestFile> manifests = snapshot.dataManifests(io);
    if (manifests.isEmpty() && total() > 0) {
      throw damaged(
          "its manifest list "
              + snapshot.manifestListLocation()
              + " is empty, but the snapshot has "
              + total()
              + " data files");
    }
    long listed = 0;
    for (ManifestFile manifest : manifests) {
      if (manifest.addedFilesCount() == null || manifest.existingFilesCount() == null) {
        return;
      }
      listed += (long) manifest.addedFilesCount() + manifest.existingFilesCount();
    }
    // Some writers count too few; too many would be rows that are lost.
    if (listed > files) {
      throw damaged(
          "its manifest list "
              + snapshot.manifestListLocation()
              + " counts "
              + listed
              + " data files, but its manifests "
              + manifests.stream().limit(3).map(ManifestFile::path).toList()
              + " have "
              + files);
    }
  }

  private long total() {
    Map<String, String> summary = snapshot.summary();
    String total = summary == null ? null : summary.get(SnapshotSummary.TOTAL_DATA_FILES_PROP);
    return total == null || !total.matches("\\d{1,18}") ? 0 : Long.parseLong(total);
  }

  private MoraineException damaged(String what) {
    return new MoraineException(
        ErrorCode.CORRUPT_FILE,
        "Cannot plan the scan of table "
            + table
            + " at snapshot "
            + snapshot.snapshotId()
            + ": "
            + what
            + "; the file is damaged, restore it or go back to an older snapshot");
  }

  /** Which file planning failed on; the text is to follow "snapshot". */
  String culprit(Map<Integer, PartitionSpec> specs) {
    List<ManifestFile> manifests;
    try {
      manifests = snapshot.dataManifests(io);
    } catch (RuntimeException e) {
      return ", of manifest list " + snapshot.manifestListLocation();
    }
    for (ManifestFile manifest : manifests.subList(0, Math.min(manifests.size(), MAX_SEARCHED))) {
      try (ManifestReader<DataFile> reader = ManifestFiles.read(manifest, io, specs)) {
        reader.forEach(file -> {});
      } catch (IOException | RuntimeException e) {
        return ", of manifest " + manifest.path();
      }
    }
    return "";
  }
}
