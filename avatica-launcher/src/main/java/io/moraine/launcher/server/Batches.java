/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.launcher.server;

import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.apache.calcite.avatica.AvaticaUtils;
import org.apache.calcite.avatica.remote.TypedValue;

/** Batches as JDBC runs them; what an earlier batch that failed left behind is dropped first. */
final class Batches {
  private Batches() {}

  /** Runs {@code statement} once for each row of values; an update count for each. */
  static long[] run(PreparedStatement statement, List<List<TypedValue>> rows) throws SQLException {
    statement.clearBatch();
    for (List<TypedValue> row : rows) {
      ParameterValues.bind(statement, row);
      statement.addBatch();
    }
    return AvaticaUtils.executeLargeBatch(statement);
  }

  /** Runs each of {@code statements}; an update count for each. */
  static long[] runAll(Statement statement, List<String> statements) throws SQLException {
    statement.clearBatch();
    for (String sql : statements) {
      statement.addBatch(sql);
    }
    return AvaticaUtils.executeLargeBatch(statement);
  }
}
