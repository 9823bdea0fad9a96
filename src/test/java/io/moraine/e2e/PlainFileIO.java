/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.e2e;

import java.io.File;
import org.apache.iceberg.Files;
import org.apache.iceberg.io.FileIO;
import org.apache.iceberg.io.InputFile;
import org.apache.iceberg.io.OutputFile;

/** Local files for Iceberg's library as the tests use it, without the product's classes. */
public final class PlainFileIO implements FileIO {
  private static final long serialVersionUID = 1L;

  @Override
  public InputFile newInputFile(String location) {
    return Files.localInput(location);
  }

  @Override
  public OutputFile newOutputFile(String location) {
    return Files.localOutput(path(location));
  }

  /** Iceberg's own method would make a folder called {@code file:}. */
  private static File path(String location) {
    return new File(location.startsWith("file:") ? location.substring(5) : location);
  }

  @Override
  public void deleteFile(String location) {
    File file = path(location);
    if (!file.delete()) {
      throw new IllegalStateException("Cannot delete " + file);
    }
  }
}
