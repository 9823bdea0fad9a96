/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.runtime;

import io.moraine.adapter.catalog.AllowedRoots;
import io.moraine.adapter.catalog.CatalogLease;
import io.moraine.adapter.schema.IcebergTable;
import io.moraine.rules.error.MoraineException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.type.RelDataType;
import org.jspecify.annotations.Nullable;

/**
 * Executes trees over Iceberg tables in the embedded engine: the tree becomes one SQL text over
 * named leaves, and each execution binds the leaves to the files of the snapshots that it sees.
 */
public final class ColumnarRuntime {
  private static final ParquetFooters FOOTERS = new ParquetFooters();

  private ColumnarRuntime() {}

  /**
   * A tree as a statement that can be executed again and again.
   *
   * @throws io.moraine.rules.error.MoraineException NOT_SUPPORTED that names what the runtime
   *     cannot execute exactly
   */
  public static ColumnarQuery compile(RelNode tree) {
    return new ColumnarQuery(SqlGenerator.generate(tree));
  }

  /**
   * Whether an operator's meaning to the engine is what it is in SQL, its inputs aside. Functions
   * of models are left to who asks.
   */
  public static boolean canExecute(RelNode operator) {
    try {
      DuckRewrite rewrite = new DuckRewrite(operator.getCluster().getRexBuilder());
      rewrite.rewrite(operator);
      if (!rewrite.functions().isEmpty()) {
        return false;
      }
      operator.getRowType().getFieldList().forEach(field -> DuckTypes.of(field.getType()));
      return true;
    } catch (MoraineException e) {
      return false;
    }
  }

  /** The types of the parameters in a tree, by their numbers from 0. */
  public static Map<Integer, RelDataType> parameterTypes(RelNode tree) {
    return SqlGenerator.parameterTypes(tree);
  }

  /** Starts an execution. */
  static ColumnarResult execute(GeneratedSql sql, Execution execution) {
    Connection connection = null;
    try {
      DuckEngine engine = EnginePool.shared().engine(roots(sql));
      engine.require(sql.functions());
      connection = engine.connect(execution.zone());
      String text = new LeafBinder(execution, connection, FOOTERS).bind(sql);
      return run(text, execution, connection);
    } catch (SQLException e) {
      close(connection, execution, e);
      throw execution.failed(e);
    } catch (RuntimeException | Error e) {
      close(connection, execution, e);
      throw e;
    }
  }

  private static Collection<AllowedRoots> roots(GeneratedSql sql) {
    Map<String, AllowedRoots> roots = new LinkedHashMap<>();
    for (Leaf leaf : sql.leaves()) {
      CatalogLease lease = ((IcebergTable) leaf.target()).lease();
      roots.put(lease.name(), lease.roots());
    }
    return roots.values();
  }

  private static ColumnarResult run(String text, Execution execution, Connection connection)
      throws SQLException {
    Statement statement = connection.createStatement();
    statement.setQueryTimeout(execution.timeoutSeconds());
    execution.running(statement);
    return ColumnarResult.of(execution, connection, statement, query(statement, text));
  }

  private static ResultSet query(Statement statement, String text) throws SQLException {
    try {
      return DeepStack.call(() -> statement.executeQuery(text));
    } catch (SQLException | RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new IllegalStateException("JDBC raises no other checked exception", e);
    }
  }

  private static void close(
      @Nullable Connection connection, Execution execution, Throwable because) {
    // A cancel that comes late must not reach the closed statement.
    execution.finished();
    if (connection != null) {
      try {
        connection.close();
      } catch (SQLException e) {
        because.addSuppressed(e);
      }
    }
  }
}
