/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.write;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.moraine.rules.error.ErrorCode;
import io.moraine.rules.error.MoraineException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.sql.Date;
import java.sql.Time;
import java.sql.Timestamp;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.UUID;
import java.util.stream.Stream;
import org.apache.calcite.avatica.util.ByteString;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Each type's conversions: what is taken and as what, and what is refused and how. */
class ValueConverterTest {
  private static final ZoneId WARSAW = ZoneId.of("Europe/Warsaw");
  private static final Type BOOL = Types.BooleanType.get();
  private static final Type INT = Types.IntegerType.get();
  private static final Type LONG = Types.LongType.get();
  private static final Type FLOAT = Types.FloatType.get();
  private static final Type DOUBLE = Types.DoubleType.get();
  private static final Type DEC = Types.DecimalType.of(5, 2);
  private static final Type WIDE = Types.DecimalType.of(38, 10);
  private static final Type FRACTION = Types.DecimalType.of(2, 2);
  private static final Type DATE = Types.DateType.get();
  private static final Type TIME = Types.TimeType.get();
  private static final Type TS = Types.TimestampType.withoutZone();
  private static final Type TSTZ = Types.TimestampType.withZone();
  private static final Type NS = Types.TimestampNanoType.withoutZone();
  private static final Type NSTZ = Types.TimestampNanoType.withZone();
  private static final Type STRING = Types.StringType.get();
  private static final Type UUID_TYPE = Types.UUIDType.get();
  private static final Type FIXED = Types.FixedType.ofLength(2);
  private static final Type BINARY = Types.BinaryType.get();
  private static final UUID ID = UUID.fromString("f79c3e09-677c-4bbd-a479-3f349cb785e7");
  private static final LocalDateTime MICROS =
      LocalDateTime.of(1969, 7, 20, 20, 17, 40, 123_456_000);

  private static Object convert(Type type, Object value) {
    return ValueConverter.of("db.t", Types.NestedField.optional(1, "c", type), WARSAW)
        .convert(value, 7);
  }

