/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.runtime;

import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.fun.SqlLibraryOperators;
import org.apache.calcite.sql.type.OperandTypes;
import org.apache.calcite.sql.type.ReturnTypes;
import org.apache.calcite.sql.type.SqlOperandCountRanges;
import org.apache.calcite.sql.type.SqlOperandTypeChecker;
import org.apache.calcite.sql.type.SqlReturnTypeInference;
import org.apache.calcite.sql.type.SqlTypeFamily;
import org.apache.calcite.sql.type.SqlTypeTransforms;

/** Functions of strings and bytes; strings are code points throughout. */
final class TextFunctions {
  private static final SqlReturnTypeInference TEXT = ReturnTypes.VARCHAR_NULLABLE;
  private static final SqlReturnTypeInference INT = ReturnTypes.INTEGER_NULLABLE;
  private static final SqlTypeFamily CHARS = SqlTypeFamily.CHARACTER;
  private static final SqlTypeFamily INTEGER = SqlTypeFamily.INTEGER;
  private static final SqlOperandTypeChecker CHARS_OR_BYTES =
      OperandTypes.or(OperandTypes.CHARACTER, OperandTypes.BINARY);

  static final List<SqlOperator> ALL = all();

  private TextFunctions() {}

  private static List<SqlOperator> all() {
    List<SqlOperator> all = new ArrayList<>();
    lengths(all);
    parts(all);
    all.add(function("INITCAP", TEXT, "moraine_initcap($0)", CHARS));
    all.add(function("REVERSE", TEXT, "moraine_reverse($0)", CHARS));
    all.add(function("REPEAT", TEXT, "repeat($0, $1)", CHARS, INTEGER));
    all.add(
        new LibraryFunction(
            SqlLibraryOperators.TRANSLATE3,
            TEXT,
            OperandTypes.family(CHARS, CHARS, CHARS),
            call -> "translate(" + call.all() + ")"));
    all.add(function("CHR", TEXT, "moraine_chr($0)", INTEGER));
    all.add(function("ASCII", INT, "ascii($0)", CHARS));
    for (String name : List.of("STARTS_WITH", "STARTSWITH")) {
      all.add(function(name, ReturnTypes.BOOLEAN_NULLABLE, "starts_with($0, $1)", CHARS, CHARS));
    }
    for (String name : List.of("ENDS_WITH", "ENDSWITH")) {
      all.add(function(name, ReturnTypes.BOOLEAN_NULLABLE, "suffix($0, $1)", CHARS, CHARS));
    }
    all.add(variadic("CONCAT", ReturnTypes.VARCHAR, 1));
    all.add(
        variadic("CONCAT_WS", ReturnTypes.VARCHAR.andThen(SqlTypeTransforms.FORCE_NULLABLE), 2));
    for (String name : List.of("MD5", "SHA1", "SHA256")) {
      all.add(new LibraryFunction(name, TEXT, CHARS_OR_BYTES, call -> name + "($0)"));
    }
    all.add(function("TO_HEX", TEXT, "lower(hex($0))", SqlTypeFamily.BINARY));
    return all;
  }

  private static void lengths(List<SqlOperator> all) {
    for (String name : List.of("CHAR_LENGTH", "CHARACTER_LENGTH")) {
      all.add(function(name, INT, "CAST(length($0) AS INTEGER)", CHARS));
    }
    all.add(
        new LibraryFunction(
            "LENGTH",
            INT,
            CHARS_OR_BYTES,
            call -> call.isBinary(0) ? bytes("$0", true) : "CAST(length($0) AS INTEGER)"));
    all.add(
        new LibraryFunction(
            "OCTET_LENGTH", INT, CHARS_OR_BYTES, call -> bytes("$0", call.isBinary(0))));
    all.add(
        new LibraryFunction(
            "BIT_LENGTH",
            INT,
            CHARS_OR_BYTES,
            call -> "(" + bytes("$0", call.isBinary(0)) + " * 8)"));
  }

  private static String bytes(String operand, boolean binary) {
    return "CAST(" + (binary ? "octet_length(" : "strlen(") + operand + ") AS INTEGER)";
  }

  private static void parts(List<SqlOperator> all) {
    all.add(function("LEFT", TEXT, "left($0, $1)", CHARS, INTEGER));
    all.add(function("RIGHT", TEXT, "right($0, $1)", CHARS, INTEGER));
    for (String name : List.of("LPAD", "RPAD")) {
      String macro = "moraine_" + name + "($0, $1, ";
      all.add(
          new LibraryFunction(
              name,
              TEXT,
              optional(CHARS, INTEGER, CHARS),
              call -> macro + (call.operands().size() == 2 ? "' ')" : "$2)")));
    }
    for (String name : List.of("LTRIM", "RTRIM")) {
      all.add(
          new LibraryFunction(
              name,
              TEXT,
              optional(CHARS, CHARS),
              call -> name + (call.operands().size() == 1 ? "($0, ' ')" : "($0, $1)")));
    }
    all.add(
        new LibraryFunction(
            "BTRIM",
            TEXT,
            optional(CHARS, CHARS),
            call -> call.operands().size() == 1 ? "trim($0, ' ')" : "trim($0, $1)"));
    all.add(function("SPLIT_PART", TEXT, "moraine_split_part($0, $1, $2)", CHARS, CHARS, INTEGER));
    all.add(function("STRPOS", INT, "CAST(instr($0, $1) AS INTEGER)", CHARS, CHARS));
  }

  private static SqlOperandTypeChecker optional(SqlTypeFamily... families) {
    return OperandTypes.family(List.of(families), i -> i == families.length - 1);
  }

  private static LibraryFunction function(
      String name, SqlReturnTypeInference type, String text, SqlTypeFamily... operands) {
    return new LibraryFunction(name, type, OperandTypes.family(operands), call -> text);
  }

  /** A function of any number of strings, which leaves out NULLs. */
  private static LibraryFunction variadic(String name, SqlReturnTypeInference type, int least) {
    return new LibraryFunction(
        name,
        type,
        OperandTypes.repeat(SqlOperandCountRanges.from(least), OperandTypes.CHARACTER),
        call -> name + "(" + call.all() + ")");
  }
}
