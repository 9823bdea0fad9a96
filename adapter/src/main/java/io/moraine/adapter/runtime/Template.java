/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.runtime;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlFunctionCategory;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlWriter;
import org.apache.calcite.sql.type.OperandTypes;
import org.apache.calcite.sql.type.ReturnTypes;

/**
 * A call whose text is given: {@code $0}, {@code $1} … stand for its operands, {@code $$} for a
 * dollar. It carries what Calcite's types know into SQL text that has no types.
 */
final class Template extends SqlFunction {
  private static final Pattern OPERAND = Pattern.compile("(?<!\\$)\\$(\\d+)");

  private final String text;
  private final boolean repeats;

  /** A call with operands. */
  static Template of(String text) {
    return new Template(text);
  }

  /** A text without operands, in which a dollar is a dollar. */
  static Template verbatim(String text) {
    return new Template(escaped(text));
  }

  private Template(String text) {
    super(
        text,
        SqlKind.OTHER_FUNCTION,
        ReturnTypes.ARG0,
        null,
        OperandTypes.VARIADIC,
        SqlFunctionCategory.USER_DEFINED_FUNCTION);
    this.text = text;
    this.repeats = Repetition.repeats(text);
  }

  /** Whether the text may name an operand more than once. */
  boolean repeats() {
    return repeats;
  }

  @Override
  public void unparse(SqlWriter writer, SqlCall call, int leftPrec, int rightPrec) {
    write(writer, text, call.getOperandList().size(), i -> write(writer, call.operand(i)));
  }

  private static void write(SqlWriter writer, SqlNode operand) {
    if (operand.isA(SqlKind.QUERY) || operand.getKind() == SqlKind.SCALAR_QUERY) {
      SqlWriter.Frame parentheses = writer.startList("(", ")");
      operand.unparse(writer, 0, 0);
      writer.endList(parentheses);
    } else {
      operand.unparse(writer, 0, 0);
    }
  }

  /** Writes a template; operands are written by their number. */
  static void write(SqlWriter writer, String text, int operands, OperandWriter operand) {
    Matcher matcher = OPERAND.matcher(text);
    int end = 0;
    while (operands > 0 && matcher.find()) {
      writer.print(plain(text.substring(end, matcher.start())));
      operand.write(Integer.parseInt(matcher.group(1)));
      end = matcher.end();
    }
    writer.print(plain(text.substring(end)));
    writer.setNeedWhitespace(true);
  }

  private static String plain(String text) {
    return text.replace("$$", "$");
  }

  /** A text in which a dollar is a dollar, as a part of one with operands. */
  static String escaped(String text) {
    return text.replace("$", "$$");
  }

  /** Writes one operand. */
  interface OperandWriter {
    void write(int index);
  }

  /** Templates are equal by text, so that equal calls have equal digests. */
  @Override
  public boolean equals(Object other) {
    return other instanceof Template template && template.text.equals(text);
  }

  @Override
  public int hashCode() {
    return List.of("template", text).hashCode();
  }
}
