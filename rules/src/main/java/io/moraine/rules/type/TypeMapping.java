/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.rules.type;

import io.moraine.rules.error.ErrorCode;
import io.moraine.rules.error.MoraineException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.sql.SqlCollation;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.iceberg.Schema;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;

/**
 * Iceberg's types as SQL types. Date-times are microseconds (precision 6) or nanoseconds (9),
 * strings are UTF-8 VARCHAR without a length, lists are ARRAY, structs ROW, and a column, element,
 * value or field is nullable exactly when it is optional.
 */
public final class TypeMapping {
  private static final int MICROS = 6;
  private static final int NANOS = 9;

  private TypeMapping() {}

  /**
   * The SQL type of one Iceberg type. Under a type system other than {@link MoraineTypeSystem}
   * Calcite silently lowers precisions: see {@link #requireCarried}.
   *
   * @throws MoraineException NOT_SUPPORTED if {@link #refusal} has a reason
   */
  public static RelDataType toSql(RelDataTypeFactory factory, Type type, boolean nullable) {
    RelDataType sql =
        switch (type.typeId()) {
          case BOOLEAN -> factory.createSqlType(SqlTypeName.BOOLEAN);
          case INTEGER -> factory.createSqlType(SqlTypeName.INTEGER);
          case LONG -> factory.createSqlType(SqlTypeName.BIGINT);
          case FLOAT -> factory.createSqlType(SqlTypeName.REAL);
          case DOUBLE -> factory.createSqlType(SqlTypeName.DOUBLE);
          case DECIMAL -> decimal(factory, (Types.DecimalType) type);
          case DATE -> factory.createSqlType(SqlTypeName.DATE);
          case TIME -> factory.createSqlType(SqlTypeName.TIME, MICROS);
          case TIMESTAMP -> factory.createSqlType(timestampName(type), MICROS);
          case TIMESTAMP_NANO -> factory.createSqlType(timestampName(type), NANOS);
          // A column of an unknown type holds NULLs alone.
          case STRING, UNKNOWN ->
              factory.createTypeWithCharsetAndCollation(
                  factory.createSqlType(SqlTypeName.VARCHAR),
                  StandardCharsets.UTF_8,
                  SqlCollation.IMPLICIT);
          case UUID -> factory.createSqlType(SqlTypeName.UUID);
          case FIXED ->
              factory.createSqlType(SqlTypeName.BINARY, ((Types.FixedType) type).length());
          case BINARY -> factory.createSqlType(SqlTypeName.VARBINARY);
          case LIST -> array(factory, type.asListType());
          case MAP -> map(factory, type.asMapType());
          case STRUCT -> row(factory, type.asStructType());
          default -> throw withoutEqual(type);
        };
    return factory.createTypeWithNullability(sql, nullable);
  }

  private static MoraineException withoutEqual(Type type) {
    return new MoraineException(
        ErrorCode.NOT_SUPPORTED,
        "Iceberg type " + type + " has no SQL type: " + refusal(type).orElse("unknown"));
  }

  private static RelDataType array(RelDataTypeFactory factory, Types.ListType list) {
    return factory.createArrayType(
        toSql(factory, list.elementType(), list.isElementOptional()), -1);
  }

  private static RelDataType map(RelDataTypeFactory factory, Types.MapType map) {
    return factory.createMapType(
        toSql(factory, map.keyType(), false),
        toSql(factory, map.valueType(), map.isValueOptional()));
  }

  private static RelDataType row(RelDataTypeFactory factory, Types.StructType struct) {
    if (indistinct(struct).isPresent()) {
      throw withoutEqual(struct);
    }
    RelDataTypeFactory.Builder row = factory.builder();
    for (Types.NestedField field : struct.fields()) {
      row.add(field.name(), toSql(factory, field.type(), field.isOptional()));
    }
    return row.build();
  }

  private static RelDataType decimal(RelDataTypeFactory factory, Types.DecimalType type) {
    return factory.createSqlType(SqlTypeName.DECIMAL, type.precision(), type.scale());
  }

  private static SqlTypeName timestampName(Type type) {
    return isInstant(type) ? SqlTypeName.TIMESTAMP_WITH_LOCAL_TIME_ZONE : SqlTypeName.TIMESTAMP;
  }

