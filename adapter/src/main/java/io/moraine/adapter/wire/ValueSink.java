/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.wire;

/** Takes a value of a result as it lies in the runtime's batch, without an object for it. */
public interface ValueSink {
  /** NULL. */
  void nothing();

  /** An INTEGER. */
  void integer(int value);

  /** A BIGINT. */
  void bigint(long value);

  /**
   * A DECIMAL of up to 18 digits.
   *
   * @param unscaled its digits as a whole number
   * @param scale how many of them are behind the point
   */
  void decimal(long unscaled, int scale);

  /** A DATE, in days since 1970-01-01 in the proleptic Gregorian calendar. */
  void date(int epochDay);

  /** A text in UTF-8: {@code length} bytes from {@code start}, valid until the call returns. */
  void text(byte[] bytes, int start, int length);
}
