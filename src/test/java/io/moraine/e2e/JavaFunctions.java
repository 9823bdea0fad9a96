/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.e2e;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.Date;
import java.sql.Timestamp;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.UUID;
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

  /** The day before. */
  public static @Nullable LocalDate dayBefore(@Nullable LocalDate date) {
    return date == null ? null : date.minusDays(1);
  }

  /** A second later in the day. */
  public static @Nullable LocalTime second(@Nullable LocalTime time) {
    return time == null ? null : time.plusSeconds(1);
  }

  /** A microsecond later. */
  public static @Nullable LocalDateTime micro(@Nullable LocalDateTime time) {
    return time == null ? null : time.plusNanos(1_000);
  }

  /** An instant a second later. */
  public static @Nullable Instant then(@Nullable Instant instant) {
    return instant == null ? null : instant.plusSeconds(1);
  }

  /** A nanosecond later, which is too little. */
  public static @Nullable LocalDateTime tooFine(@Nullable LocalDateTime time) {
    return time == null ? null : time.plusNanos(1);
  }

  /** The same with other bits. */
  public static @Nullable UUID flip(@Nullable UUID id) {
    return id == null ? null : new UUID(id.getMostSignificantBits(), ~id.getLeastSignificantBits());
  }

  /** Bytes in the other order. */
  public static byte @Nullable [] back(byte @Nullable [] bytes) {
    if (bytes == null) {
      return null;
    }
    byte[] back = new byte[bytes.length];
    for (int i = 0; i < bytes.length; i++) {
      back[i] = bytes[bytes.length - 1 - i];
    }
    return back;
  }

  /** The square. */
  public static @Nullable BigInteger square(@Nullable BigInteger number) {
    return number == null ? null : number.multiply(number);
  }

  /** The contrary. */
  public static @Nullable Boolean contrary(@Nullable Boolean bool) {
    return bool == null ? null : !bool;
  }

  /** One more. */
  public static @Nullable Long next(@Nullable Long number) {
    return number == null ? null : number + 1;
  }

  /** The negative. */
  public static @Nullable Double negated(@Nullable Double number) {
    return number == null ? null : -number;
  }

  /** The negative. */
  public static @Nullable Float less(@Nullable Float number) {
    return number == null ? null : -number;
  }

  /** Always fails. */
  public static int fails(int n) {
    throw new IllegalStateException("the function does not like " + n);
  }
}
