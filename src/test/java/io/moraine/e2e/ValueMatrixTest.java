/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.e2e;

import static io.moraine.e2e.Statements.assertFailure;
import static io.moraine.e2e.Statements.column;
import static io.moraine.e2e.Statements.run;
import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Date;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Time;
import java.sql.Timestamp;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TimeZone;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Every flat type with its extremes through every getter and back through every setter of our
 * driver, in default zones with gaps, odd offsets and other calendars: all agree on the value, or
 * refuse it by a state.
 */
final class ValueMatrixTest {
  /** What a getter of another kind of value is refused with. */
  private static final String WRONG_TYPE = "22018";

  private static final Set<Class<?>> CLASSES =
      Set.of(
          String.class,
          Boolean.class,
          Byte.class,
          Short.class,
          Integer.class,
          Long.class,
          Float.class,
          Double.class,
          BigDecimal.class,
          BigInteger.class,
          UUID.class,
          byte[].class,
          Date.class,
          Time.class,
          Timestamp.class,
          LocalDate.class,
          LocalTime.class,
          LocalDateTime.class,
          Instant.class,
          OffsetDateTime.class,
          ZonedDateTime.class);

  private final TimeZone zone = TimeZone.getDefault();
  private final Locale locale = Locale.getDefault();

  @TempDir private Path folder;

  @AfterEach
  void restoreDefaults() {
    TimeZone.setDefault(zone);
    Locale.setDefault(locale);
  }

