/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.runtime;

import java.math.BigDecimal;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.sql.type.SqlTypeUtil;

/** Functions of the standard that have a syntax or a kind of their own. */
final class StandardFunctions {
  private StandardFunctions() {}

  /**
   * The engine's text of a call, in which {@code $0} … stand for operands; empty where the call
   * means the same to the engine.
   *
   * @throws io.moraine.rules.error.MoraineException NOT_SUPPORTED where nothing is known of it
   */
  static String text(RexCall call) {
    return switch (call.getOperator().getName()) {
      case "UPPER", "LOWER", "||", "ABS", "REPLACE", "TRIM" -> "";
      case "CHAR_LENGTH", "CHARACTER_LENGTH" -> "length($0)";
      case "POSITION" -> position(call);
      case "SUBSTRING" -> substring(call);
      case "OVERLAY" -> overlay(call);
      case "CURRENT_DATE" -> "CAST(now() AS DATE)";
      case "CURRENT_TIMESTAMP" -> "now()";
      case "LOCALTIMESTAMP" -> "CAST(now() AS TIMESTAMP)";
      case "CURRENT_TIME", "LOCALTIME" -> "CAST(CAST(now() AS TIMESTAMP) AS TIME)";
      case "PI" -> "pi()";
      case "BITAND", "&" -> bits(call, "($0 & $1)");
      case "BITOR" -> bits(call, "($0 | $1)");
      case "BITXOR", "^" -> bits(call, "xor($0, $1)");
      case "BITNOT" -> bits(call, "(~$0)");
      default -> throw EngineCalls.unsupported(call.getOperator().getName());
    };
  }

  private static RelDataType type(RexCall call, int operand) {
    return call.getOperands().get(operand).getType();
  }

  private static String position(RexCall call) {
    if (call.getOperands().size() > 2) {
      throw EngineCalls.unsupported("POSITION with a start");
    }
    if (SqlTypeUtil.isBinary(type(call, 0))) {
      throw EngineCalls.unsupported("POSITION in bytes");
    }
    return "CAST(instr($1, $0) AS INTEGER)";
  }

  /** Of bytes it is that of their hexadecimal digits. */
  private static String substring(RexCall call) {
    boolean bounded = call.getOperands().size() > 2;
    if (SqlTypeUtil.isBinary(type(call, 0))) {
      String from = "CAST($1 AS BIGINT) * 2 - 1";
      return bounded
          ? "unhex(moraine_substring_for(hex($0), " + from + ", CAST($2 AS BIGINT) * 2))"
          : "unhex(moraine_substring(hex($0), " + from + "))";
    }
    if (isAtLeast(call, 1, 1) && (!bounded || isAtLeast(call, 2, 0))) {
      // Then the engine means the same, and works without conditions.
      return bounded ? "substring($0, $1, $2)" : "substring($0, $1)";
    }
    return bounded ? "moraine_substring_for($0, $1, $2)" : "moraine_substring($0, $1)";
  }

  private static boolean isAtLeast(RexCall call, int operand, int least) {
    return call.getOperands().get(operand) instanceof RexLiteral literal
        && !literal.isNull()
        && SqlTypeUtil.isIntType(literal.getType())
        && literal.getValueAs(BigDecimal.class).compareTo(BigDecimal.valueOf(least)) >= 0;
  }

  private static String overlay(RexCall call) {
    if (SqlTypeUtil.isBinary(type(call, 0))) {
      throw EngineCalls.unsupported("OVERLAY of bytes");
    }
    return call.getOperands().size() > 3
        ? "moraine_overlay($0, $1, $2, $3)"
        : "moraine_overlay($0, $1, $2, length($1))";
  }

  private static String bits(RexCall call, String text) {
    for (int i = 0; i < call.getOperands().size(); i++) {
      if (!SqlTypeUtil.isIntType(type(call, i))) {
        throw EngineCalls.unsupported(call.getOperator().getName() + " of " + type(call, i));
      }
    }
    return text;
  }
}
