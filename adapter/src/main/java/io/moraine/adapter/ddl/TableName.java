/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.ddl;

import io.moraine.adapter.catalog.CatalogLease;
import org.apache.iceberg.catalog.TableIdentifier;

/**
 * A table by its full name.
 *
 * @param catalog the catalog it is in
 * @param id its namespace and name in that catalog
 */
public record TableName(CatalogLease catalog, TableIdentifier id) {
  /** The name as messages show it: catalog, namespace and table with dots. */
  @Override
  public String toString() {
    return catalog.name() + "." + id;
  }
}