  private Connection connect() throws SQLException {
    Connection connection = DriverManager.getConnection("jdbc:moraine:warehouse=" + folder);
    run(connection, "CREATE SCHEMA IF NOT EXISTS lake.s", "SET schema = 'lake.s'");
    return connection;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "UTC",
        "Europe/Warsaw",
        "America/Sao_Paulo",
        "Africa/Monrovia",
        "Asia/Kathmandu",
        "Pacific/Apia"
      })
  void gettersAndSettersAgree(String name) throws SQLException {
    TimeZone.setDefault(TimeZone.getTimeZone(name));
    Locale.setDefault(Locale.forLanguageTag("th-TH-u-ca-buddhist-nu-thai"));
    try (Connection connection = connect()) {
      int number = 0;
      for (TypeValues type : TypeValues.all()) {
        String table = "t" + number++;
        run(connection, "CREATE TABLE " + table + " (id INTEGER, c " + type.sql() + ")");
        List<String> rows = new ArrayList<>();
        type.values().forEach(value -> rows.add("(" + rows.size() + ", " + value + ")"));
        rows.add("(-1, CAST(NULL AS " + type.sql() + "))");
        run(connection, "INSERT INTO " + table + " VALUES " + String.join(", ", rows));
        read(connection, type, table);
      }
    }
  }

  private static void read(Connection connection, TypeValues type, String table)
      throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("SELECT id, c FROM " + table + " ORDER BY id");
        PreparedStatement query =
            connection.prepareStatement("SELECT id FROM " + table + " WHERE c = ?");
        PreparedStatement copy =
            connection.prepareStatement("SELECT CAST(? AS " + type.sql() + ")")) {
      assertThat(row.next()).isTrue();
      nullIsNull(row);
      while (row.next()) {
        String what = type.sql() + " " + row.getString(2);
        for (Class<?> each : CLASSES) {
          Object value = get(row, each);
          assertThat(value).as("%s as %s", what, each).isEqualTo(typed(row, each));
          if (!(value instanceof String state && each != String.class)) {
            sameRow(type, row, query, copy, value);
          }
        }
        jdbcObject(type, row);
        text(connection, type, row, table);
      }
    }
  }

  private static void nullIsNull(ResultSet row) throws SQLException {
    for (Class<?> each : CLASSES) {
      assertThat(row.getObject(2, each)).as("NULL as %s", each).isNull();
      assertThat(row.wasNull()).isTrue();
    }
    assertThat(row.getObject(2)).isNull();
    assertThat(row.getInt(2)).isZero();
    assertThat(row.getString("c")).isNull();
    assertThat(row.wasNull()).isTrue();
  }

  private interface Getter {
    Object get() throws SQLException;
  }

  /** The value in a form that compares by content, or the state of the refusal. */
  private static Object outcome(Getter getter) {
    try {
      Object value = getter.get();
      return value instanceof byte[] bytes ? HexFormat.of().formatHex(bytes) + " bytes" : value;
    } catch (SQLException e) {
      return String.valueOf(e.getSQLState());
    }
  }

  private static Object get(ResultSet row, Class<?> type) {
    return outcome(() -> row.getObject(2, type));
  }

  /** The getter of JDBC for a class; for those without one what follows from another class. */
  private static Object typed(ResultSet row, Class<?> type) {
    return outcome(
        () ->
            switch (type.getSimpleName()) {
              case "String" -> row.getString("c");
              case "Boolean" -> row.getBoolean("c");
              case "Byte" -> row.getByte(2);
              case "Short" -> row.getShort(2);
              case "Integer" -> row.getInt(2);
              case "Long" -> row.getLong(2);
              case "Float" -> row.getFloat(2);
              case "Double" -> row.getDouble(2);
              case "BigDecimal" -> row.getBigDecimal(2);
              case "BigInteger" -> row.getBigDecimal(2).toBigInteger();
              case "byte[]" -> row.getBytes(2);
              case "Date" -> row.getDate(2);
              case "Time" -> row.getTime("c");
              case "Timestamp" -> row.getTimestamp(2);
              case "Instant" -> row.getObject(2, OffsetDateTime.class).toInstant();
              case "ZonedDateTime" ->
                  row.getObject(2, Instant.class).atZone(TimeZone.getDefault().toZoneId());
              default -> row.getObject("c", type);
            });
  }

  /** Whether a class holds all of a type's values, so that it finds its own row again. */
  private static boolean holds(TypeValues type, Object value) {
    return switch (type.sql().replaceFirst("\\([^)]*\\)", "")) {
      case "BOOLEAN" -> value instanceof Boolean;
      case "INTEGER", "BIGINT" -> value instanceof Long || value instanceof BigDecimal;
      case "REAL" -> value instanceof Float;
      case "DOUBLE" -> value instanceof Double;
      case "DECIMAL" -> value instanceof BigDecimal || value instanceof String;
      case "DATE" -> value instanceof LocalDate || value instanceof Date || value instanceof String;
      case "TIME" -> value instanceof LocalTime;
      case "TIMESTAMP" -> value instanceof LocalDateTime || value instanceof Timestamp;
      case "TIMESTAMP WITH LOCAL TIME ZONE" ->
          value instanceof Instant
              || value instanceof OffsetDateTime
              || value instanceof ZonedDateTime
              || value instanceof Timestamp;
      case "UUID" -> value instanceof UUID || value instanceof String;
      case "VARCHAR" -> value instanceof String;
      default -> false;
    };
  }

  private static void sameRow(
      TypeValues type, ResultSet row, PreparedStatement query, PreparedStatement copy, Object value)
      throws SQLException {
    if (!holds(type, value)) {
      return;
    }
    String what = type.sql() + " " + value + " of " + value.getClass();
    query.setObject(1, value);
    List<String> found = new ArrayList<>();
    Statements.rows(query).forEach(each -> found.add(each.get(0)));
    assertThat(found).as(what).contains(row.getString(1));
    copy.setObject(1, value);
    try (ResultSet copied = copy.executeQuery()) {
      assertThat(copied.next()).isTrue();
      assertThat(copied.getString(1)).as(what).isEqualTo(row.getString(2));
    }
  }

  /** {@code getObject} is of the class that the metadata names, and the same value. */
  private static void jdbcObject(TypeValues type, ResultSet row) throws SQLException {
    Class<?> declared = classNamed(row.getMetaData().getColumnClassName(2));
    Object value = outcome(() -> row.getObject(2));
    assertThat(value).as(type.sql()).isEqualTo(get(row, declared));
  }

  private static Class<?> classNamed(String name) {
    return CLASSES.stream().filter(each -> each.getName().equals(name)).findFirst().orElseThrow();
  }

  /** The text is that of CAST, and CAST makes the value of it. */
  private static void text(Connection connection, TypeValues type, ResultSet row, String table)
      throws SQLException {
    String where = " FROM " + table + " WHERE id = " + row.getString(1);
    String cast = column(connection, "SELECT CAST(c AS VARCHAR)" + where).get(0);
    boolean floating = type.sql().equals("REAL") || type.sql().equals("DOUBLE");
    // The engine writes 1e+20, Java 1.0E20.
    assertThat(floating ? number(type, cast) : cast)
        .as(type.sql())
        .isEqualTo(floating ? number(type, row.getString(2)) : row.getString(2));
    if (!type.sql().contains("BINARY")) {
      String text = row.getString(2).replace("'", "''");
      assertThat(
              column(
                  connection,
                  "SELECT c IS NOT DISTINCT FROM CAST('"
                      + text
                      + "' AS "
                      + type.sql()
                      + ")"
                      + where))
          .as("%s %s", type.sql(), text)
          .containsExactly("true");
    }
  }

  private static Object number(TypeValues type, String text) {
    return type.sql().equals("REAL")
        ? (Object) Float.parseFloat(text)
        : (Object) Double.parseDouble(text);
  }

  @Test
  void gettersOfAnotherKindAreRefused() throws SQLException {
    Map<String, Set<Class<?>>> kinds =
        Map.of(
            "1",
            Set.of(Date.class, LocalDate.class, Instant.class, UUID.class, byte[].class),
            "DATE '2024-02-29'",
            Set.of(Integer.class, UUID.class, LocalTime.class, Time.class),
            "TIME '10:00:00'",
            Set.of(LocalDate.class, Date.class, Timestamp.class, Instant.class, Boolean.class),
            "'1-1-1-1-1'",
            Set.of(UUID.class, Integer.class, LocalDate.class, Boolean.class),
            "UUID 'ffffffff-ffff-ffff-ffff-ffffffffffff'",
            Set.of(Long.class, byte[].class),
            "X'00ff'",
            Set.of(Long.class, UUID.class, Timestamp.class),
            "CAST('NaN' AS DOUBLE)",
            Set.of(Integer.class, BigDecimal.class, BigInteger.class));
    try (Connection connection = connect();
        Statement statement = connection.createStatement()) {
      for (Map.Entry<String, Set<Class<?>>> kind : kinds.entrySet()) {
        try (ResultSet row = statement.executeQuery("SELECT 0, " + kind.getKey())) {
          assertThat(row.next()).isTrue();
          for (Class<?> each : kind.getValue()) {
            assertThat(get(row, each)).as("%s as %s", kind, each).isEqualTo(WRONG_TYPE);
          }
        }
      }
    }
  }

  @Test
  void whatAClassCannotHoldIsRefused() throws SQLException {
    TimeZone.setDefault(TimeZone.getTimeZone("Europe/Warsaw"));
    try (Connection connection = connect();
        Statement statement = connection.createStatement();
        ResultSet row =
            statement.executeQuery(
                "SELECT 3000000000, CAST(1e300 AS DOUBLE), 99999999999999999999,"
                    + " TIMESTAMP '2024-03-31 02:30:00', DATE '1582-10-10'")) {
      assertThat(row.next()).isTrue();
      assertFailure(() -> row.getInt(1)).startsWith("22003: ");
      assertFailure(() -> row.getByte(1)).startsWith("22003: ");
      assertFailure(() -> row.getFloat(2)).startsWith("22003: ");
      assertFailure(() -> row.getLong(3)).startsWith("22003: ");
      assertFailure(() -> row.getTimestamp(4)).startsWith("22008: ").contains("LocalDateTime");
      assertFailure(() -> row.getObject(4)).startsWith("22008: ");
      assertFailure(() -> row.getObject(4, Instant.class)).startsWith("22008: ");
      assertThat(row.getObject(4, LocalDateTime.class)).isEqualTo("2024-03-31T02:30");
      assertFailure(() -> row.getDate(5)).startsWith("22008: ").contains("LocalDate");
      assertThat(row.getObject(5, LocalDate.class)).isEqualTo("1582-10-10");
    }
  }

  @Test
  void misuseHasAState() throws SQLException {
    Connection connection = connect();
    Statement statement = connection.createStatement();
    ResultSet row = statement.executeQuery("SELECT 1 AS a");
    assertFailure(() -> row.getInt(1)).startsWith("24000: ");
    assertThat(row.next()).isTrue();
    for (int wrong : new int[] {-1, 0, 2}) {
      assertFailure(() -> row.getInt(wrong)).startsWith("07009: ");
      assertFailure(() -> row.getString(wrong)).startsWith("07009: ");
      assertFailure(() -> row.getObject(wrong)).startsWith("07009: ");
      assertFailure(() -> row.getTimestamp(wrong)).startsWith("07009: ");
      assertFailure(() -> row.getMetaData().getColumnName(wrong)).startsWith("07009: ");
    }
    assertFailure(() -> row.getInt("b")).startsWith("42S22: ");
    assertFailure(() -> row.getObject("b")).startsWith("42S22: ");
    assertThat(row.next()).isFalse();
    assertFailure(() -> row.getInt(1)).startsWith("24000: ");
    row.close();
    assertFailure(row::next).startsWith("24000: ");
    assertFailure(() -> row.getInt(1)).startsWith("24000: ");
    assertFailure(row::getMetaData).startsWith("24000: ");
    PreparedStatement prepared = connection.prepareStatement("SELECT ? + 1");
    assertFailure(() -> prepared.setInt(0, 1)).startsWith("07009: ");
    assertFailure(() -> prepared.setInt(2, 1)).startsWith("07009: ");
    assertFailure(() -> prepared.getParameterMetaData().getParameterType(2)).startsWith("07009: ");
    assertFailure(() -> prepared.executeQuery("SELECT 1")).startsWith("HY010: ");
    assertFailure(prepared::executeQuery).startsWith("07001: ");
    prepared.close();
    assertFailure(() -> prepared.setInt(1, 1)).startsWith("26000: ");
    assertFailure(prepared::executeQuery).startsWith("26000: ");
    statement.close();
    assertFailure(() -> statement.executeQuery("SELECT 1")).startsWith("26000: ");
    connection.close();
    assertFailure(connection::createStatement).startsWith("08003: ");
    assertFailure(() -> connection.prepareStatement("SELECT 1")).startsWith("08003: ");
    assertFailure(connection::getMetaData).startsWith("08003: ");
    assertThat(Objects.requireNonNull(connection).isClosed()).isTrue();
  }
}