  static Stream<Arguments> taken() {
    return Stream.of(
        Arguments.of(BOOL, true, true),
        Arguments.of(INT, (byte) -128, -128),
        Arguments.of(INT, (short) 32767, 32767),
        Arguments.of(INT, Integer.MIN_VALUE, Integer.MIN_VALUE),
        Arguments.of(INT, 2147483647L, Integer.MAX_VALUE),
        Arguments.of(INT, BigInteger.valueOf(-5), -5),
        Arguments.of(INT, new BigDecimal("1E+2"), 100),
        Arguments.of(INT, new BigDecimal("7.000"), 7),
        Arguments.of(LONG, 1, 1L),
        Arguments.of(LONG, Long.MIN_VALUE, Long.MIN_VALUE),
        Arguments.of(LONG, new BigInteger("9223372036854775807"), Long.MAX_VALUE),
        Arguments.of(LONG, new BigDecimal("-9223372036854775808"), Long.MIN_VALUE),
        Arguments.of(FLOAT, 1.5d, 1.5f),
        Arguments.of(FLOAT, -0.0d, -0.0f),
        Arguments.of(FLOAT, Double.NaN, Float.NaN),
        Arguments.of(FLOAT, Double.NEGATIVE_INFINITY, Float.NEGATIVE_INFINITY),
        Arguments.of(FLOAT, 16777216, 16777216f),
        Arguments.of(FLOAT, new BigDecimal("0.25"), 0.25f),
        Arguments.of(DOUBLE, 0.1f, (double) 0.1f),
        Arguments.of(DOUBLE, Float.NaN, Double.NaN),
        Arguments.of(DOUBLE, -0.0d, -0.0d),
        Arguments.of(DOUBLE, 1L << 62, (double) (1L << 62)),
        Arguments.of(DOUBLE, BigInteger.TEN, 10d),
        Arguments.of(DEC, 3, new BigDecimal("3.00")),
        Arguments.of(DEC, new BigDecimal("-999.99"), new BigDecimal("-999.99")),
        Arguments.of(DEC, new BigDecimal("1.50000"), new BigDecimal("1.50")),
        Arguments.of(DEC, new BigDecimal("1E+2"), new BigDecimal("100.00")),
        Arguments.of(FRACTION, new BigDecimal("0E-1000000000"), new BigDecimal("0.00")),
        Arguments.of(FRACTION, new BigDecimal("0.99"), new BigDecimal("0.99")),
        Arguments.of(
            WIDE,
            new BigDecimal("9999999999999999999999999999.9999999999"),
            new BigDecimal("9999999999999999999999999999.9999999999")),
        Arguments.of(DATE, LocalDate.of(1, 1, 1), LocalDate.of(1, 1, 1)),
        Arguments.of(DATE, Date.valueOf("1969-12-31"), LocalDate.of(1969, 12, 31)),
        Arguments.of(
            TIME, LocalTime.of(23, 59, 59, 999_999_000), LocalTime.of(23, 59, 59, 999_999_000)),
        Arguments.of(TIME, timeOf(1, 2, 3, 45), LocalTime.of(1, 2, 3, 45_000_000)),
        Arguments.of(TS, MICROS, MICROS),
        Arguments.of(TS, Timestamp.valueOf(MICROS), MICROS),
        Arguments.of(
            TSTZ,
            MICROS,
            MICROS.atOffset(ZoneOffset.ofHours(1)).withOffsetSameInstant(ZoneOffset.UTC)),
        Arguments.of(
            TSTZ,
            MICROS.atOffset(ZoneOffset.ofHours(9)),
            MICROS.minusHours(9).atOffset(ZoneOffset.UTC)),
        Arguments.of(TSTZ, MICROS.atZone(WARSAW), MICROS.minusHours(1).atOffset(ZoneOffset.UTC)),
        Arguments.of(TSTZ, Instant.EPOCH, OffsetDateTime.parse("1970-01-01T00:00:00Z")),
        Arguments.of(
            TSTZ, Timestamp.from(Instant.EPOCH), OffsetDateTime.parse("1970-01-01T00:00:00Z")),
        Arguments.of(NS, MICROS.plusNanos(789), MICROS.plusNanos(789)),
        Arguments.of(
            NSTZ,
            Instant.ofEpochSecond(0, 1),
            OffsetDateTime.parse("1970-01-01T00:00:00.000000001Z")),
        Arguments.of(BOOL, "TRUE", true),
        Arguments.of(INT, " 42 ", 42),
        Arguments.of(LONG, "-9223372036854775808", Long.MIN_VALUE),
        Arguments.of(DOUBLE, "0.1", 0.1d),
        Arguments.of(FLOAT, "-Infinity", Float.NEGATIVE_INFINITY),
        Arguments.of(DEC, "1.5", new BigDecimal("1.50")),
        Arguments.of(DATE, "0001-01-01", LocalDate.of(1, 1, 1)),
        Arguments.of(TIME, "23:59:59.999999", LocalTime.of(23, 59, 59, 999_999_000)),
        Arguments.of(TS, "1969-07-20T20:17:40.123456", MICROS),
        Arguments.of(TS, "2024-02-03", LocalDateTime.of(2024, 2, 3, 0, 0)),
        Arguments.of(TSTZ, "2024-02-03 01:00:00+02", OffsetDateTime.parse("2024-02-02T23:00:00Z")),
        Arguments.of(TSTZ, "2024-02-03 01:00", OffsetDateTime.parse("2024-02-03T00:00:00Z")),
        Arguments.of(UUID_TYPE, ID.toString(), ID),
        Arguments.of(STRING, "", ""),
        Arguments.of(STRING, "żółw 🐢", "żółw 🐢"),
        Arguments.of(UUID_TYPE, ID, ID),
        Arguments.of(FIXED, new byte[] {1, 2}, new byte[] {1, 2}),
        Arguments.of(FIXED, ByteBuffer.wrap(new byte[] {0, 1, 2}, 1, 2), new byte[] {1, 2}),
        Arguments.of(FIXED, new ByteString(new byte[] {1, 2}), new byte[] {1, 2}),
        Arguments.of(BINARY, new byte[0], ByteBuffer.allocate(0)),
        Arguments.of(BINARY, new ByteString(new byte[] {9}), ByteBuffer.wrap(new byte[] {9})),
        Arguments.of(BINARY, ByteBuffer.wrap(new byte[] {9}), ByteBuffer.wrap(new byte[] {9})));
  }

