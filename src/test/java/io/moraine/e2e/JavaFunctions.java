/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.e2e;

import java.math.BigDecimal;
import java.sql.Date;
import java.sql.Timestamp;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Functions that a model declares. */
public final class JavaFunctions {
  private JavaFunctions() {}

  /** {@code 2 * n}. */
  public static int twice(int n) {
    return Math.multiplyExact(2, n);
  }

  /** A greeting; of nobody too. */
  public static String greet(@Nullable String name) {
    return "hello " + (name == null ? "nobody" : name);
  }

  /** The day after. */
  public static @Nullable Date nextDay(@Nullable Date date) {
    return date == null ? null : Date.valueOf(date.toLocalDate().plusDays(1));
  }

  /** A half, exactly. */
  public static @Nullable BigDecimal half(@Nullable BigDecimal number) {
    return number == null ? null : number.multiply(new BigDecimal("0.5"));
  }

  /** An hour later. */
  public static @Nullable Timestamp later(@Nullable Timestamp time) {
    return time == null
        ? null
        : Timestamp.valueOf(time.toLocalDateTime().plus(Duration.ofHours(1)));
  }

  /** Always fails. */
  public static int fails(int n) {
    throw new IllegalStateException("the function does not like " + n);
  }
}