  /** Whether a column holds instants: {@code timestamptz} or {@code timestamptz_ns}. */
  public static boolean isInstant(Type type) {
    return type instanceof Types.TimestampType micros && micros.shouldAdjustToUTC()
        || type instanceof Types.TimestampNanoType nanos && nanos.shouldAdjustToUTC();
  }

  /**
   * The row type of a table: its top-level columns in order, names as they are. Those that can't be
   * read are VARIANT: they have names, and a statement that reads one is refused.
   */
  public static RelDataType rowType(RelDataTypeFactory factory, Schema schema) {
    RelDataTypeFactory.Builder row = factory.builder();
    for (Types.NestedField column : schema.columns()) {
      row.add(
          column.name(),
          refusal(column.type()).isEmpty()
              ? toSql(factory, column.type(), column.isOptional())
              : factory.createTypeWithNullability(
                  factory.createSqlType(SqlTypeName.VARIANT), column.isOptional()));
    }
    return row.build();
  }

  /** Whether a column of a {@link #rowType} can be read. */
  public static boolean isReadable(RelDataType column) {
    return column.getSqlTypeName() != SqlTypeName.VARIANT;
  }

  /** Why a column of this type can't be read, naming the type; empty if it can. */
  public static Optional<String> refusal(Type type) {
    return switch (type.typeId()) {
      case BOOLEAN, INTEGER, LONG, FLOAT, DOUBLE, DECIMAL -> Optional.empty();
      case DATE, TIME, TIMESTAMP, TIMESTAMP_NANO -> Optional.empty();
      case STRING, UUID, FIXED, BINARY, UNKNOWN -> Optional.empty();
      case LIST, MAP -> refusalWithin(type);
      case STRUCT -> refusalWithin(type).or(() -> indistinct(type.asStructType()));
      case GEOMETRY, GEOGRAPHY -> Optional.of(type + " is not supported");
      default -> Optional.of(type + " is not supported yet");
    };
  }

  private static Optional<String> refusalWithin(Type type) {
    return type.asNestedType().fields().stream()
        .flatMap(field -> refusal(field.type()).stream())
        .findFirst();
  }

  /** The engine finds the fields of a struct without regard to case. */
  private static Optional<String> indistinct(Types.StructType struct) {
    Map<String, String> names = new HashMap<>();
    for (Types.NestedField field : struct.fields()) {
      String other = names.put(field.name().toLowerCase(Locale.ROOT), field.name());
      if (other != null) {
        return Optional.of(
            "a struct with fields "
                + other
                + " and "
                + field.name()
                + ", which differ in case alone, is not supported");
      }
    }
    return Optional.empty();
  }

  /** The error for a column whose type is refused; it names table, column, field id and type. */
  public static MoraineException refused(String table, Types.NestedField column) {
    return new MoraineException(
        ErrorCode.NOT_SUPPORTED,
        String.format(
            Locale.ROOT,
            "Reading table %s: column %s (field id %d) of type %s: %s; name the columns to read and leave this one out, or read it with an engine that supports the type",
            table,
            column.name(),
            column.fieldId(),
            column.type(),
            refusal(column.type()).orElse("is not supported")));
  }

  /**
   * Checks that every one of a table's columns has a SQL type.
   *
   * @param columns all or some of them
   * @throws MoraineException NOT_SUPPORTED naming the first column that has none
   */
  public static void requireReadable(String table, List<Types.NestedField> columns) {
    for (Types.NestedField column : columns) {
      if (refusal(column.type()).isPresent()) {
        throw refused(table, column);
      }
    }
  }

  /**
   * Checks that the connection's type system keeps every digit of every column; Calcite's default
   * one lowers DECIMAL to 19 digits and date-times to milliseconds without a word.
   *
   * @throws MoraineException NOT_SUPPORTED naming the first column it would clamp, and the
   *     connection property to add
   */
  public static void requireCarried(RelDataTypeFactory factory, String table, Schema schema) {
    for (Types.NestedField column : schema.columns()) {
      if (refusal(column.type()).isEmpty() && isClamped(factory, column.type())) {
        throw new MoraineException(
            ErrorCode.NOT_SUPPORTED,
            String.format(
                Locale.ROOT,
                "Reading table %s: column %s of type %s does not fit this connection's type system, which would drop digits; add the connection property typeSystem=%s",
                table,
                column.name(),
                column.type(),
                MoraineTypeSystem.class.getName()));
      }
    }
  }

