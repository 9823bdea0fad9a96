/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.schema;

import org.apache.iceberg.LocationProviders;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.TableOperations;
import org.apache.iceberg.encryption.EncryptionManager;
import org.apache.iceberg.io.FileIO;
import org.apache.iceberg.io.LocationProvider;

/** One state of a table: it cannot be refreshed, and nothing is committed through it. */
final class PinnedOperations implements TableOperations {
  private final TableOperations live;
  private final TableMetadata pinned;

  PinnedOperations(TableOperations live, TableMetadata pinned) {
    this.live = live;
    this.pinned = pinned;
  }

  @Override
  public TableMetadata current() {
    return pinned;
  }

  @Override
  public TableMetadata refresh() {
    return pinned;
  }

  @Override
  public void commit(TableMetadata base, TableMetadata metadata) {
    throw new IllegalStateException("A pinned state of a table takes no commit");
  }

  @Override
  public FileIO io() {
    return live.io();
  }

  @Override
  public EncryptionManager encryption() {
    return live.encryption();
  }

  @Override
  public String metadataFileLocation(String fileName) {
    return live.metadataFileLocation(fileName);
  }

  @Override
  public LocationProvider locationProvider() {
    return LocationProviders.locationsFor(pinned.location(), pinned.properties());
  }
}
