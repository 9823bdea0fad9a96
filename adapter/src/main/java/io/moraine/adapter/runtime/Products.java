/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.runtime;

import java.util.List;
import java.util.function.Supplier;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.core.SetOp;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.type.SqlTypeName;

/**
 * Products of decimals of at most 18 digits that need more. The engine multiplies such decimals in
 * 64 bits, ten times as fast as in 128, and fails where the product has more than 18 digits. An
 * aggregate is known whole before the first row of the result is, so products below one are tried
 * in 64 bits, and the statement is run again in 128 where that failed: the text has both, told
 * apart by marks. Other products have 128 bits from the start.
 */
final class Products {
  /** The digits of the engine's decimals of 64 bits. */
  static final int NARROW_DIGITS = 18;

  private static final char WIDE_START = '{';
  private static final char WIDE_END = '}';
  private static final char NARROW_START = '<';
  private static final char NARROW_END = '>';

  private enum Place {
    /** All that is below the next aggregate is done before the first row. */
    TOP,
    /** Rows of one input may be read before another is begun. */
    IN_SET,
    BELOW_AGGREGATE
  }

  private final String mark;
  private Place place = Place.TOP;
  private boolean tried;

  /**
   * Products of a statement.
   *
   * @param nonce what occurs in no statement
   */
  Products(String nonce) {
    // Parameters are told apart by the nonce and a bracket.
    this.mark = nonce + "!";
  }

  /** Rewrites what is below a node. */
  <T> T below(RelNode node, Supplier<T> rewriting) {
    Place outer = place;
    if (outer == Place.TOP && node instanceof Aggregate) {
      place = Place.BELOW_AGGREGATE;
    } else if (outer == Place.TOP && node instanceof SetOp) {
      place = Place.IN_SET;
    }
    try {
      return rewriting.get();
    } finally {
      place = outer;
    }
  }

  /** Whether a call of decimals of 64 bits has a result that may need more. */
  static boolean widens(RexCall call) {
    RelDataType type = call.getType();
    return type.getSqlTypeName() == SqlTypeName.DECIMAL
        && type.getPrecision() > NARROW_DIGITS
        && call.getOperands().stream().allMatch(o -> o.getType().getPrecision() <= NARROW_DIGITS);
  }

  /** The operands of a product, of which the engine multiplies without loss. */
  List<RexNode> operands(RexCall call, List<RexNode> operands, EngineCalls calls) {
    if (!widens(call)) {
      return operands;
    }
    RexNode first = operands.get(0);
    int scale = Math.max(0, call.getOperands().get(0).getType().getScale());
    String type = " AS DECIMAL(" + (NARROW_DIGITS + 1) + ", " + scale + "))";
    boolean trial = place == Place.BELOW_AGGREGATE;
    tried |= trial;
    String text = trial ? marked("CAST(") + "$0" + marked(type) : "CAST($0" + type;
    return List.of(calls.call(call.getType(), text, first), operands.get(1));
  }

  /**
   * Whether a value below the aggregate that is rewritten now is a product that is tried in 64
   * bits, so that a sum of it is tried so too.
   *
   * @param column a column of the aggregate's input
   */
  boolean isTried(RelNode input, int column) {
    return place != Place.IN_SET && isNarrow(input.stripped(), column);
  }

  /** Whether a column is a product whose digits the engine holds to 64 bits. */
  private static boolean isNarrow(RelNode input, int column) {
    if (input instanceof Filter filter) {
      return isNarrow(filter.getInput().stripped(), column);
    }
    if (!(input instanceof Project project)) {
      return false;
    }
    RexNode expression = project.getProjects().get(column);
    return expression instanceof RexInputRef reference
        ? isNarrow(project.getInput().stripped(), reference.getIndex())
        : isNarrow(expression);
  }

  private static boolean isNarrow(RexNode expression) {
    return expression instanceof RexCall call
        && (call.getKind() == SqlKind.TIMES || call.getKind() == SqlKind.CHECKED_TIMES)
        && call.getType().getSqlTypeName() == SqlTypeName.DECIMAL
        && call.getType().getScale() < NARROW_DIGITS
        && (widens(call)
            || call.getOperands().stream()
                .allMatch(o -> o.getType().getPrecision() <= NARROW_DIGITS || isNarrow(o)));
  }

  /** A text for 128 bits, or another for the trial in 64. */
  String either(String wide, String narrow) {
    tried = true;
    return marked(wide) + mark + NARROW_START + narrow + mark + NARROW_END;
  }

  private String marked(String text) {
    return mark + WIDE_START + text + mark + WIDE_END;
  }

  /** Whether a text differs with and without what is marked. */
  boolean areTried() {
    return tried;
  }

  /** The text with all products in 128 bits. */
  String wide(String text) {
    return without(NARROW_START, NARROW_END, text);
  }

  /** The text with those below aggregates in 64 bits. */
  String narrow(String text) {
    return without(WIDE_START, WIDE_END, text);
  }

  /** The text without marks and without what is between such ones. */
  private String without(char start, char end, String text) {
    StringBuilder kept = new StringBuilder();
    int depth = 0;
    int from = 0;
    for (int at = text.indexOf(mark); at >= 0; at = text.indexOf(mark, from)) {
      if (depth == 0) {
        kept.append(text, from, at);
      }
      char kind = text.charAt(at + mark.length());
      depth += kind == start ? 1 : kind == end ? -1 : 0;
      from = at + mark.length() + 1;
    }
    return kept.append(text, from, text.length()).toString();
  }
}
