/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.sql.Date;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Calendar;
import java.util.Locale;
import java.util.TimeZone;
import org.junit.jupiter.api.Test;

final class ConversionTest {
  private static final ZoneId WARSAW = ZoneId.of("Europe/Warsaw");

  private static Conversion of(Object value) {
    return new Conversion(value, "c", WARSAW);
  }

  @Test
  void timestampsKeepTheirMicroseconds() throws SQLException {
    LocalDateTime value = LocalDateTime.parse("1969-12-31T23:59:59.999999");
    assertThat(of(value).to(Timestamp.class)).isEqualTo(Timestamp.valueOf(value));
    assertThat(of(value).to(LocalDateTime.class)).isEqualTo(value);
    assertThat(of(value).to(String.class)).isEqualTo("1969-12-31 23:59:59.999999");
  }

  @Test
  void instantsAreTheSameInEveryClass() throws SQLException {
    OffsetDateTime value = OffsetDateTime.parse("2024-07-01T10:00:00.000001Z");
    assertThat(of(value).to(Instant.class)).isEqualTo(value.toInstant());
    assertThat(of(value).to(OffsetDateTime.class)).isEqualTo(value);
    assertThat(of(value).to(Timestamp.class)).isEqualTo(Timestamp.from(value.toInstant()));
    assertThat(of(value).to(LocalDateTime.class))
        .isEqualTo(LocalDateTime.parse("2024-07-01T12:00:00.000001"));
    assertThat(of(value).to(String.class)).isEqualTo("2024-07-01 12:00:00.000001+02");
  }

  @Test
  void datesBeforeTheGregorianCalendarKeepTheirDayUnderACalendar() throws SQLException {
    Calendar utc = Calendar.getInstance(TimeZone.getTimeZone("UTC"), Locale.ROOT);
    LocalDate value = LocalDate.parse("0001-01-01");
    Date date = of(value).toDate(utc);
    assertThat(Math.floorDiv(date.getTime(), 86_400_000L)).isEqualTo(value.toEpochDay());
    assertThat(of(value).to(String.class)).isEqualTo("0001-01-01");
  }

  @Test
  void numbersThatDoNotFitAreRefused() {
    assertThatThrownBy(() -> of(3_000_000_000L).to(Integer.class))
        .isInstanceOfSatisfying(
            SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("22003"))
        .hasMessageContaining("'c'");
    assertThatThrownBy(() -> of("x").to(Integer.class))
        .isInstanceOfSatisfying(
            SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("22018"));
  }

  @Test
  void decimalsAreNeverWrittenWithAnExponent() throws SQLException {
    assertThat(of(new BigDecimal("-0.0000000001")).to(String.class)).isEqualTo("-0.0000000001");
    assertThat(of(new BigDecimal("1E+3")).to(String.class)).isEqualTo("1000");
  }

  @Test
  void textOfTimesHasOnlyTheDigitsThatTheyHave() {
    ZoneId zone = ZoneOffset.UTC;
    assertThat(ValueText.of(LocalTime.parse("01:02:03"), zone)).isEqualTo("01:02:03");
    assertThat(ValueText.of(LocalTime.parse("01:02:03.000001"), zone)).isEqualTo("01:02:03.000001");
    assertThat(ValueText.of(LocalDateTime.parse("2024-01-01T00:00"), zone))
        .isEqualTo("2024-01-01 00:00:00");
    assertThat(ValueText.of(OffsetDateTime.parse("2024-01-01T00:00Z"), ZoneId.of("Asia/Kathmandu")))
        .isEqualTo("2024-01-01 05:45:00+05:45");
    assertThat(ValueText.of(new byte[] {0, (byte) 0xff}, zone)).isEqualTo("00ff");
  }

  @Test
  void patternsOfMetadataKnowTheirEscape() {
    assertThat(new NamePattern("a_c").matches("abc")).isTrue();
    assertThat(new NamePattern("a\\_c").matches("abc")).isFalse();
    assertThat(new NamePattern("a\\_c").matches("a_c")).isTrue();
    assertThat(new NamePattern("%.x").matches("a.b.x")).isTrue();
    assertThat(new NamePattern("a.c").matches("abc")).isFalse();
    assertThat(new NamePattern(null).matches("anything")).isTrue();
  }
}
