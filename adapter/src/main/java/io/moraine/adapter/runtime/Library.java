/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.runtime;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlFunctionCategory;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlOperatorTable;
import org.apache.calcite.sql.SqlSyntax;
import org.apache.calcite.sql.fun.SqlLibraryOperators;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.OperandTypes;
import org.apache.calcite.sql.type.ReturnTypes;
import org.apache.calcite.sql.type.SqlReturnTypeInference;
import org.apache.calcite.sql.type.SqlTypeTransforms;
import org.apache.calcite.sql.util.SqlOperatorTables;
import org.apache.calcite.sql.validate.SqlNameMatcher;
import org.jspecify.annotations.Nullable;

/** The operators that statements may use: the standard's, and functions of other libraries. */
public final class Library {
  /** Calcite's functions, which JDBC escapes name, that mean the same as ours. */
  private static final List<SqlOperator> SAME =
      List.of(
          SqlLibraryOperators.LEFT,
          SqlLibraryOperators.RIGHT,
          SqlLibraryOperators.REPEAT,
          SqlLibraryOperators.DAYNAME,
          SqlLibraryOperators.MONTHNAME);

  private static final SqlOperatorTable TABLE = table();
  private static final Map<SqlOperator, LibraryFunction> STANDARD = standard();

  private Library() {}

  /** All operators that the validator knows; the runtime refuses some of the standard's. */
  public static SqlOperatorTable operators() {
    return TABLE;
  }

  private static SqlOperatorTable table() {
    List<SqlOperator> ours =
        Stream.of(
                TextFunctions.ALL.stream(),
                NumberFunctions.ALL.stream(),
                DateFunctions.ALL.stream(),
                aggregates(),
                Stream.<SqlOperator>of(
                    UnitDifference.INSTANCE,
                    SqlLibraryOperators.BOOL_AND,
                    SqlLibraryOperators.BOOL_OR,
                    SqlLibraryOperators.STRING_AGG,
                    SqlLibraryOperators.MAX_BY,
                    SqlLibraryOperators.MIN_BY,
                    SqlLibraryOperators.ILIKE,
                    SqlLibraryOperators.NOT_ILIKE))
            .flatMap(s -> s)
            .toList();
    Set<String> names = ours.stream().map(SqlOperator::getName).collect(Collectors.toSet());
    return SqlOperatorTables.chain(new Standard(names), SqlOperatorTables.of(ours));
  }

  /** The standard's operators without the functions that we have ourselves. */
  private record Standard(Set<String> hidden) implements SqlOperatorTable {
    @Override
    public void lookupOperatorOverloads(
        SqlIdentifier name,
        @Nullable SqlFunctionCategory category,
        SqlSyntax syntax,
        List<SqlOperator> found,
        SqlNameMatcher matcher) {
      List<SqlOperator> standard = new ArrayList<>();
      SqlStdOperatorTable.instance()
          .lookupOperatorOverloads(name, category, syntax, standard, matcher);
      standard.stream().filter(this::isSeen).forEach(found::add);
    }

    @Override
    public List<SqlOperator> getOperatorList() {
      return SqlStdOperatorTable.instance().getOperatorList().stream()
          .filter(this::isSeen)
          .toList();
    }

    private boolean isSeen(SqlOperator operator) {
      return operator.getSyntax() != SqlSyntax.FUNCTION || !hidden.contains(operator.getName());
    }
  }

  private static Stream<SqlOperator> aggregates() {
    SqlReturnTypeInference type = ReturnTypes.DOUBLE.andThen(SqlTypeTransforms.FORCE_NULLABLE);
    return Stream.concat(
        Stream.of("STDDEV_POP", "STDDEV_SAMP", "STDDEV", "VAR_POP", "VAR_SAMP", "VARIANCE")
            .map(name -> new LibraryAggregate(name, type, OperandTypes.NUMERIC, 1)),
        Stream.of("COVAR_POP", "COVAR_SAMP")
            .map(name -> new LibraryAggregate(name, type, OperandTypes.NUMERIC_NUMERIC, 2)));
  }

  /**
   * The function of ours that has the name of one of the standard's: Calcite's own driver and JDBC
   * escapes name the latter.
   */
  static @Nullable LibraryFunction function(SqlOperator operator) {
    return operator instanceof LibraryFunction function ? function : STANDARD.get(operator);
  }

  private static Map<SqlOperator, LibraryFunction> standard() {
    Map<String, LibraryFunction> ours =
        Stream.of(TextFunctions.ALL, NumberFunctions.ALL, DateFunctions.ALL)
            .flatMap(List::stream)
            .collect(Collectors.toMap(SqlOperator::getName, f -> (LibraryFunction) f));
    Map<SqlOperator, LibraryFunction> standard = new IdentityHashMap<>();
    for (SqlOperator operator : SqlStdOperatorTable.instance().getOperatorList()) {
      LibraryFunction function = ours.get(operator.getName());
      if (operator instanceof SqlFunction && function != null) {
        standard.put(operator, function);
      }
    }
    for (SqlOperator same : SAME) {
      standard.put(same, Objects.requireNonNull(ours.get(same.getName())));
    }
    return standard;
  }
}
