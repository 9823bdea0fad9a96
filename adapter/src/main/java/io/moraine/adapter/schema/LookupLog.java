/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.schema;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * What the names in a statement meant when it was compiled: every look-up in a catalog, found or
 * not. When all of them have the same answers again, so has the compilation.
 */
public final class LookupLog {
  private final List<IcebergSchema> schemas = new CopyOnWriteArrayList<>();

  void add(IcebergSchema schema) {
    schemas.add(schema);
  }

  /**
   * Whether the names mean the same now.
   *
   * @param now takes the states of the tables that are found, for an execution to see
   */
  public boolean holds(Pins now) {
    return schemas.stream().allMatch(schema -> schema.meansTheSame(now));
  }
}
