/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.launcher.server;

import java.sql.SQLException;
import java.util.List;
import org.apache.calcite.avatica.ColumnMetaData;
import org.apache.calcite.avatica.Meta;

/** Some rows of a result, together with what is known of its columns. */
final class ResultFrame extends Meta.Frame {
  private static final String NOT_IN_JSON = "0A000";

  private final List<ColumnMetaData> columns;

  ResultFrame(long offset, boolean done, List<Object> rows, List<ColumnMetaData> columns) {
    super(offset, done, rows);
    this.columns = columns;
  }

  /**
   * Refuses NaN and infinities, which JSON has no number for: Avatica's client fails on what would
   * be written instead.
   *
   * @throws SQLException naming the column
   */
  void requireFinite() throws SQLException {
    for (Object row : rows) {
      Object[] values = (Object[]) row;
      for (int i = 0; i < values.length; i++) {
        if (values[i] instanceof Double d && !Double.isFinite(d)
            || values[i] instanceof Float f && !Float.isFinite(f)) {
          throw new SQLException(
              "Column "
                  + columns.get(i).label
                  + " holds "
                  + values[i]
                  + ", which JSON cannot carry; connect with serialization=protobuf",
              NOT_IN_JSON);
        }
      }
    }
  }
}
