/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.rules.expr;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.iceberg.expressions.Expression;
import org.apache.iceberg.expressions.Expressions;
import org.apache.iceberg.types.Comparators;
import org.apache.iceberg.types.Types;

/**
 * Comparisons of a string column. Iceberg orders strings by code point, which is the order of their
 * UTF-8 bytes. A string with half a surrogate pair has no UTF-8 and is left to the engine.
 */
final class TextComparison extends ColumnComparison {
  /** As many values as Iceberg itself compares with a file's bounds. */
  private static final int MAX_COMPARISONS = 200;

  TextComparison(Types.NestedField column) {
    super(column);
  }

  @Override
  Optional<List<Object>> equalValues(Object constant) {
    return text(constant).map(List::of);
  }

  @Override
  Pushdown compareOrdered(ComparisonOp op, Object constant) {
    return text(constant)
        .filter(text -> op != ComparisonOp.EQ && op != ComparisonOp.NE)
        .map(text -> Pushdown.exact(ordered(op, text)))
        .orElseGet(Pushdown::unsupported);
  }

  /** Planning with Iceberg's own IN of strings fails on files in a NULL partition. */
  @Override
  Pushdown inSet(List<Object> values) {
    if (values.size() > MAX_COMPARISONS) {
      List<String> sorted =
          values.stream().map(String.class::cast).sorted(Comparators.charSequences()).toList();
      return Pushdown.inexact(
          Expressions.and(
              ordered(ComparisonOp.GE, sorted.get(0)),
              ordered(ComparisonOp.LE, sorted.get(sorted.size() - 1))));
    }
    return Pushdown.any(
        values.stream().map(v -> Pushdown.exact(Expressions.equal(name(), v))).toList());
  }

  /** As for IN. */
  @Override
  Pushdown notInSet(List<Object> values) {
    return values.size() > MAX_COMPARISONS
        ? Pushdown.unsupported()
        : Pushdown.all(
            values.stream().map(v -> Pushdown.exact(Expressions.notEqual(name(), v))).toList());
  }

  /** Strings that the pattern matches. */
  Pushdown like(LikePattern pattern) {
    return switch (pattern.rest()) {
      case NOTHING -> compare(ComparisonOp.EQ, pattern.prefix());
      case ANYTHING -> startsWith(pattern.prefix());
      case PATTERN -> Pushdown.all(List.of(startsWith(pattern.prefix()), Pushdown.unsupported()));
    };
  }

  /** Strings that are not NULL and that the pattern does not match. */
  Pushdown notLike(LikePattern pattern) {
    return switch (pattern.rest()) {
      case NOTHING -> compare(ComparisonOp.NE, pattern.prefix());
      case ANYTHING -> startsNotWith(pattern.prefix());
      case PATTERN -> Pushdown.all(List.of(Pushdown.exact(notNull()), Pushdown.unsupported()));
    };
  }

  /**
   * Strings with the prefix, as a range: planning with Iceberg's own startsWith fails on files in a
   * NULL partition when it stands under an OR.
   */
  private Pushdown startsWith(String prefix) {
    if (prefix.isEmpty()) {
      return Pushdown.exact(notNull());
    }
    return text(prefix)
        .map(
            text ->
                Pushdown.exact(
                    Expressions.and(ordered(ComparisonOp.GE, text), belowEnd(prefix, notNull()))))
        .orElseGet(Pushdown::unsupported);
  }

  /** Strings that are not NULL and do not have the prefix. */
  private Pushdown startsNotWith(String prefix) {
    if (prefix.isEmpty()) {
      return Pushdown.constant(false);
    }
    return text(prefix)
        .map(
            text -> {
              Expression before = ordered(ComparisonOp.LT, text);
              return Pushdown.exact(
                  end(prefix)
                      .map(end -> Expressions.or(before, ordered(ComparisonOp.GE, end)))
                      .orElse(before));
            })
        .orElseGet(Pushdown::unsupported);
  }

  private Expression belowEnd(String prefix, Expression unbounded) {
    return end(prefix).map(end -> ordered(ComparisonOp.LT, end)).orElse(unbounded);
  }

  /** The least string above all strings with the prefix; empty if there is none. */
  private static Optional<String> end(String prefix) {
    List<Integer> points = new ArrayList<>(prefix.codePoints().boxed().toList());
    while (!points.isEmpty()) {
      int last = points.remove(points.size() - 1) + 1;
      if (last <= Character.MAX_CODE_POINT) {
        StringBuilder end = new StringBuilder();
        points.forEach(end::appendCodePoint);
        boolean isSurrogate = last >= Character.MIN_SURROGATE && last <= Character.MAX_SURROGATE;
        return Optional.of(
            end.appendCodePoint(isSurrogate ? Character.MAX_SURROGATE + 1 : last).toString());
      }
    }
    return Optional.empty();
  }

  private static Optional<Object> text(Object constant) {
    return constant instanceof String text && StandardCharsets.UTF_8.newEncoder().canEncode(text)
        ? Optional.of(text)
        : Optional.empty();
  }
}
