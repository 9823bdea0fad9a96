/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.e2e;

import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.apache.iceberg.Files;
import org.apache.iceberg.io.FileIO;
import org.apache.iceberg.io.InputFile;
import org.apache.iceberg.io.OutputFile;
import org.apache.iceberg.io.SeekableInputStream;

/**
 * Local files, with a note of each one that is opened for reading. The notes are kept by the value
 * of the catalog property {@value #KEY}.
 */
public final class CountingFileIO implements FileIO {
  /** Whose notes these are. */
  static final String KEY = "io.counting.name";

  private static final Map<String, Queue<String>> OPENED = new ConcurrentHashMap<>();

  private String name = "";

  /** Iceberg makes an instance by name. */
  public CountingFileIO() {}

  /** The names of the files opened so far. */
  static Queue<String> opened(String name) {
    return OPENED.computeIfAbsent(name, n -> new ConcurrentLinkedQueue<>());
  }

  @Override
  public void initialize(Map<String, String> properties) {
    name = properties.getOrDefault(KEY, "");
  }

  @Override
  public Map<String, String> properties() {
    return Map.of(KEY, name);
  }

  @Override
  public InputFile newInputFile(String path) {
    return new Counted(Files.localInput(path), name);
  }

  @Override
  public OutputFile newOutputFile(String path) {
    return Files.localOutput(path);
  }

  @Override
  public void deleteFile(String path) {
    new java.io.File(path.replaceFirst("^file:", "")).delete();
  }

  private record Counted(InputFile file, String name) implements InputFile {
    @Override
    public long getLength() {
      return file.getLength();
    }

    @Override
    public SeekableInputStream newStream() {
      opened(name).add(location().substring(location().lastIndexOf('/') + 1));
      return file.newStream();
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