  private static Time timeOf(int hour, int minute, int second, int millis) {
    Time time = Time.valueOf(LocalTime.of(hour, minute, second));
    time.setTime(time.getTime() + millis);
    return time;
  }

  @ParameterizedTest(name = "{0} takes {1}")
  @MethodSource("taken")
  void exactValuesAreTaken(Type type, Object value, Object expected) {
    assertThat(convert(type, value)).isEqualTo(expected).hasSameClassAs(expected);
  }

  static Stream<Arguments> refused() {
    ErrorCode range = ErrorCode.NUMERIC_OUT_OF_RANGE;
    ErrorCode argument = ErrorCode.INVALID_ARGUMENT;
    ErrorCode overflow = ErrorCode.DATETIME_FIELD_OVERFLOW;
    return Stream.of(
        Arguments.of(BOOL, 1, argument),
        Arguments.of(BOOL, "yes", ErrorCode.INVALID_TEXT),
        Arguments.of(INT, 2147483648L, range),
        Arguments.of(INT, new BigDecimal("1.5"), range),
        Arguments.of(INT, new BigDecimal("1E+1000000000"), range),
        Arguments.of(INT, new BigDecimal("1E-1000000000"), range),
        Arguments.of(INT, 1.0d, argument),
        Arguments.of(INT, "one", ErrorCode.INVALID_TEXT),
        Arguments.of(INT, "1.5", range),
        Arguments.of(INT, "3000000000", range),
        Arguments.of(DEC, "1.555", range),
        Arguments.of(DEC, "", ErrorCode.INVALID_TEXT),
        Arguments.of(DEC, "1e999999999", range),
        Arguments.of(LONG, new BigInteger("9223372036854775808"), range),
        Arguments.of(FLOAT, 0.1d, range),
        Arguments.of(FLOAT, 1e300, range),
        Arguments.of(FLOAT, 16777217, range),
        Arguments.of(FLOAT, true, argument),
        Arguments.of(DOUBLE, Long.MAX_VALUE, range),
        Arguments.of(DOUBLE, new BigDecimal("0.1"), range),
        Arguments.of(DOUBLE, new BigDecimal("1E+400"), range),
        Arguments.of(DOUBLE, "not a number", ErrorCode.INVALID_TEXT),
        Arguments.of(DEC, new BigDecimal("1000"), range),
        Arguments.of(DEC, new BigDecimal("0.001"), range),
        Arguments.of(DEC, new BigDecimal("1E+1000000000"), range),
        Arguments.of(DEC, 1.5d, argument),
        Arguments.of(FRACTION, 1, range),
        Arguments.of(DATE, LocalDate.MAX, overflow),
        Arguments.of(DATE, MICROS, argument),
        Arguments.of(DATE, "2024-02-30", ErrorCode.INVALID_DATETIME),
        Arguments.of(DATE, "2024-02-03 01:00:00", argument),
        Arguments.of(TS, "2024-02-03 01:02:03.1234567", overflow),
        Arguments.of(TS, "yesterday", ErrorCode.INVALID_DATETIME),
        Arguments.of(TIME, LocalTime.of(0, 0, 0, 1), overflow),
        Arguments.of(TIME, MICROS, argument),
        Arguments.of(TS, MICROS.plusNanos(1), overflow),
        Arguments.of(TS, LocalDateTime.MAX, overflow),
        Arguments.of(TS, Instant.EPOCH, argument),
        Arguments.of(TSTZ, Instant.ofEpochSecond(0, 999), overflow),
        Arguments.of(TSTZ, Instant.MIN, overflow),
        Arguments.of(TSTZ, LocalDate.EPOCH, argument),
        Arguments.of(NS, LocalDateTime.of(2263, 1, 1, 0, 0), overflow),
        Arguments.of(NSTZ, Instant.parse("1677-01-01T00:00:00Z"), overflow),
        Arguments.of(STRING, 1, argument),
        Arguments.of(STRING, "half \ud83d", ErrorCode.INVALID_TEXT),
        Arguments.of(STRING, "\udc22\ud83d", ErrorCode.INVALID_TEXT),
        Arguments.of(UUID_TYPE, "1-2-3-4-5", ErrorCode.INVALID_TEXT),
        Arguments.of(FIXED, new byte[3], ErrorCode.LENGTH_MISMATCH),
        Arguments.of(FIXED, "ab", argument),
        Arguments.of(BINARY, "ab", argument),
        Arguments.of(Types.VariantType.get(), 1, ErrorCode.NOT_SUPPORTED),
        Arguments.of(
            Types.ListType.ofOptional(2, INT), java.util.List.of(), ErrorCode.NOT_SUPPORTED));
  }

