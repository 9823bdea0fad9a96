/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.e2e.fuzz;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.UUID;

/** Values of a type: the ends of its range and what engines get wrong, or ordinary ones. */
final class Pool {
  private static final List<String> WORDS =
      List.of(
          "", " ", "a", "A", "a ", " a", "ab", "abc", "b", "B", "%", "_", "a%b", "a_b", "\\",
          "a\\%", "*", "?", "[a]", "a*", "'", "\"", "z", "żółw", "ŻÓŁW", "é", "e\u0301", "😀",
          "😀a", "東京", "\uFFFD", "~", "0", "10", "9", "null", "a\tb", "aXbXc", "ZZ", "a/b=c",
          "ab  ");
  private static final List<String> DIGITS =
      List.of("0", "7", "-7", "42", "100", "-100", "999", "0012", "12", "3");
  private static final List<LocalDate> DATES =
      List.of(
          LocalDate.of(1, 1, 1),
          LocalDate.of(1582, 10, 4),
          LocalDate.of(1582, 10, 10),
          LocalDate.of(1582, 10, 15),
          LocalDate.of(1600, 2, 29),
          LocalDate.of(1899, 12, 31),
          LocalDate.of(1969, 12, 31),
          LocalDate.of(1970, 1, 1),
          LocalDate.of(2000, 2, 29),
          LocalDate.of(2024, 2, 29),
          LocalDate.of(9999, 12, 31));
  private static final List<LocalDate> ORDINARY_DATES =
      List.of(
          LocalDate.of(1901, 1, 31),
          LocalDate.of(1969, 12, 31),
          LocalDate.of(1970, 1, 1),
          LocalDate.of(2000, 2, 29),
          LocalDate.of(2024, 2, 29),
          LocalDate.of(2024, 3, 31),
          LocalDate.of(2024, 12, 30),
          LocalDate.of(2099, 12, 31));
  private static final List<Long> MICROS =
      List.of(0L, 1L, 43_200_000_000L, 86_399_999_999L, 86_399_000_000L, 3_723_123_456L, 500_000L);
  private static final List<Double> ORDINARY =
      List.of(0.0, -0.0, 1.0, -1.0, 0.5, -2.25, 100.125, -1000.0, 3.0, 7.75, 2.5, 1.5);
  private static final List<Double> SPECIAL =
      List.of(Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY);

  private final Random random;

  Pool(Random random) {
    this.random = random;
  }

  /** Which values. */
  enum Profile {
    /** The ends of the range, and all that is special. */
    EXTREME,
    /** Small numbers, dates of our time. */
    ORDINARY,
    /** The same without NaN and infinities, and texts that spell integers. */
    PLAIN
  }

  List<Object> values(Type type, Profile profile) {
    boolean extreme = profile == Profile.EXTREME;
    return switch (type.kind()) {
      case BOOLEAN -> List.of(true, false);
      case INTEGER -> integers(extreme, Integer.MIN_VALUE, Integer.MAX_VALUE);
      case BIGINT -> integers(extreme, Long.MIN_VALUE, Long.MAX_VALUE);
      case DECIMAL -> decimals(type, extreme);
      case REAL -> reals(profile);
      case DOUBLE -> doubles(profile);
      case DATE -> new ArrayList<>(extreme ? DATES : ORDINARY_DATES);
      case TIME -> times();
      case TIMESTAMP -> new ArrayList<>(timestamps(extreme));
      case INSTANT -> new ArrayList<>(timestamps(extreme).stream().map(Literals::instant).toList());
      case TEXT -> new ArrayList<>(profile == Profile.PLAIN ? DIGITS : WORDS);
      case UUID -> uuids();
      case BYTES -> bytes(type.precision());
    };
  }

  private List<Object> integers(boolean extreme, long min, long max) {
    List<Object> values = new ArrayList<>();
    for (long value : new long[] {0, 1, -1, 2, 7, -7, 10, 100, -100, random.nextInt(50)}) {
      values.add(BigDecimal.valueOf(value));
    }
    if (extreme) {
      for (long value : new long[] {min, min + 1, max, max - 1, random.nextLong() % max}) {
        values.add(BigDecimal.valueOf(value));
      }
    }
    return values;
  }

