/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.plan;

/**
 * What planning read and found.
 *
 * @param manifests data manifests opened
 * @param totalManifests data manifests of the snapshot
 * @param files data files planned
 * @param totalFiles data files of the snapshot, −1 when the snapshot does not tell
 * @param bytes size of the planned files
 * @param totalBytes size of all data files of the snapshot, −1 when the snapshot does not tell
 * @param byCatalog whether the catalog's server planned, so that no manifest was opened here
 */
public record ScanReport(
    long manifests,
    long totalManifests,
    long files,
    long totalFiles,
    long bytes,
    long totalBytes,
    boolean byCatalog) {
  /** A table to which nothing was written. */
  public static final ScanReport EMPTY = new ScanReport(0, 0, 0, 0, 0, 0, false);
}
