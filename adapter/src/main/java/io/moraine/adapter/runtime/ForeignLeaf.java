/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.runtime;

import io.moraine.adapter.foreign.ForeignScan;

/**
 * A named place in generated SQL for the rows of a foreign table.
 *
 * @param isShared whether the text reads it more than once; it is then kept, so that both readings
 *     see the same rows
 */
record ForeignLeaf(String name, ForeignScan scan, boolean isShared) {
  ForeignLeaf shared() {
    return new ForeignLeaf(name, scan, true);
  }

  /** The common table expression, where the query of the engine is {@code rows}. */
  String commonTable(String rows) {
    return SqlText.identifier(name)
        + (isShared ? " AS MATERIALIZED (" : " AS NOT MATERIALIZED (")
        + rows
        + ")";
  }
}
