/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.catalog;

import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import org.apache.iceberg.catalog.Catalog;
import org.jspecify.annotations.Nullable;

/**
 * An open Iceberg catalog.
 *
 * @param catalog the catalog itself
 * @param roots where its tables may keep files
 * @param temporaryFolder the files of a catalog in memory, deleted with it
 */
record OpenCatalog(Catalog catalog, AllowedRoots roots, @Nullable Path temporaryFolder)
    implements Closeable {

  @Override
  public void close() throws IOException {
    try {
      if (catalog instanceof AutoCloseable closeable) {
        closeable.close();
      }
    } catch (IOException | RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new IOException(e);
    } finally {
      if (temporaryFolder != null) {
        deleteTree(temporaryFolder);
      }
    }
  }

  private static void deleteTree(Path folder) {
    try {
      Files.walkFileTree(
          folder,
          new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
                throws IOException {
              Files.delete(file);
              return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path directory, @Nullable IOException failure)
                throws IOException {
              Files.delete(directory);
              return FileVisitResult.CONTINUE;
            }
          });
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot delete the temporary folder " + folder, e);
    }
  }
}
