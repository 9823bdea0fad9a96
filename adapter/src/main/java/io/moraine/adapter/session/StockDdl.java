/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.session;

import io.moraine.adapter.ddl.DdlStatements;
import io.moraine.rules.error.ErrorCode;
import io.moraine.rules.error.MoraineException;
import org.apache.calcite.jdbc.CalcitePrepare;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlSetOption;

/** DDL on the stock Calcite driver, which runs it while it prepares the statement. */
public final class StockDdl {
  private StockDdl() {}

  /**
   * Runs a statement of ours in the schemas of the connection.
   *
   * @throws RuntimeException one whose SQLSTATE the driver passes on, with the {@link
   *     MoraineException} as its cause
   */
  public static void execute(CalcitePrepare.Context context, SqlNode statement) {
    try {
      run(context, statement);
    } catch (RuntimeException | StackOverflowError e) {
      throw JdbcErrors.starting(e);
    }
  }

  private static void run(CalcitePrepare.Context context, SqlNode statement) {
    if (statement instanceof SqlSetOption option) {
      throw new MoraineException(
          ErrorCode.NOT_SUPPORTED,
          "Cannot set '"
              + option.name()
              + "' on jdbc:calcite:; use a connection property, as timeZone or schema, or connect with jdbc:moraine:");
    }
    if (!DdlStatements.handles(statement)) {
      throw new MoraineException(
          ErrorCode.NOT_SUPPORTED,
          "Statements of kind "
              + statement.getKind()
              + " are not supported on jdbc:calcite:, where every statement commits by itself");
    }
    new DdlStatements(
            new SchemaNames(context.getMutableRootSchema(), context.getDefaultSchemaPath()))
        .execute(statement);
  }
}
