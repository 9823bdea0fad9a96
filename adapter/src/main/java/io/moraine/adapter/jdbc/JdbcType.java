/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.jdbc;

import java.sql.Types;
import java.util.stream.Collectors;
import org.apache.calcite.avatica.ColumnMetaData;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;

/**
 * A SQL type as JDBC describes it.
 *
 * @param sqlType the SQL type
 * @param jdbcType the constant of {@link Types}
 * @param name the name in SQL
 * @param className the class of {@code getObject}
 * @param precision digits of a number, fraction digits included; digits of a date-time's text;
 *     characters or bytes of others, {@link Integer#MAX_VALUE} for no limit
 * @param scale digits after the point
 * @param displaySize characters of the longest text
 */
record JdbcType(
    SqlTypeName sqlType,
    int jdbcType,
    String name,
    String className,
    int precision,
    int scale,
    int displaySize) {

  static JdbcType of(RelDataType type) {
    return switch (type.getSqlTypeName()) {
      case BOOLEAN -> of(type, Types.BOOLEAN, "BOOLEAN", Boolean.class, 1, 0, 5);
      case TINYINT -> of(type, Types.TINYINT, "TINYINT", Byte.class, 3, 0, 4);
      case SMALLINT -> of(type, Types.SMALLINT, "SMALLINT", Short.class, 5, 0, 6);
      case INTEGER -> of(type, Types.INTEGER, "INTEGER", Integer.class, 10, 0, 11);
      case BIGINT -> of(type, Types.BIGINT, "BIGINT", Long.class, 19, 0, 20);
      case REAL -> of(type, Types.REAL, "REAL", Float.class, 7, 0, 15);
      case FLOAT, DOUBLE -> of(type, Types.DOUBLE, "DOUBLE", Double.class, 15, 0, 25);
      case DECIMAL -> decimal(type);
      case DATE -> of(type, Types.DATE, "DATE", java.sql.Date.class, 10, 0, 10);
      case TIME -> time(type);
      case TIMESTAMP -> timestamp(type, "TIMESTAMP", 20);
      case TIMESTAMP_WITH_LOCAL_TIME_ZONE, TIMESTAMP_TZ ->
          timestamp(type, "TIMESTAMP WITH LOCAL TIME ZONE", 26);
      case UUID -> of(type, Types.OTHER, "UUID", java.util.UUID.class, 36, 0, 36);
      case BINARY -> bytes(type, Types.BINARY, "BINARY");
      case VARBINARY -> bytes(type, Types.VARBINARY, "VARBINARY");
      case NULL -> of(type, Types.NULL, "NULL", Object.class, 0, 0, 4);
      case ARRAY -> nested(type, Types.ARRAY, java.sql.Array.class);
      case ROW -> nested(type, Types.STRUCT, java.sql.Struct.class);
      case MAP -> nested(type, Types.JAVA_OBJECT, java.util.Map.class);
      default -> text(type);
    };
  }

  /** VARCHAR of any length. */
  static JdbcType varchar() {
    return new JdbcType(
        SqlTypeName.VARCHAR,
        Types.VARCHAR,
        "VARCHAR",
        String.class.getName(),
        Integer.MAX_VALUE,
        0,
        Integer.MAX_VALUE);
  }

  private static JdbcType of(
      RelDataType type, int jdbc, String name, Class<?> java, int precision, int scale, int size) {
    return new JdbcType(type.getSqlTypeName(), jdbc, name, java.getName(), precision, scale, size);
  }

  private static JdbcType nested(RelDataType type, int jdbc, Class<?> java) {
    return of(type, jdbc, nestedName(type), java, 0, 0, Integer.MAX_VALUE);
  }

  /** The type as SQL declares it. */
  private static String nestedName(RelDataType type) {
    return switch (type.getSqlTypeName()) {
      case ARRAY -> nestedName(type.getComponentType()) + " ARRAY";
      case MAP ->
          "MAP<" + nestedName(type.getKeyType()) + ", " + nestedName(type.getValueType()) + ">";
      case ROW ->
          type.getFieldList().stream()
              .map(field -> field.getName() + " " + nestedName(field.getType()))
              .collect(Collectors.joining(", ", "ROW(", ")"));
      case TIME, TIMESTAMP -> of(type).name + "(" + type.getPrecision() + ")";
      case TIMESTAMP_WITH_LOCAL_TIME_ZONE ->
          "TIMESTAMP(" + type.getPrecision() + ") WITH LOCAL TIME ZONE";
      case DECIMAL -> "DECIMAL(" + type.getPrecision() + ", " + type.getScale() + ")";
      case BINARY -> "BINARY(" + type.getPrecision() + ")";
      default -> of(type).name;
    };
  }

  private static JdbcType decimal(RelDataType type) {
    int precision = type.getPrecision();
    return of(
        type,
        Types.DECIMAL,
        "DECIMAL",
        java.math.BigDecimal.class,
        precision,
        type.getScale(),
        precision + 2);
  }

  private static JdbcType time(RelDataType type) {
    int digits = Math.max(0, type.getPrecision());
    int size = digits == 0 ? 8 : 9 + digits;
    return of(type, Types.TIME, "TIME", java.sql.Time.class, size, digits, size);
  }

  private static JdbcType timestamp(RelDataType type, String name, int base) {
    int digits = Math.max(0, type.getPrecision());
    int size = digits == 0 ? base - 1 : base + digits;
    return of(type, Types.TIMESTAMP, name, java.sql.Timestamp.class, size, digits, size);
  }

  private static JdbcType bytes(RelDataType type, int jdbc, String name) {
    int length = length(type);
    return of(type, jdbc, name, byte[].class, length, 0, length > 1 << 30 ? length : 2 * length);
  }

  private static JdbcType text(RelDataType type) {
    if (!SqlTypeUtil.isCharacter(type)) {
      JdbcType text = varchar();
      return new JdbcType(
          type.getSqlTypeName(),
          Types.OTHER,
          type.getSqlTypeName().getName(),
          text.className,
          text.precision,
          0,
          text.displaySize);
    }
    int length = length(type);
    return of(type, Types.VARCHAR, "VARCHAR", String.class, length, 0, length);
  }

  private static int length(RelDataType type) {
    int precision = type.getPrecision();
    return precision < 0 ? Integer.MAX_VALUE : precision;
  }

  /** The same date-time with fewer fraction digits. */
  JdbcType withFraction(int digits) {
    if (scale <= digits) {
      return this;
    }
    int size = displaySize - (scale - digits);
    return new JdbcType(sqlType, jdbcType, name, className, size, digits, size);
  }

  /** The same date-time as Avatica's clients describe it: its precision counts fraction digits. */
  JdbcType onTheWire() {
    JdbcType millis = withFraction(3);
    return new JdbcType(
        sqlType, jdbcType, name, className, millis.scale, millis.scale, millis.displaySize);
  }

  boolean isDateTime() {
    return jdbcType == Types.TIME || jdbcType == Types.TIMESTAMP;
  }

  boolean signed() {
    return SqlTypeName.NUMERIC_TYPES.contains(sqlType);
  }

  ColumnMetaData.AvaticaType avatica() {
    return ColumnMetaData.scalar(jdbcType, name, ColumnMetaData.Rep.OBJECT);
  }
}