  private List<Object> decimals(Type type, boolean extreme) {
    int digits = extreme ? type.precision() : Math.min(type.precision(), type.scale() + 3);
    BigInteger largest = BigInteger.TEN.pow(digits).subtract(BigInteger.ONE);
    List<Object> values = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      BigInteger any = new BigInteger(largest.bitLength() + 8, random).mod(largest);
      values.add(new BigDecimal(random.nextBoolean() ? any : any.negate(), type.scale()));
    }
    values.add(BigDecimal.ZERO.setScale(type.scale()));
    values.add(new BigDecimal(BigInteger.ONE, type.scale()));
    values.add(new BigDecimal(BigInteger.ONE.negate(), type.scale()));
    values.add(new BigDecimal(BigInteger.valueOf(5), type.scale()));
    if (type.precision() > type.scale()) {
      values.add(BigDecimal.ONE.setScale(type.scale()));
    }
    if (extreme) {
      values.add(new BigDecimal(largest, type.scale()));
      values.add(new BigDecimal(largest.negate(), type.scale()));
    }
    return values;
  }

  private List<Object> doubles(Profile profile) {
    List<Object> values = new ArrayList<>(ORDINARY);
    if (profile != Profile.PLAIN) {
      values.addAll(SPECIAL);
    }
    if (profile == Profile.EXTREME) {
      values.addAll(
          List.of(Double.MAX_VALUE, -Double.MAX_VALUE, Double.MIN_VALUE, 0.1, -1e300, 1e-300));
    }
    return values;
  }

  private List<Object> reals(Profile profile) {
    List<Object> values = new ArrayList<>();
    ORDINARY.forEach(value -> values.add(value.floatValue()));
    if (profile != Profile.PLAIN) {
      SPECIAL.forEach(value -> values.add(value.floatValue()));
    }
    if (profile == Profile.EXTREME) {
      values.addAll(List.of(Float.MAX_VALUE, -Float.MAX_VALUE, Float.MIN_VALUE, 0.1f, 1e30f));
    }
    return values;
  }

  private static List<Object> times() {
    List<Object> values = new ArrayList<>();
    MICROS.forEach(micros -> values.add(Literals.time(micros)));
    return values;
  }

  private List<LocalDateTime> timestamps(boolean extreme) {
    List<LocalDateTime> values = new ArrayList<>();
    for (LocalDate date : extreme ? DATES : ORDINARY_DATES) {
      long micros = MICROS.get(random.nextInt(MICROS.size()));
      values.add(date.atTime(LocalTime.ofNanoOfDay(micros * 1000)));
    }
    values.add(LocalDateTime.of(1969, 12, 31, 23, 59, 59, 999_999_000));
    values.add(LocalDateTime.of(2024, 3, 31, 2, 30, 0, 123_456_000));
    values.add(LocalDateTime.of(2024, 3, 31, 2, 30, 0, 123_457_000));
    return values;
  }

  private List<Object> uuids() {
    List<Object> values = new ArrayList<>();
    values.add(new UUID(0, 0));
    values.add(new UUID(-1, -1));
    values.add(new UUID(Long.MIN_VALUE, Long.MIN_VALUE));
    values.add(new UUID(Long.MAX_VALUE, Long.MIN_VALUE));
    values.add(new UUID(1, -1));
    values.add(new UUID(random.nextLong(), random.nextLong()));
    return values;
  }

  private List<Object> bytes(int length) {
    List<Object> values = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      byte[] any = new byte[length > 0 ? length : random.nextInt(4)];
      random.nextBytes(any);
      values.add(any);
    }
    byte[] low = new byte[length > 0 ? length : 1];
    byte[] high = low.clone();
    high[0] = (byte) 0x80;
    values.add(low);
    values.add(high);
    return values;
  }
}
