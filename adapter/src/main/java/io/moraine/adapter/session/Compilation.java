/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.session;

import io.moraine.adapter.foreign.ForeignScan;
import io.moraine.adapter.runtime.ColumnarQuery;
import io.moraine.adapter.schema.IcebergTable;
import io.moraine.adapter.schema.LookupLog;
import io.moraine.adapter.schema.Pins;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.calcite.jdbc.CalciteSchema;

/** A compiled statement, and on what it rests. */
public final class Compilation {
  private final CompiledStatement statement;
  private final LookupLog names;
  private final Optional<List<Object>> parts;

  Compilation(CompiledStatement statement, LookupLog names, Optional<List<Object>> parts) {
    this.statement = statement;
    this.names = names;
    this.parts = parts;
  }

  /** The statement. */
  public CompiledStatement statement() {
    return statement;
  }

  /** Whether it can be told later that the statement's names still mean the same. */
  boolean isRepeatable() {
    return parts.isPresent();
  }

  /**
   * The states of tables that another execution sees now; empty if the statement must be compiled
   * again, because a name means something else or a table has other columns.
   */
  Optional<Pins> again(CalciteSchema root) {
    Pins pins = new Pins();
    boolean same =
        isRepeatable() ? parts.equals(StatementSchema.parts(root)) && names.holds(pins) : true;
    return same
            && tables(statement).allMatch(table -> table.isSame(pins))
            && queries(statement)
                .flatMap(query -> query.foreignScans().stream())
                .allMatch(ForeignScan::isCurrent)
        ? Optional.of(pins)
        : Optional.empty();
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
}
