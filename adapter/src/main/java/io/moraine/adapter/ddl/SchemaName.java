/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.ddl;

import io.moraine.adapter.catalog.CatalogLease;
import org.apache.iceberg.catalog.Namespace;

/**
 * A schema by its full name.
 *
 * @param catalog the catalog it is in
 * @param namespace its levels in that catalog
 */
public record SchemaName(CatalogLease catalog, Namespace namespace) {
  /** The name as messages show it: catalog and levels with dots. */
  @Override
  public String toString() {
    return catalog.name() + "." + namespace;
  }
}
