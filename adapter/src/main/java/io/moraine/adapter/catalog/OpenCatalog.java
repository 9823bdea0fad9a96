/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.catalog;

import java.io.Closeable;
import java.io.IOException;
import org.apache.iceberg.catalog.Catalog;
import org.jspecify.annotations.Nullable;

/**
 * An open Iceberg catalog.
 *
 * @param catalog the catalog itself
 * @param roots where its tables may keep files
 * @param temporaryFolder the files of a catalog in memory, deleted with it
 */
record OpenCatalog(Catalog catalog, AllowedRoots roots, @Nullable ProcessFolder temporaryFolder)
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
        temporaryFolder.close();
      }
    }
  }
}
