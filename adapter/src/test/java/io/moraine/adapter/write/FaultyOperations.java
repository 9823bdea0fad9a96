/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.write;

import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.TableOperations;
import org.apache.iceberg.encryption.EncryptionManager;
import org.apache.iceberg.io.FileIO;
import org.apache.iceberg.io.LocationProvider;

/** Real table operations whose commit fails: without doing it, or after it was done. */
final class FaultyOperations implements TableOperations {
  private final TableOperations real;
  private final RuntimeException failure;
  private final boolean afterCommit;

  FaultyOperations(TableOperations real, RuntimeException failure, boolean afterCommit) {
    this.real = real;
    this.failure = failure;
    this.afterCommit = afterCommit;
  }

  @Override
  public TableMetadata current() {
    return real.current();
  }

  @Override
  public TableMetadata refresh() {
    return real.refresh();
  }

  @Override
  public void commit(TableMetadata base, TableMetadata metadata) {
    if (base == metadata) {
      return;
    }
    if (afterCommit) {
      real.commit(base, metadata);
    }
    throw failure;
  }

  @Override
  public FileIO io() {
    return real.io();
  }

  @Override
  public EncryptionManager encryption() {
    return real.encryption();
  }

  @Override
  public String metadataFileLocation(String fileName) {
    return real.metadataFileLocation(fileName);
  }

  @Override
  public LocationProvider locationProvider() {
    return real.locationProvider();
  }

  @Override
  public TableOperations temp(TableMetadata uncommitted) {
    return real.temp(uncommitted);
  }

  @Override
  public long newSnapshotId() {
    return real.newSnapshotId();
  }
}
