/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.catalog;

import io.moraine.rules.error.ErrorCode;
import io.moraine.rules.error.MoraineException;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.apache.iceberg.CatalogUtil;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.DeleteFile;
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
    local.initialize(properties);
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
    return checked(at(location, io -> io.newInputFile(location)));
  }

  @Override
  public InputFile newInputFile(String location, long length) {
    return checked(at(location, io -> io.newInputFile(location, length)));
  }

  @Override
  public InputFile newInputFile(DataFile file) {
    return at(
        file.location(),
        io -> io == local ? io.newInputFile(file) : ContentInput.of(io.newInputFile(file), file));
  }

  @Override
  public InputFile newInputFile(DeleteFile file) {
    return at(
        file.location(),
        io -> io == local ? io.newInputFile(file) : ContentInput.of(io.newInputFile(file), file));
  }

  @Override
  public OutputFile newOutputFile(String location) {
    return at(location, io -> io.newOutputFile(location));
  }

  @Override
  public void deleteFile(String location) {
    at(
        location,
        io -> {
          io.deleteFile(location);
          return location;
        });
  }

  @Override
  public synchronized void close() {
    if (remote != null) {
      remote.close();
      remote = null;
    }
  }

  /** A local file looks after itself. */
  private static InputFile checked(InputFile file) {
    return file instanceof LocalFile || !MetadataReads.isMetadata(file.location())
        ? file
        : new StoredMetadata(file);
  }

  private <T> T at(String location, Function<FileIO, T> use) {
    if (!LocalPaths.hasScheme(location) || LocalPaths.of(location).isPresent()) {
      return use.apply(local);
    }
    StoreLibraries.require(location);
    try {
      return use.apply(remote());
    } catch (LinkageError e) {
      throw new MoraineException(
          ErrorCode.INVALID_CONFIGURATION,
          "No library on the class path reads '"
              + Secrets.redact(location)
              + "'; add Iceberg's library for this store (as iceberg-aws, iceberg-gcp or"
              + " iceberg-azure), or set the catalog property 'io-impl'",
          e);
    }
  }

  private synchronized FileIO remote() {
    if (remote == null) {
      remote = CatalogUtil.loadFileIO(BY_SCHEME, properties, null, credentials);
    }
    return remote;
  }
}
