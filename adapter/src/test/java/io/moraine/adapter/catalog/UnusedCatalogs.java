/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.catalog;

/** The catalogs that nobody closes, because the stock driver does not. */
public final class UnusedCatalogs {
  private UnusedCatalogs() {}

  /** Closes them now. */
  public static void close() {
    CatalogRegistry.shared().closeUnused();
  }
}
