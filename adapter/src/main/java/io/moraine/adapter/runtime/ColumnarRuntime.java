/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.runtime;

import io.moraine.adapter.catalog.AllowedRoots;
import io.moraine.adapter.catalog.CatalogLease;
import io.moraine.adapter.schema.IcebergTable;
import io.moraine.rules.error.ErrorCode;
import io.moraine.rules.error.MoraineException;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;

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
    tree.getRowType().getFieldList().forEach(field -> requireColumn(field.getType()));
    return new ColumnarQuery(SqlGenerator.generate(tree));
  }

  private static void requireColumn(RelDataType type) {
    if (SqlTypeUtil.isInterval(type)) {
      throw EngineCalls.unsupported(
          "an interval as a column (TIMESTAMPDIFF gives the number of units between two date-times,"
              + " and so does CAST((a - b) unit AS BIGINT))");
    }
    if (type.isStruct()) {
      type.getFieldList().forEach(field -> requireColumn(field.getType()));
    } else if (type.getSqlTypeName() == SqlTypeName.MAP) {
      requireColumn(type.getKeyType());
      requireColumn(type.getValueType());
    } else if (type.getSqlTypeName() == SqlTypeName.ARRAY) {
      requireColumn(type.getComponentType());
    } else if (type.getSqlTypeName() == SqlTypeName.MULTISET) {
      throw EngineCalls.unsupported("a MULTISET as a column");
    }
  }

  /**
   * Whether an operator's meaning to the engine is what it is in SQL, its inputs aside. Functions
   * of models are left to who asks.
   */
  public static boolean canExecute(RelNode operator) {
    try {
      DuckRewrite rewrite =
          new DuckRewrite(operator.getCluster().getRexBuilder(), new Products(""), Sums.whole());
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
    try {
      return EnginePool.shared().run(roots(sql), execution, c -> start(sql, execution, c));
    } catch (LinkageError e) {
      throw unavailable(e);
    }
  }

  private static MoraineException unavailable(LinkageError thrown) {
    Throwable root = thrown;
    while (root.getCause() != null) {
      root = root.getCause();
    }
    return new MoraineException(
        ErrorCode.ENGINE_UNAVAILABLE,
        "The columnar engine cannot be loaded on "
            + System.getProperty("os.name")
            + " "
            + System.getProperty("os.arch")
            + ", so no query and no INSERT runs: "
            + root
            + "; it needs the jar org.duckdb:duckdb_jdbc, a platform that this jar has a library"
            + " for, and a folder java.io.tmpdir that libraries may be loaded from",
        thrown);
  }

  /** What the runtime of this process uses now. */
  public static RuntimeUsage usage() {
    EnginePool pool = EnginePool.shared();
    return new RuntimeUsage(
        ArrowMemory.allocatedBytes(),
        pool.engines(),
        pool.connections(),
        pool.admission().admitted(),
        pool.admission().waiting());
  }

  /** Closes the engines that no statement uses, rather than after a while. */
  public static void closeUnusedEngines() {
    EnginePool.shared().closeUnused();
  }

  private static Collection<AllowedRoots> roots(GeneratedSql sql) {
    Map<String, AllowedRoots> roots = new LinkedHashMap<>();
    for (Leaf leaf : sql.leaves()) {
      CatalogLease lease = ((IcebergTable) leaf.target()).lease();
      roots.put(lease.name(), lease.roots());
    }
    return roots.values();
  }

  private static ColumnarResult start(
      GeneratedSql sql, Execution execution, EngineConnection connection) throws SQLException {
    connection.require(sql.functions());
    LeafBinder binder = new LeafBinder(execution, connection.jdbc(), FOOTERS);
    List<String> texts = connection.call(() -> DeepStack.call(() -> binder.bind(sql)));
    int last = texts.size() - 1;
    for (String text : texts.subList(0, last)) {
      try {
        return rows(connection, text, sql);
      } catch (SQLException e) {
        if (DuckErrors.translate(e).code() != ErrorCode.NUMERIC_OUT_OF_RANGE) {
          throw e;
        }
      }
    }
    return rows(connection, texts.get(last), sql);
  }

  private static ColumnarResult rows(EngineConnection connection, String text, GeneratedSql sql)
      throws SQLException {
    Statement statement = connection.jdbc().createStatement();
    boolean started = false;
    try {
      ResultSet rows = connection.call(() -> DeepStack.call(() -> statement.executeQuery(text)));
      started = true;
      return ColumnarResult.of(connection, statement, rows, sql.instants());
    } finally {
      if (!started) {
        statement.close();
      }
    }
  }
}
