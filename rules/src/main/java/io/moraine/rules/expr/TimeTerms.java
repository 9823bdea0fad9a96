/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.rules.expr;

import io.moraine.rules.type.TypeMapping;
import java.util.Optional;
import org.apache.calcite.avatica.util.TimeUnitRange;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.iceberg.types.Type;

/** Functions of dates and times, and of functions of them, that put a column into buckets. */
final class TimeTerms {
  private static final String DATE_TRUNC = "DATE_TRUNC";

  private TimeTerms() {}

  /** {@code CAST(term AS target)}, if it is of or to a date or timestamp. */
  static Optional<Term> cast(Term term, RelDataType from, RelDataType target) {
    return switch (target.getSqlTypeName()) {
      case DATE -> asDate(term);
      case TIMESTAMP -> asTimestamp(term, from, target);
      default -> Optional.empty();
    };
  }

  private static Optional<Term> asDate(Term term) {
    if (isWholeDays(term)) {
      return Optional.of(term);
    }
    return isTime(term)
        ? Optional.of(new Term(term.column(), Term.Function.DATE, Granularity.DAY))
        : Optional.empty();
  }

  private static Optional<Term> asTimestamp(Term term, RelDataType from, RelDataType target) {
    if (isWholeDays(term)) {
      return Optional.of(term);
    }
    boolean isLocal =
        term.isColumn()
            && TypeMapping.isInstant(term.column().type())
            && target.getPrecision() >= from.getPrecision();
    return isLocal
        ? Optional.of(new Term(term.column(), Term.Function.LOCAL, Granularity.UNIT))
        : Optional.empty();
  }

  /** Its values are days, or first moments of them. */
  private static boolean isWholeDays(Term term) {
    return term.function() == Term.Function.DATE
        || term.function() == Term.Function.FLOOR
            && term.granularity().compareTo(Granularity.DAY) >= 0;
  }

  /** A timestamp, with or without zone, or the local time of one. */
  private static boolean isTime(Term term) {
    Type.TypeID type = term.column().type().typeId();
    return (term.isColumn() || term.function() == Term.Function.LOCAL)
        && (type == Type.TypeID.TIMESTAMP || type == Type.TypeID.TIMESTAMP_NANO);
  }

  private static boolean isDate(Term term) {
    return term.function() == Term.Function.DATE
        || term.isColumn() && term.column().type().typeId() == Type.TypeID.DATE;
  }

  /** {@code FLOOR(term TO unit)}. */
  static Optional<Term> floor(RexCall call, Term term) {
    return call.getOperands().size() == 2
            && call.getOperands().get(1) instanceof RexLiteral unit
            && unit.getValue() instanceof TimeUnitRange range
        ? Granularity.of(range).flatMap(granularity -> bucket(term, granularity))
        : Optional.empty();
  }

  /** {@code DATE_TRUNC('unit', term)}. */
  static Optional<Term> truncation(RexCall call, Term term) {
    RexNode unit = call.getOperands().get(0);
    boolean isKnown =
        call.getOperator().getName().equals(DATE_TRUNC)
            && unit instanceof RexLiteral literal
            && literal.getTypeName() == SqlTypeName.CHAR
            && !literal.isNull();
    return isKnown
        ? Granularity.ofTruncation(RexLiteral.stringValue(unit))
            .flatMap(granularity -> bucket(term, granularity))
        : Optional.empty();
  }

  /** Where clocks change, an hour of instants has parts in two hours of local time. */
  private static Optional<Term> bucket(Term term, Granularity granularity) {
    boolean ofDays = isDate(term) || TypeMapping.isInstant(term.column().type());
    return (isDate(term) || isTime(term)) && !(ofDays && granularity.compareTo(Granularity.DAY) < 0)
        ? Optional.of(new Term(term.column(), Term.Function.FLOOR, granularity))
        : Optional.empty();
  }

  /** {@code EXTRACT(YEAR FROM term)}. */
  static Optional<Term> year(RexCall call, Term term) {
    boolean isYear =
        call.getOperator() == SqlStdOperatorTable.EXTRACT
            && call.getOperands().get(0) instanceof RexLiteral unit
            && unit.getValue() == TimeUnitRange.YEAR;
    return isYear && (isDate(term) || isTime(term))
        ? Optional.of(new Term(term.column(), Term.Function.YEAR, Granularity.YEAR))
        : Optional.empty();
  }
}
