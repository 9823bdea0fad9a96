/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.runtime;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexOver;
import org.apache.calcite.rex.RexSubQuery;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.rex.RexVisitorImpl;

/**
 * Keeps texts from growing with each level of nesting, where a text, or a macro in it, names an
 * operand more than once: an operand that is several such levels deep gets a name of its own, by a
 * list of one element.
 */
final class Repetition {
  private static final int MAX_LEVELS = 3;

  /** How an operand gets a name, which follows with what is made of it. */
  static final String NAMED = "list_transform([";

  private static final String QUERIED = "\"moraine$q\"";
  private static final Pattern OPERAND = Pattern.compile("(?<!\\$)\\$\\d+");

  private Repetition() {}

  /** The text, with names for its deep operands. */
  static String bounded(String text, List<RexNode> operands) {
    if (!repeats(text)) {
      return text;
    }
    boolean windows = operands.stream().anyMatch(RexOver::containsOver);
    boolean names = operands.stream().anyMatch(o -> isQueried(o) || isDeep(o, MAX_LEVELS));
    if (windows && names) {
      // The engine fails where a window that has a lambda of its own is within a lambda.
      return packed(
          text, operands, o -> isQueried(o) || isDeep(o, MAX_LEVELS) || RexOver.containsOver(o));
    }
    String bounded = text;
    for (int i = 0; i < operands.size(); i++) {
      if (!isQueried(operands.get(i)) && isDeep(operands.get(i), MAX_LEVELS)) {
        String name = "\"moraine$v" + i + "\"";
        String body = bounded.replaceAll(operand(i), Matcher.quoteReplacement(name));
        bounded = NAMED + "$" + i + "], lambda " + name + ": " + body + ")[1]";
      }
    }
    return queriedOnce(bounded, operands);
  }

  private static String operand(int number) {
    return "(?<!\\$)\\$" + number + "(?!\\d)";
  }

  /** Names what sub-queries give: the engine would run each occurrence. No lambda can hold them. */
  private static String queriedOnce(String text, List<RexNode> operands) {
    if (operands.size() == 1 && isUncorrelated(operands.get(0))) {
      // A query around the other, which the engine runs once for all rows.
      return "(SELECT "
          + text.replaceAll(operand(0), Matcher.quoteReplacement(QUERIED + ".v0"))
          + " FROM (SELECT $0 AS v0) AS "
          + QUERIED
          + ")";
    }
    return packed(text, operands, Repetition::isQueried);
  }

  /** The text with one name for a row of operands. */
  private static String packed(String text, List<RexNode> operands, Predicate<RexNode> isPart) {
    String once = text;
    List<String> named = new ArrayList<>();
    for (int i = 0; i < operands.size(); i++) {
      if (isPart.test(operands.get(i))) {
        named.add("v" + i + " := $" + i);
        String value = "struct_extract(" + QUERIED + ", 'v" + i + "')";
        once = once.replaceAll(operand(i), Matcher.quoteReplacement(value));
      }
    }
    return named.isEmpty()
        ? text
        : NAMED
            + "struct_pack("
            + String.join(", ", named)
            + ")], lambda "
            + QUERIED
            + ": "
            + once
            + ")[1]";
  }

  private static boolean isUncorrelated(RexNode operand) {
    if (!RelOptUtil.InputFinder.bits(operand).isEmpty()) {
      return false;
    }
    List<RelNode> queries = new ArrayList<>();
    operand.accept(
        new RexVisitorImpl<Void>(true) {
          @Override
          public Void visitSubQuery(RexSubQuery query) {
            queries.add(query.rel);
            return super.visitSubQuery(query);
          }
        });
    return !queries.isEmpty()
        && queries.stream().allMatch(query -> RelOptUtil.getVariablesUsed(query).isEmpty());
  }

  private static boolean isQueried(RexNode operand) {
    return RexUtil.SubQueryFinder.find(operand) != null;
  }

  /** Whether a text names an operand twice, or calls a macro that may. */
  static boolean repeats(String text) {
    return !text.startsWith(NAMED)
        && (text.contains("moraine_")
            || OPERAND.matcher(text).results().map(m -> m.group()).distinct().count()
                < OPERAND.matcher(text).results().count());
  }

  private static boolean isDeep(RexNode node, int levels) {
    if (!(node instanceof RexCall call)) {
      return false;
    }
    boolean counts = call.getOperator() instanceof Template template && template.repeats();
    int left = counts ? levels - 1 : levels;
    return left == 0 || call.getOperands().stream().anyMatch(o -> isDeep(o, left));
  }
}
