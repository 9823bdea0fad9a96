/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.catalog;

import java.util.List;
import java.util.Map;
import org.apache.iceberg.CatalogUtil;
import org.apache.iceberg.io.FileIO;
import org.apache.iceberg.io.InputFile;
import org.apache.iceberg.io.OutputFile;
import org.apache.iceberg.io.StorageCredential;
import org.apache.iceberg.io.SupportsStorageCredentials;
import org.jspecify.annotations.Nullable;

/**
 * Files wherever their location says: local ones directly, all others as Iceberg finds the right
 * reader by their scheme (S3, GCS, Azure; their libraries must be on the class path).
 */
public final class LocationFileIO implements FileIO, SupportsStorageCredentials {
  private static final long serialVersionUID = 1L;
  private static final String BY_SCHEME = "org.apache.iceberg.io.ResolvingFileIO";

  private final LocalFileIO local = new LocalFileIO();
  private Map<String, String> properties = Map.of();
  private List<StorageCredential> credentials = List.of();
  private transient @Nullable FileIO remote;

  /** Iceberg makes an instance by name. */
  public LocationFileIO() {}

  @Override
  public void initialize(Map<String, String> newProperties) {
    properties = Map.copyOf(newProperties);
  }

  @Override
  public Map<String, String> properties() {
    return properties;
  }

  @Override
  public synchronized void setCredentials(List<StorageCredential> newCredentials) {
    credentials = List.copyOf(newCredentials);
    close();
  }

  @Override
  public synchronized List<StorageCredential> credentials() {
    return credentials;
  }

  @Override
  public InputFile newInputFile(String location) {
    return of(location).newInputFile(location);
  }

  @Override
  public InputFile newInputFile(String location, long length) {
    return of(location).newInputFile(location, length);
  }

  @Override
  public OutputFile newOutputFile(String location) {
    return of(location).newOutputFile(location);
  }

  @Override
  public void deleteFile(String location) {
    of(location).deleteFile(location);
  }

  @Override
  public synchronized void close() {
    if (remote != null) {
      remote.close();
      remote = null;
    }
  }

  private FileIO of(String location) {
    return LocalPaths.hasScheme(location) && LocalPaths.of(location).isEmpty() ? remote() : local;
  }

  private synchronized FileIO remote() {
    if (remote == null) {
      remote = CatalogUtil.loadFileIO(BY_SCHEME, properties, null, credentials);
    }
    return remote;
  }
}
