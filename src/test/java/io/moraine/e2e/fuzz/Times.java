/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.e2e.fuzz;

import io.moraine.e2e.fuzz.Type.Kind;
import java.util.List;
import java.util.Locale;
import java.util.Random;

/** Random expressions that yield dates and times, or are made of them. */
final class Times {
  private static final List<String> DATE_FIELDS =
      List.of("YEAR", "MONTH", "DAY", "QUARTER", "DOY", "WEEK", "ISOYEAR", "DOW", "ISODOW");
  private static final List<String> TIME_FIELDS =
      List.of("HOUR", "MINUTE", "SECOND", "MILLISECOND", "MICROSECOND");

  private final Random random;
  private final Expressions all;

  Times(Random random, Expressions all) {
    this.random = random;
    this.all = all;
  }

  Node of(Kind kind, Scope scope, int depth) {
    Type type = Type.of(kind);
    Node operand = all.of(kind, scope, depth);
    return switch (kind) {
      case DATE ->
          switch (random.nextInt(4)) {
            case 0 -> floor(operand, List.of("DAY", "MONTH", "QUARTER", "YEAR"));
            case 1 -> Expressions.cast(all.of(Kind.TIMESTAMP, scope, depth), type);
            default -> shifted(operand, List.of("DAY", "MONTH", "YEAR"));
          };
      case TIMESTAMP ->
          switch (random.nextInt(4)) {
            case 0 ->
                floor(
                    operand,
                    List.of("SECOND", "MINUTE", "HOUR", "DAY", "MONTH", "QUARTER", "YEAR"));
            case 1 -> Expressions.cast(all.of(Kind.DATE, scope, depth), type);
            default ->
                shifted(operand, List.of("SECOND", "MINUTE", "HOUR", "DAY", "MONTH", "YEAR"));
          };
      case TIME -> Expressions.cast(all.of(Kind.TIMESTAMP, scope, depth), type);
      default -> shifted(operand, List.of("SECOND", "MINUTE", "HOUR"));
    };
  }

  private Node floor(Node operand, List<String> units) {
    String unit = units.get(random.nextInt(units.size()));
    Type type = operand.typed();
    return Node.call(
        "FLOOR TO " + unit,
        type,
        operand.range(),
        "FLOOR($0 TO " + unit + ")",
        "CAST(date_trunc('" + unit.toLowerCase(Locale.ROOT) + "', $0) AS " + type.theirs() + ")",
        operand);
  }

  private Node shifted(Node operand, List<String> units) {
    if (!operand.range().moderate()) {
      return operand;
    }
    String unit = units.get(random.nextInt(units.size()));
    String sign = random.nextBoolean() ? "+" : "-";
    String text = "($0 " + sign + " INTERVAL '" + (1 + random.nextInt(14)) + "' " + unit + ")";
    Type type = operand.typed();
    return Node.call(
        sign + " INTERVAL " + unit,
        type,
        Range.MODERATE,
        text,
        "CAST(" + text + " AS " + type.theirs() + ")",
        operand);
  }

  /** A field of a date, a time or a timestamp, which is a BIGINT. */
  static Node extract(Expressions all, Scope scope, int depth, Random random) {
    Kind kind = List.of(Kind.DATE, Kind.TIMESTAMP, Kind.TIME).get(random.nextInt(3));
    boolean ofTime = kind == Kind.TIME || kind == Kind.TIMESTAMP && random.nextBoolean();
    List<String> fields = ofTime ? TIME_FIELDS : DATE_FIELDS;
    String field = fields.get(random.nextInt(fields.size()));
    String theirs =
        switch (field) {
          case "MILLISECOND", "MICROSECOND" -> field + "S";
          default -> field;
        };
    String shift = field.equals("DOW") ? " + 1" : "";
    return Node.call(
        "EXTRACT " + field,
        Type.BIGINT,
        Range.exact(70_000_000),
        "EXTRACT(" + field + " FROM $0)",
        "CAST(floor(EXTRACT(" + theirs + " FROM $0))" + shift + " AS bigint)",
        all.of(kind, scope, depth));
  }
}
