/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.rules.expr;

/**
 * The three values of an SQL predicate. The translator asks for the rows of one of them; negation
 * then only swaps the question and is never left to Iceberg, whose NOT knows neither NULL nor NaN.
 */
enum Truth {
  TRUE,
  FALSE,
  UNKNOWN;

  Truth negated() {
    return switch (this) {
      case TRUE -> FALSE;
      case FALSE -> TRUE;
      case UNKNOWN -> UNKNOWN;
    };
  }
}
