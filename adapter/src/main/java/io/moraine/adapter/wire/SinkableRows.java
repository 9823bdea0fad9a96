/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.wire;

import java.sql.SQLException;

/**
 * A result set, to be unwrapped as this, that can hand over values of its current row without
 * making objects of them. It is for the server, which would take the objects apart again.
 */
public interface SinkableRows {
  /**
   * Hands over the values of columns in the current row, one after the other, up to one that needs
   * a conversion, which is left to the getters. They do not count for {@code wasNull}.
   *
   * @param column the first of them, from 1
   * @return the first that was not handed over; behind the last when all were
   * @throws SQLException as the getters throw it
   */
  int handOver(int column, ValueSink sink) throws SQLException;
}
