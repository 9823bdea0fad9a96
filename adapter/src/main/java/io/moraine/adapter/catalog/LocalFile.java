/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.catalog;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import org.apache.iceberg.exceptions.AlreadyExistsException;
import org.apache.iceberg.exceptions.NotFoundException;
import org.apache.iceberg.io.InputFile;
import org.apache.iceberg.io.OutputFile;
import org.apache.iceberg.io.PositionOutputStream;
import org.apache.iceberg.io.SeekableInputStream;

/**
 * One local file to read or to write.
 *
 * @param location the location string as asked, which {@link #location()} gives back
 * @param path where the bytes are
 */
record LocalFile(String location, Path path) implements InputFile, OutputFile {

  @Override
  public long getLength() {
    try {
      return Files.size(path);
    } catch (NoSuchFileException e) {
      throw new NotFoundException(e, "File does not exist: %s", location);
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot read the size of " + location, e);
    }
  }

  @Override
  public boolean exists() {
    return Files.exists(path);
  }

  @Override
  public SeekableInputStream newStream() {
    return MetadataReads.open(new Unchecked(this));
  }

  private SeekableInputStream read() {
    try {
      return new LocalInputStream(FileChannel.open(path, StandardOpenOption.READ));
    } catch (NoSuchFileException e) {
      throw new NotFoundException(e, "File does not exist: %s", location);
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot open " + location, e);
    }
  }

  @Override
  public PositionOutputStream create() {
    try {
      return open(Set.of(StandardOpenOption.WRITE, StandardOpenOption.CREATE_NEW));
    } catch (FileAlreadyExistsException e) {
      throw new AlreadyExistsException(e, "File already exists: %s", location);
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot create " + location, e);
    }
  }

  @Override
  public PositionOutputStream createOrOverwrite() {
    try {
      return open(
          Set.of(
              StandardOpenOption.WRITE,
              StandardOpenOption.CREATE,
              StandardOpenOption.TRUNCATE_EXISTING));
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot write " + location, e);
    }
  }

  @Override
  public InputFile toInputFile() {
    return this;
  }

  @Override
  public String toString() {
    return location;
  }

  private PositionOutputStream open(Set<StandardOpenOption> options) throws IOException {
    Path folder = path.getParent();
    // createDirectories refuses a symbolic link to a folder, which is a legal folder here.
    if (folder != null && !Files.isDirectory(folder)) {
      Files.createDirectories(folder);
    }
    return new LocalOutputStream(FileChannel.open(path, options));
  }

  /** The same file to the check itself. */
  private record Unchecked(LocalFile file) implements InputFile {
    @Override
    public long getLength() {
      return file.getLength();
    }

    @Override
    public SeekableInputStream newStream() {
      return file.read();
    }

    @Override
    public String location() {
      return file.location();
    }

    @Override
    public boolean exists() {
      return file.exists();
    }
  }
}