  private static boolean isClamped(RelDataTypeFactory factory, Type type) {
    RelDataType sql = toSql(factory, type, true);
    return switch (type.typeId()) {
      case DECIMAL -> {
        Types.DecimalType decimal = (Types.DecimalType) type;
        yield sql.getPrecision() != decimal.precision() || sql.getScale() != decimal.scale();
      }
      case TIME, TIMESTAMP -> sql.getPrecision() != MICROS;
      case TIMESTAMP_NANO -> sql.getPrecision() != NANOS;
      case FIXED -> sql.getPrecision() != ((Types.FixedType) type).length();
      case LIST, MAP, STRUCT ->
          type.asNestedType().fields().stream().anyMatch(f -> isClamped(factory, f.type()));
      default -> false;
    };
  }

  /**
   * The Iceberg type for a column of CREATE TABLE. A SQL type with no equal in Iceberg is refused
   * rather than rounded to a near one.
   *
   * @throws MoraineException NOT_SUPPORTED naming column, type and the type to write instead
   */
  public static Type toIceberg(RelDataType type, String column) {
    return switch (type.getSqlTypeName()) {
      case BOOLEAN -> Types.BooleanType.get();
      case INTEGER -> Types.IntegerType.get();
      case BIGINT -> Types.LongType.get();
      case REAL -> Types.FloatType.get();
      case FLOAT, DOUBLE -> Types.DoubleType.get();
      case DECIMAL -> decimal(type, column);
      case DATE -> Types.DateType.get();
      case TIME -> micros(type, column, Types.TimeType.get());
      case TIMESTAMP ->
          type.getPrecision() == NANOS
              ? Types.TimestampNanoType.withoutZone()
              : micros(type, column, Types.TimestampType.withoutZone());
      case TIMESTAMP_WITH_LOCAL_TIME_ZONE, TIMESTAMP_TZ ->
          type.getPrecision() == NANOS
              ? Types.TimestampNanoType.withZone()
              : micros(type, column, Types.TimestampType.withZone());
      case VARCHAR -> unbounded(type, column, Types.StringType.get());
      case VARBINARY -> unbounded(type, column, Types.BinaryType.get());
      case BINARY -> Types.FixedType.ofLength(type.getPrecision());
      case UUID -> Types.UUIDType.get();
      case TINYINT, SMALLINT ->
          throw notInIceberg(type, column, "Iceberg has no such type; use INTEGER");
      case CHAR -> throw notInIceberg(type, column, "Iceberg strings have no length; use VARCHAR");
      default -> throw notInIceberg(type, column, "it is not supported yet");
    };
  }

  private static Type decimal(RelDataType type, String column) {
    int precision = type.getPrecision();
    int scale = type.getScale();
    if (precision > MoraineTypeSystem.MAX_DECIMAL_PRECISION || scale < 0 || scale > precision) {
      throw notInIceberg(type, column, "use a precision up to 38 and a scale within it");
    }
    return Types.DecimalType.of(precision, scale);
  }

  private static Type micros(RelDataType type, String column, Type iceberg) {
    int precision = type.getPrecision();
    if (precision == MICROS || precision == RelDataType.PRECISION_NOT_SPECIFIED) {
      return iceberg;
    }
    String remedy =
        iceberg.typeId() == Type.TypeID.TIMESTAMP
            ? "Iceberg keeps microseconds or nanoseconds; use precision 6, none or 9"
            : "Iceberg keeps microseconds; use precision 6 or none";
    throw notInIceberg(type, column, remedy);
  }

  private static Type unbounded(RelDataType type, String column, Type iceberg) {
    if (type.getPrecision() != RelDataType.PRECISION_NOT_SPECIFIED) {
      throw notInIceberg(
          type,
          column,
          String.format(
              Locale.ROOT,
              "Iceberg's %s has no length; use %s",
              iceberg,
              type.getSqlTypeName().getName()));
    }
    return iceberg;
  }

  private static MoraineException notInIceberg(RelDataType type, String column, String remedy) {
    return new MoraineException(
        ErrorCode.NOT_SUPPORTED,
        String.format(
            Locale.ROOT, "Creating column %s: type %s cannot be stored: %s", column, type, remedy));
  }
}
