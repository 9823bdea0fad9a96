/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.runtime;

import org.apache.calcite.sql.SqlAggFunction;
import org.apache.calcite.sql.SqlFunctionCategory;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.type.SqlOperandTypeChecker;
import org.apache.calcite.sql.type.SqlReturnTypeInference;
import org.apache.calcite.util.Optionality;

/** An aggregate of DOUBLE, of whatever numbers its arguments are. */
final class LibraryAggregate extends SqlAggFunction {
  private final int arguments;

  LibraryAggregate(
      String name, SqlReturnTypeInference type, SqlOperandTypeChecker operands, int arguments) {
    super(
        name,
        null,
        SqlKind.OTHER_FUNCTION,
        type,
        null,
        operands,
        SqlFunctionCategory.SYSTEM,
        false,
        false,
        Optionality.FORBIDDEN);
    this.arguments = arguments;
  }

  /** The engine's text. */
  String text(boolean distinct) {
    String name =
        switch (getName()) {
          case "STDDEV" -> "stddev_samp";
          case "VARIANCE" -> "var_samp";
          default -> getName();
        };
    String first = (distinct ? "(DISTINCT " : "(") + "CAST($0 AS DOUBLE)";
    return name + first + (arguments > 1 ? ", CAST($1 AS DOUBLE))" : ")");
  }
}
