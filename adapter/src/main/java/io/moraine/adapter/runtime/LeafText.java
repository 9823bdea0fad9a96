/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.runtime;

import java.util.List;

/**
 * A leaf as a query of the engine.
 *
 * @param sql the query
 * @param deleted what the connection must know before it runs the query
 * @param fed whether the query names rows that are fed to one execution, so that no other can use
 *     it
 */
record LeafText(String sql, List<DeletedPositions> deleted, boolean fed) {
  /** Copies the list. */
  LeafText {
    deleted = List.copyOf(deleted);
  }
}
