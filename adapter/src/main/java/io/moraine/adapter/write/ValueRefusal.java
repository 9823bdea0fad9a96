/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.write;

import io.moraine.rules.error.ErrorCode;

/**
 * A conversion's refusal of one value: what is wrong and what to do. It never leaves {@link
 * ValueConverter}, which adds the table, the column, the row and the value.
 */
final class ValueRefusal extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final ErrorCode code;

  ValueRefusal(ErrorCode code, String reason) {
    super(reason, null, false, false);
    this.code = code;
  }

  ErrorCode code() {
    return code;
  }

  /** For a class that the column's type has no lossless conversion from. */
  static ValueRefusal wrongClass(String accepted) {
    return new ValueRefusal(
        ErrorCode.INVALID_ARGUMENT,
        "the column takes " + accepted + " only; CAST the value to the column's type");
  }
}
