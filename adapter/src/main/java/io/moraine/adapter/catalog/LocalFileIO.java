/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.catalog;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.iceberg.ContentFile;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.DeleteFile;
import org.apache.iceberg.exceptions.NotFoundException;
import org.apache.iceberg.io.FileIO;
import org.apache.iceberg.io.InputFile;
import org.apache.iceberg.io.OutputFile;
import org.jspecify.annotations.Nullable;

/**
 * Iceberg files on the local file system, without Hadoop. A file keeps the location string that it
 * was asked by, because position deletes match data files by that string.
 */
public final class LocalFileIO implements FileIO {
  /** The catalog property with the locations, one a line, below which files are read. */
  static final String ROOTS = "moraine.roots";

  private static final long serialVersionUID = 1L;

  private String rootLocations = "";
  private transient @Nullable AllowedRoots roots;

  /** Iceberg makes an instance by name. */
  public LocalFileIO() {}

  @Override
  public synchronized void initialize(Map<String, String> properties) {
    rootLocations = properties.getOrDefault(ROOTS, "");
    roots = null;
  }

  @Override
  public Map<String, String> properties() {
    return Map.of();
  }

  @Override
  public InputFile newInputFile(String location) {
    return newInputFile(location, 0);
  }

  @Override
  public InputFile newInputFile(String location, long length) {
    Path path = path(location);
    AllowedRoots allowed = roots();
    if (!allowed.allows(location)) {
      throw new OutsideRootsException(location, allowed);
    }
    LocalFile file = new LocalFile(location, path);
    return location.endsWith(".avro") ? new ManifestInput(file, length) : file;
  }

  private synchronized AllowedRoots roots() {
    AllowedRoots known = roots;
    if (known == null) {
      known = AllowedRoots.of(rootLocations.isEmpty() ? List.of() : rootLocations.lines().toList());
      roots = known;
    }
    return known;
  }

  @Override
  public InputFile newInputFile(DataFile file) {
    return ContentInput.of(content(file), file);
  }

  @Override
  public InputFile newInputFile(DeleteFile file) {
    return ContentInput.of(content(file), file);
  }

  /** Not by the ending of the name: what is in a data file is nobody's manifest. */
  private static InputFile content(ContentFile<?> file) {
    if (file.keyMetadata() != null) {
      throw new UnsupportedOperationException("Cannot decrypt " + file.location());
    }
    return new LocalFile(file.location(), path(file.location()));
  }

  @Override
  public OutputFile newOutputFile(String location) {
    return new LocalFile(location, path(location));
  }

  @Override
  public void deleteFile(String location) {
    try {
      Files.delete(path(location));
    } catch (NoSuchFileException e) {
      throw new NotFoundException(e, "File does not exist: %s", location);
    } catch (DirectoryNotEmptyException e) {
      throw new UncheckedIOException(
          "Cannot delete " + location + ": it is a folder with files", e);
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot delete " + location, e);
    }
  }

  private static Path path(String location) {
    try {
      return LocalPaths.of(location)
          .orElseThrow(
              () ->
                  new IllegalArgumentException(
                      "Not a location of the local file system: "
                          + Secrets.redact(location)
                          + "; set the catalog property 'io-impl' to a FileIO that reads it"));
    } catch (InvalidPathException e) {
      throw new IllegalArgumentException("Not a path: " + location, e);
    }
  }
}