  @ParameterizedTest(name = "{0} refuses {1}: {2}")
  @MethodSource("refused")
  void valuesThatDoNotFitAreRefused(Type type, Object value, ErrorCode code) {
    MoraineException error =
        catchThrowableOfType(MoraineException.class, () -> convert(type, value));
    assertThat(error.code()).isEqualTo(code);
    assertThat(error)
        .hasMessageStartingWith(
            "Writing to table db.t, row 7, column c of type " + type + ": found ")
        .hasMessageContaining(value.getClass().getSimpleName());
    assertThat(error.getMessage()).hasSizeLessThan(320);
  }

  @ParameterizedTest
  @MethodSource("taken")
  void nullIsTakenByOptionalColumnsOnly(Type type, Object value, Object expected) {
    assertThat(convert(type, null)).isNull();
    ValueConverter required =
        ValueConverter.of("db.t", Types.NestedField.required(1, "c", type), WARSAW);
    MoraineException error =
        catchThrowableOfType(MoraineException.class, () -> required.convert(null, 3));
    assertThat(error.code()).isEqualTo(ErrorCode.NOT_NULL_VIOLATION);
    assertThat(error).hasMessageContaining("row 3, column c");
  }

  @Test
  void messagesCutLongValues() {
    MoraineException text =
        catchThrowableOfType(MoraineException.class, () -> convert(INT, "x".repeat(10_000)));
    assertThat(text.getMessage()).contains("'" + "x".repeat(64) + "…'").hasSizeLessThan(250);
    MoraineException number =
        catchThrowableOfType(
            MoraineException.class, () -> convert(LONG, BigInteger.ONE.shiftLeft(1_000_000)));
    assertThat(number).hasMessageContaining("BigInteger of more than 256 bits");
  }

  @Test
  void extremeTimestampsOfBothUnitsAreTaken() {
    LocalDateTime epoch = LocalDateTime.of(1970, 1, 1, 0, 0);
    LocalDateTime lastMicro =
        epoch.plusSeconds(Long.MAX_VALUE / 1_000_000).plusNanos(Long.MAX_VALUE % 1_000_000 * 1000);
    assertThat(convert(TS, lastMicro)).isEqualTo(lastMicro);
    LocalDateTime firstNano = epoch.plusNanos(Long.MIN_VALUE);
    assertThat(convert(NS, firstNano)).isEqualTo(firstNano);
  }
}
