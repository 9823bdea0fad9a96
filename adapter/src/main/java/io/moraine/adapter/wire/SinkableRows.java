/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.wire;

import java.sql.SQLException;

/**
 * A result set, to be unwrapped as this, that can hand over values of its current row without
 * making objects of them. It is for the server, which would take the objects apart again.
 */
public interface SinkableRows {
  /**
   * Hands over the value of a column in the current row. It does not count for {@code wasNull}.
   *
   * @param column from 1
   * @return whether it did: columns whose values need a conversion are left to the getters
   * @throws SQLException as the getters throw it
   */
  boolean handOver(int column, ValueSink sink) throws SQLException;
}
