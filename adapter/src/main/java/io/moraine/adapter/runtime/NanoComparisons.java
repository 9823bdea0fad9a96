/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.runtime;

import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.util.DateString;
import org.apache.calcite.util.TimestampString;

/**
 * Comparisons with nanoseconds. Columns of nanoseconds are compared with each other and with
 * constants as they are, so that the engine can skip parts of files; a date-time of another type as
 * a number of nanoseconds, which no conversion limits to the years of nanoseconds.
 */
final class NanoComparisons {
  private final EngineCalls calls;
  private final UnaryOperator<RexNode> rewriting;

  /**
   * Comparisons.
   *
   * @param rewriting makes the engine's expression of a side
   */
  NanoComparisons(EngineCalls calls, UnaryOperator<RexNode> rewriting) {
    this.calls = calls;
    this.rewriting = rewriting;
  }

  static boolean handles(RexCall call) {
    return (SqlKind.COMPARISON.contains(call.getKind())
            || call.getKind() == SqlKind.IS_DISTINCT_FROM
            || call.getKind() == SqlKind.IS_NOT_DISTINCT_FROM)
        && call.getOperands().size() == 2
        && DuckNanos.concerns(call);
  }

  RexNode translate(RexCall call) {
    List<RexNode> sides = narrow(call.getOperands());
    RelDataType left = sides.get(0).getType();
    RelDataType right = sides.get(1).getType();
    if (left.getSqlTypeName() == SqlTypeName.NULL || right.getSqlTypeName() == SqlTypeName.NULL) {
      return calls.call(call.getType(), "($0" + operator(call) + "$1)", rewritten(sides));
    }
    if (!DuckNanos.isMoment(left) || !DuckNanos.isMoment(right)) {
      throw EngineCalls.unsupported("comparing " + left + " with " + right);
    }
    return direct(sides)
        .map(same -> calls.call(call.getType(), "($0" + operator(call) + "$1)", same))
        .orElseGet(() -> counted(call, sides));
  }

  private static String operator(RexCall call) {
    return " " + call.getKind().sql.replace('_', ' ') + " ";
  }

  private List<RexNode> rewritten(List<RexNode> sides) {
    return sides.stream().map(rewriting).toList();
  }

  /** The date-times that were cast to nanoseconds, which changed none of their digits. */
  private static List<RexNode> narrow(List<RexNode> sides) {
    RexNode left = narrow(sides.get(0), false);
    RexNode right = narrow(sides.get(1), false);
    // Beside an instant a local time is counted as one.
    RexNode first = Nanos.isInstant(right.getType()) ? narrow(left, true) : left;
    RexNode second = Nanos.isInstant(first.getType()) ? narrow(right, true) : right;
    return List.of(first, second);
  }

  private static RexNode narrow(RexNode node, boolean zones) {
    RelDataType to = node.getType();
    if (node.getKind() != SqlKind.CAST || !Nanos.isNano(to)) {
      return node;
    }
    RexNode operand = ((RexCall) node).getOperands().get(0);
    RelDataType from = operand.getType();
    boolean kept =
        DuckNanos.isMoment(from)
            && (Nanos.isInstant(from) == Nanos.isInstant(to) || zones && Nanos.isInstant(to))
            && (from.getSqlTypeName() == SqlTypeName.DATE
                || from.getPrecision() <= to.getPrecision());
    return kept ? narrow(operand, zones) : node;
  }

  private Optional<List<RexNode>> direct(List<RexNode> sides) {
    List<RexNode> direct = new ArrayList<>();
    for (int i = 0; i < sides.size(); i++) {
      RexNode side = sides.get(i);
      RelDataType other = sides.get(1 - i).getType();
      Optional<RexNode> written =
          constant(side)
              .filter(c -> Nanos.isInstant(side.getType()) == Nanos.isInstant(other))
              .flatMap(Nanos::constant)
              .map(text -> calls.verbatim(side.getType(), text));
      boolean same = DuckNanos.areSame(side.getType(), other) && constant(side).isEmpty();
      boolean nano = constant(side).isEmpty() && Nanos.isNano(side.getType());
      if (written.isEmpty() && !same && !(nano && constant(sides.get(1 - i)).isPresent())) {
        return Optional.empty();
      }
      direct.add(written.orElseGet(() -> rewriting.apply(side)));
    }
    return Optional.of(direct);
  }

  private RexNode counted(RexCall call, List<RexNode> sides) {
    boolean instant = sides.stream().anyMatch(side -> Nanos.isInstant(side.getType()));
    List<RexNode> nodes = new ArrayList<>();
    List<String> counts = new ArrayList<>();
    for (RexNode side : sides) {
      Optional<LocalDateTime> constant =
          constant(side).filter(c -> Nanos.isInstant(side.getType()) == instant);
      nodes.add(
          constant.isPresent()
              ? calls.verbatim(
                  side.getType(), "CAST('" + Nanos.count(constant.get()) + "' AS HUGEINT)")
              : rewriting.apply(side));
      String operand = "$" + counts.size();
      counts.add(constant.isPresent() ? operand : Nanos.count(operand, side.getType(), instant));
    }
    return calls.call(
        call.getType(), "(" + counts.get(0) + operator(call) + counts.get(1) + ")", nodes);
  }

  /** The value of a literal, in UTC if it is an instant. */
  private static Optional<LocalDateTime> constant(RexNode node) {
    if (!(node instanceof RexLiteral literal) || literal.isNull()) {
      return Optional.empty();
    }
    if (node.getType().getSqlTypeName() == SqlTypeName.DATE) {
      DateString date = literal.getValueAs(DateString.class);
      return Optional.ofNullable(date).map(d -> LocalDateTime.parse(d + "T00:00:00"));
    }
    TimestampString timestamp = literal.getValueAs(TimestampString.class);
    return Optional.ofNullable(timestamp)
        .map(t -> LocalDateTime.parse(t.toString().replace(' ', 'T')));
  }
}
