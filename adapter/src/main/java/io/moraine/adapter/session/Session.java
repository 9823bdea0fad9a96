/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.session;

import io.moraine.adapter.ddl.DdlStatements;
import io.moraine.adapter.runtime.ColumnarResult;
import io.moraine.adapter.runtime.DeepStack;
import io.moraine.adapter.runtime.Execution;
import io.moraine.adapter.schema.LookupLog;
import io.moraine.adapter.schema.Pins;
import io.moraine.rules.error.ErrorCode;
import io.moraine.rules.error.MoraineException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Predicate;
import org.apache.calcite.config.CalciteConnectionConfig;
import org.apache.calcite.jdbc.CalciteSchema;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlSetOption;
import org.apache.iceberg.catalog.TableIdentifier;

/** What a connection can do with a statement; every statement commits by itself. */
public final class Session {
  private final CalciteSchema root;
  private final RelDataTypeFactory typeFactory;
  private final CalciteConnectionConfig config;
  private final SessionSettings settings;
  private final PlanCache plans = new PlanCache();

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
   * A compiled statement, and what its next execution sees.
   *
   * @param pins the states of the tables
   */
  public record Ready(CompiledStatement statement, Pins pins) {}

  /**
   * Parses, validates and plans a statement, unless it was not long ago and nothing that it names
   * has changed since; runs nothing.
   *
   * @throws MoraineException with the code and place of what is wrong
   */
  public Ready ready(String sql) {
    if (!settings.planCache()) {
      return new Ready(compile(sql).statement(), Pins.asValidated());
    }
    PlanCache.Key key = new PlanCache.Key(sql, settings.schemaPath());
    Compilation known = plans.get(key);
    Optional<Pins> pins = known == null ? Optional.empty() : again(known);
    if (pins.isPresent()) {
      return new Ready(known.statement(), pins.get());
    }
    Compilation compilation = compile(sql);
    plans.put(key, compilation);
    return new Ready(compilation.statement(), Pins.asValidated());
  }

  /**
   * Parses, validates and plans a statement, and runs nothing.
   *
   * @throws MoraineException with the code and place of what is wrong
   */
  public Compilation compile(String sql) {
    LookupLog names = new LookupLog();
    Optional<List<Object>> parts = StatementSchema.parts(root);
    try {
      return new Compilation(DeepStack.call(() -> compile(sql, names)), names, parts);
    } catch (RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new IllegalStateException("Compiling raises no checked exception", e);
    }
  }

  private CompiledStatement compile(String sql, LookupLog names) {
    SqlNode parsed = Compiler.parse(sql);
    boolean mayNameHidden = HiddenNames.areIn(parsed);
    try {
      return compiler(names, false, table -> false).compile(parsed);
    } catch (MoraineException e) {
      if (!mayNameHidden || e.code() != ErrorCode.COLUMN_NOT_FOUND) {
        throw e;
      }
      // Only what no column or alias is called may be a hidden column.
      SqlNode again = Compiler.parse(sql);
      return compiler(names, true, HiddenNames.in(again)).compile(again);
    }
  }

  private Compiler compiler(
      LookupLog names, boolean showsHidden, Predicate<TableIdentifier> shown) {
    CalciteSchema seen = StatementSchema.of(root, names, shown);
    return new Compiler(seen, showsHidden, settings.schemaPath(), typeFactory, config);
  }

  /**
   * The states of tables that another execution of a compiled statement sees; empty if it must be
   * compiled again. What goes wrong here goes wrong there as well, with its place in the text.
   */
  public Optional<Pins> again(Compilation compilation) {
    try {
      return compilation.again(root);
    } catch (MoraineException e) {
      return Optional.empty();
    }
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
      case "plancache", "plan_cache" -> settings.planCache(value);
      case "querytimeout", "query_timeout" -> settings.queryTimeout(value);
      default ->
          throw new MoraineException(
              ErrorCode.INVALID_CONFIGURATION,
              "Cannot set '"
                  + name
                  + "': the settings of a session are timeZone, schema, planCache and"
                  + " queryTimeout");
    }
  }

  /** The catalogs of the connection, to look around in. */
  public CatalogBrowser catalogs() {
    return new CatalogBrowser(StatementSchema.of(root));
  }
}
