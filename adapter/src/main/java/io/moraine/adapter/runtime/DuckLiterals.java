/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.runtime;

import io.moraine.rules.error.ErrorCode;
import io.moraine.rules.error.MoraineException;
import java.math.BigDecimal;
import java.time.LocalDateTime;
import java.util.Objects;
import org.apache.calcite.avatica.util.ByteString;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.apache.calcite.util.TimestampString;

/** Literals as the engine reads them, with all their digits and of their own types. */
final class DuckLiterals {
  private static final String UTF_8 = "UTF-8";

  private final EngineCalls calls;

  DuckLiterals(EngineCalls calls) {
    this.calls = calls;
  }

  RexNode translate(RexLiteral literal) {
    RelDataType type = literal.getType();
    if (literal.isNull()) {
      // Without its type the engine would not know which function is meant.
      return type.getSqlTypeName() == SqlTypeName.NULL
          ? literal
          : calls.verbatim(type, "CAST(NULL AS " + DuckTypes.of(type) + ")");
    }
    if (SqlTypeUtil.isInterval(type)) {
      return calls.verbatim(literal.getType(), Intervals.sql(literal));
    }
    return switch (type.getSqlTypeName()) {
      case TINYINT, SMALLINT, INTEGER, BIGINT, DECIMAL ->
          // The engine would take the smallest type that holds the value, and overflow in it.
          isPlainInteger(literal)
              ? literal
              : calls.verbatim(
                  literal.getType(),
                  "CAST('"
                      + Objects.requireNonNull(literal.getValueAs(BigDecimal.class)).toPlainString()
                      + "' AS "
                      + DuckTypes.of(type)
                      + ")");
      case BINARY, VARBINARY ->
          calls.verbatim(
              literal.getType(),
              SqlText.blob(
                  Objects.requireNonNull(literal.getValueAs(ByteString.class)).getBytes()));
      case CHAR, VARCHAR ->
          // The engine has no character sets.
          UTF_8.equals(String.valueOf(type.getCharset()))
              ? literal
              : calls.verbatim(
                  literal.getType(),
                  SqlText.string(Objects.requireNonNull(literal.getValueAs(String.class))));
      case TIME -> {
        if (type.getPrecision() > 6) {
          throw new MoraineException(
              ErrorCode.DATETIME_FIELD_OVERFLOW,
              "The literal " + literal + " is finer than microseconds, which TIME cannot hold");
        }
        yield literal;
      }
      case TIMESTAMP -> Nanos.isNano(type) ? nanos(literal) : literal;
      case TIMESTAMP_WITH_LOCAL_TIME_ZONE ->
          // The literal's value is the instant, written in UTC.
          Nanos.isNano(type)
              ? nanos(literal)
              : calls.verbatim(
                  literal.getType(),
                  "TIMESTAMPTZ '" + literal.getValueAs(TimestampString.class) + "+00'");
      case REAL, FLOAT, DOUBLE -> floating(literal);
      default -> literal;
    };
  }

  private RexNode nanos(RexLiteral literal) {
    TimestampString value = Objects.requireNonNull(literal.getValueAs(TimestampString.class));
    return Nanos.constant(LocalDateTime.parse(value.toString().replace(' ', 'T')))
        .map(text -> calls.verbatim(literal.getType(), text))
        .orElseThrow(
            () ->
                new MoraineException(
                    ErrorCode.DATETIME_FIELD_OVERFLOW,
                    "The literal " + literal + " is out of range: " + NanoMacros.OUT_OF_RANGE));
  }

  private RexNode floating(RexLiteral literal) {
    RelDataType type = literal.getType();
    Double value = Objects.requireNonNull(literal.getValueAs(Double.class));
    double nearest = type.getSqlTypeName() == SqlTypeName.REAL ? value.floatValue() : value;
    boolean written = literal.getValue() instanceof BigDecimal number && number.signum() != 0;
    if (Double.isInfinite(nearest) && (written || !Double.isInfinite(value))
        || nearest == 0 && (written || value != 0)) {
      throw new MoraineException(
          ErrorCode.NUMERIC_OUT_OF_RANGE,
          "The number " + literal.getValue() + " is out of the range of " + type.getSqlTypeName());
    }
    return calls.verbatim(type, "CAST('" + literal.getValue() + "' AS " + DuckTypes.of(type) + ")");
  }

  private static boolean isPlainInteger(RexLiteral literal) {
    return literal.getType().getSqlTypeName() == SqlTypeName.INTEGER
        && Objects.requireNonNull(literal.getValueAs(BigDecimal.class)).signum() >= 0;
  }
}
