/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.session;

import io.moraine.adapter.ddl.DdlStatements;
import io.moraine.adapter.foreign.ForeignScan;
import io.moraine.adapter.runtime.ColumnarQuery;
import io.moraine.adapter.runtime.ColumnarResult;
import io.moraine.adapter.runtime.DeepStack;
import io.moraine.adapter.runtime.Execution;
import io.moraine.adapter.schema.IcebergTable;
import io.moraine.adapter.schema.Pins;
import io.moraine.rules.error.ErrorCode;
import io.moraine.rules.error.MoraineException;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.apache.calcite.config.CalciteConnectionConfig;
import org.apache.calcite.jdbc.CalciteSchema;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlSetOption;

/** What a connection can do with a statement; every statement commits by itself. */
public final class Session {
  private final CalciteSchema root;
  private final RelDataTypeFactory typeFactory;
  private final CalciteConnectionConfig config;
  private final SessionSettings settings;

  /**
   * A session.
   *
   * @param root the schemas of the connection, looked at anew by each statement
   * @param typeFactory a factory with the project's type system
   */
  public Session(
      CalciteSchema root,
      RelDataTypeFactory typeFactory,
      CalciteConnectionConfig config,
      SessionSettings settings) {
    this.root = root;
    this.typeFactory = typeFactory;
    this.config = config;
    this.settings = settings;
  }

  /** The session's settings. */
  public SessionSettings settings() {
    return settings;
  }

  /** The factory of the types in compiled statements. */
  public RelDataTypeFactory typeFactory() {
    return typeFactory;
  }

  /**
   * Parses, validates and plans a statement, and runs nothing.
   *
   * @throws MoraineException with the code and place of what is wrong
   */
  public CompiledStatement compile(String sql) {
    Compiler compiler = new Compiler(root, settings.schemaPath(), typeFactory, config);
    try {
      return DeepStack.call(() -> compiler.compile(sql));
    } catch (RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new IllegalStateException("Compiling raises no checked exception", e);
    }
  }

  /**
   * Whether the tables of a compiled statement still have the columns it was compiled for, in the
   * states that an execution will see.
   */
  public static boolean isCurrent(CompiledStatement statement, Pins pins) {
    return tables(statement)
            .allMatch(table -> table.schema().sameSchema(table.schema(pins.state(table))))
        && queries(statement)
            .flatMap(query -> query.foreignScans().stream())
            .allMatch(ForeignScan::isCurrent);
  }

  private static Stream<ColumnarQuery> queries(CompiledStatement statement) {
    if (statement instanceof CompiledStatement.Query query) {
      return Stream.of(query.query());
    }
    if (statement instanceof CompiledStatement.Insert insert) {
      return Stream.of(insert.source());
    }
    return statement instanceof CompiledStatement.Explain explain
        ? queries(explain.explained())
        : Stream.empty();
  }

  private static Stream<IcebergTable> tables(CompiledStatement statement) {
    if (statement instanceof CompiledStatement.Query query) {
      return query.query().tables().stream();
    }
    if (statement instanceof CompiledStatement.Insert insert) {
      return Stream.concat(Stream.of(insert.target()), insert.source().tables().stream());
    }
    return statement instanceof CompiledStatement.Explain explain
        ? tables(explain.explained())
        : Stream.empty();
  }

  /** Starts a query; the caller closes the result. */
  public ColumnarResult query(CompiledStatement.Query query, Execution execution) {
    return query.query().execute(execution);
  }

  /** Runs an INSERT as one commit, and returns the number of rows. */
  public long insert(CompiledStatement.Insert insert, Execution execution) {
    return Insertion.run(insert.target(), insert.source(), execution);
  }

  /** The lines that explain a statement. */
  public List<String> explain(CompiledStatement.Explain explain, Execution execution) {
    return ExplainText.of(explain.explained(), execution);
  }

  /** Runs a statement that changes a catalog. */
  public void execute(CompiledStatement.Ddl ddl) {
    try {
      new DdlStatements(new SchemaNames(root, settings.schemaPath())).execute(ddl.statement());
    } catch (RuntimeException | StackOverflowError e) {
      throw SqlErrors.invalid(e);
    }
  }

  /** Runs {@code SET}. */
  public void execute(CompiledStatement.SetOption set) {
    SqlSetOption option = set.statement();
    SqlNode value = option.getValue();
    if (value == null) {
      throw new MoraineException(
          ErrorCode.NOT_SUPPORTED, "RESET is not supported; SET the former value instead");
    }
    String text =
        value instanceof SqlLiteral literal ? String.valueOf(literal.toValue()) : value.toString();
    set(
        option.name() instanceof SqlIdentifier name
            ? String.join(".", name.names)
            : option.name().toString(),
        text);
  }

  private void set(String name, String value) {
    switch (name.toLowerCase(Locale.ROOT)) {
      case "timezone", "time_zone" -> settings.timeZone(value);
      case "schema" -> settings.schemaPath(catalogs().schemaPath(value));
      default ->
          throw new MoraineException(
              ErrorCode.INVALID_CONFIGURATION,
              "Cannot set '" + name + "': the settings of a session are timeZone and schema");
    }
  }

  /** The catalogs of the connection, to look around in. */
  public CatalogBrowser catalogs() {
    return new CatalogBrowser(StatementSchema.of(root));
  }
}
