/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.foreign;

import io.moraine.rules.error.ErrorCode;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.Date;
import java.sql.Timestamp;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.HexFormat;
import java.util.List;
import java.util.UUID;
import org.duckdb.DuckDBReadableVector;
import org.jspecify.annotations.Nullable;

/** An argument of a Java method: from a cell of the engine to the parameter's class, exactly. */
record JavaArgument(boolean isPrimitive, Reader reader) {
  /** Reads a cell that is not NULL. */
  interface Reader {
    Object read(DuckDBReadableVector vector, long row);
  }

  Object value(DuckDBReadableVector vector, long row) {
    return reader.read(vector, row);
  }

  static JavaArgument of(String function, ForeignColumn argument, Class<?> parameter) {
    Reader reader = reader(argument, parameter.getName());
    if (reader == null) {
      throw JavaFunction.unsupported(
          function,
          "a value of type "
              + argument.type()
              + " cannot be given exactly as a "
              + parameter.getName()
              + "; CAST it, or declare a parameter of a class that holds it");
    }
    return new JavaArgument(parameter.isPrimitive(), reader);
  }

  private static @Nullable Reader reader(ForeignColumn argument, String parameter) {
    return switch (argument.type().getSqlTypeName()) {
      case BOOLEAN ->
          is(parameter, "boolean", "java.lang.Boolean") ? DuckDBReadableVector::getBoolean : null;
      case TINYINT, SMALLINT, INTEGER, BIGINT -> integer(argument, parameter);
      case REAL ->
          is(parameter, "float", "java.lang.Float")
              ? DuckDBReadableVector::getFloat
              : is(parameter, "double", "java.lang.Double")
                  ? (vector, row) -> (double) vector.getFloat(row)
                  : null;
      case TIME ->
          is(parameter, LocalTime.class.getName())
              ? (vector, row) -> LocalTime.ofNanoOfDay(vector.getLong(row) * 1_000)
              : null;
      case FLOAT, DOUBLE ->
          is(parameter, "double", "java.lang.Double") ? DuckDBReadableVector::getDouble : null;
      case DECIMAL ->
          is(parameter, BigDecimal.class.getName())
              ? DuckDBReadableVector::getBigDecimal
              : is(parameter, BigInteger.class.getName()) && argument.type().getScale() == 0
                  ? (vector, row) -> vector.getBigDecimal(row).toBigIntegerExact()
                  : null;
      case CHAR, VARCHAR ->
          is(parameter, String.class.getName()) ? DuckDBReadableVector::getString : null;
      case DATE ->
          is(parameter, Date.class.getName())
              ? (vector, row) -> date(argument, LocalDate.ofEpochDay(vector.getLong(row)))
              : is(parameter, LocalDate.class.getName())
                  ? (vector, row) -> LocalDate.ofEpochDay(vector.getLong(row))
                  : null;
      case TIMESTAMP ->
          is(parameter, Timestamp.class.getName())
              ? (vector, row) -> timestamp(argument, local(vector.getLong(row)))
              : is(parameter, LocalDateTime.class.getName())
                  ? (vector, row) -> local(vector.getLong(row))
                  : null;
      case TIMESTAMP_WITH_LOCAL_TIME_ZONE ->
          is(parameter, Instant.class.getName())
              ? (vector, row) -> local(vector.getLong(row)).toInstant(ZoneOffset.UTC)
              : is(parameter, OffsetDateTime.class.getName())
                  ? (vector, row) -> local(vector.getLong(row)).atOffset(ZoneOffset.UTC)
                  : null;
      case BINARY, VARBINARY ->
          is(parameter, byte[].class.getName())
              ? (vector, row) -> HexFormat.of().parseHex(vector.getString(row))
              : null;
      case UUID ->
          is(parameter, UUID.class.getName())
              ? (vector, row) -> UUID.fromString(vector.getString(row))
              : null;
      default -> null;
    };
  }

  private static @Nullable Reader integer(ForeignColumn argument, String parameter) {
    int bytes =
        switch (argument.type().getSqlTypeName()) {
          case TINYINT -> 1;
          case SMALLINT -> 2;
          case INTEGER -> 4;
          default -> 8;
        };
    return switch (parameter) {
      case "byte", "java.lang.Byte" ->
          bytes <= 1 ? (vector, row) -> (byte) vector.getLong(row) : null;
      case "short", "java.lang.Short" ->
          bytes <= 2 ? (vector, row) -> (short) vector.getLong(row) : null;
      case "int", "java.lang.Integer" ->
          bytes <= 4 ? (vector, row) -> (int) vector.getLong(row) : null;
      case "long", "java.lang.Long" -> DuckDBReadableVector::getLong;
      case "double", "java.lang.Double" ->
          bytes <= 4 ? (vector, row) -> (double) vector.getLong(row) : null;
      case "java.math.BigInteger" -> (vector, row) -> BigInteger.valueOf(vector.getLong(row));
      case "java.math.BigDecimal" -> (vector, row) -> BigDecimal.valueOf(vector.getLong(row));
      default -> null;
    };
  }

  private static boolean is(String parameter, String... names) {
    return List.of(names).contains(parameter);
  }

  private static Date date(ForeignColumn argument, LocalDate date) {
    Date value = Date.valueOf(date);
    if (!value.toLocalDate().equals(date)) {
      throw argument.error(
          ErrorCode.DATETIME_FIELD_OVERFLOW, "is " + date + ", which a java.sql.Date cannot hold");
    }
    return value;
  }

  /** A time that the zone of the virtual machine skips is none for this class. */
  private static Timestamp timestamp(ForeignColumn argument, LocalDateTime local) {
    Timestamp value = Timestamp.valueOf(local);
    if (!value.toLocalDateTime().equals(local)) {
      throw argument.error(
          ErrorCode.DATETIME_FIELD_OVERFLOW,
          "is " + local + ", which a java.sql.Timestamp cannot hold");
    }
    return value;
  }

  private static LocalDateTime local(long micros) {
    return LocalDateTime.ofEpochSecond(
        Math.floorDiv(micros, 1_000_000L),
        (int) Math.floorMod(micros, 1_000_000L) * 1_000,
        ZoneOffset.UTC);
  }
}
