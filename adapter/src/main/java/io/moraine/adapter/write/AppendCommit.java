/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.write;

import io.moraine.rules.error.ErrorCode;
import io.moraine.rules.error.MoraineException;
import java.util.List;
import org.apache.iceberg.AppendFiles;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.Table;
import org.apache.iceberg.Transaction;
import org.apache.iceberg.exceptions.CleanableFailure;
import org.apache.iceberg.exceptions.CommitFailedException;
import org.apache.iceberg.exceptions.CommitStateUnknownException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One append as one commit. It is staged in a transaction of Iceberg's first: the snapshot's id is
 * known before the swap, so whatever the catalog answers, the table itself can be asked whether the
 * snapshot is there. Data files are deleted only when it is certain that no snapshot names them.
 */
final class AppendCommit {
  private static final Logger LOG = LoggerFactory.getLogger(AppendCommit.class);
  private static final String ENGINE_PROPERTY = "engine-name";
  private static final String ENGINE = "moraine";

  /** What the table says about the snapshot after a swap that did not succeed plainly. */
  private enum Outcome {
    COMMITTED,
    NOT_COMMITTED,
    UNKNOWN
  }

  private final Table table;
  private final WrittenFiles written;

  AppendCommit(Table table, WrittenFiles written) {
    this.table = table;
    this.written = written;
  }

  void run() {
    Transaction transaction;
    long snapshotId;
    try {
      transaction = table.newTransaction();
      snapshotId = stage(transaction);
    } catch (RuntimeException e) {
      deleteFiles();
      throw WriteErrors.translate(table, e);
    }
    swap(transaction, snapshotId);
  }

  private long stage(Transaction transaction) {
    AppendFiles append = transaction.newAppend().set(ENGINE_PROPERTY, ENGINE);
    written.files().forEach(append::appendFile);
    append.commit();
    return transaction.table().currentSnapshot().snapshotId();
  }

  private void swap(Transaction transaction, long snapshotId) {
    try {
      transaction.commitTransaction();
    } catch (CommitStateUnknownException e) {
      throw unknown(snapshotId, e);
    } catch (RuntimeException e) {
      Outcome outcome = outcome(snapshotId);
      if (e instanceof CleanableFailure && outcome != Outcome.COMMITTED) {
        if (outcome == Outcome.NOT_COMMITTED) {
          deleteFiles();
        }
        throw e instanceof CommitFailedException ? conflict(e) : WriteErrors.translate(table, e);
      }
      if (e instanceof CleanableFailure || outcome != Outcome.COMMITTED) {
        // Iceberg has deleted the manifests of what it took for a certain failure.
        throw unknown(snapshotId, e);
      }
      LOG.warn("Snapshot {} of {} was committed despite an error", snapshotId, table.name(), e);
    }
  }

  /** A catalog can lose its answer to a swap that it made. */
  private Outcome outcome(long snapshotId) {
    try {
      table.refresh();
      return table.snapshot(snapshotId) == null ? Outcome.NOT_COMMITTED : Outcome.COMMITTED;
    } catch (RuntimeException e) {
      LOG.warn("Could not look for snapshot {} of {}", snapshotId, table.name(), e);
      return Outcome.UNKNOWN;
    }
  }

  private MoraineException conflict(RuntimeException cause) {
    return new MoraineException(
        ErrorCode.COMMIT_CONFLICT,
        "Appending to table "
            + table.name()
            + " lost against concurrent commits and nothing was committed; run the statement again",
        cause);
  }

  private MoraineException unknown(long snapshotId, RuntimeException cause) {
    return new MoraineException(
        ErrorCode.COMMIT_UNKNOWN,
        "It is unknown whether appending "
            + written.rows()
            + " rows to table "
            + table.name()
            + " was committed; look for snapshot "
            + snapshotId
            + " in the table's $snapshots before running the statement again",
        cause);
  }

  private void deleteFiles() {
    List<String> locations = written.files().stream().map(DataFile::location).toList();
    DataFileSink.deleteAll(table, locations);
  }
}
