/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.runtime;

import io.moraine.rules.error.ErrorCode;
import io.moraine.rules.error.MoraineException;
import java.util.stream.Collectors;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;

/** The engine's names of types. */
final class DuckTypes {
  private DuckTypes() {}

  /** The engine's type of a SQL type. */
  static String of(RelDataType type) {
    return switch (type.getSqlTypeName()) {
      case BOOLEAN -> "BOOLEAN";
      case TINYINT -> "TINYINT";
      case SMALLINT -> "SMALLINT";
      case INTEGER -> "INTEGER";
      case BIGINT -> "BIGINT";
      case REAL -> "FLOAT";
      case FLOAT, DOUBLE -> "DOUBLE";
      case DECIMAL -> "DECIMAL(" + type.getPrecision() + ", " + type.getScale() + ")";
      case DATE -> "DATE";
      case TIME -> "TIME";
      case TIMESTAMP -> Nanos.isNano(type) ? Nanos.ENGINE_TYPE : "TIMESTAMP";
      case TIMESTAMP_WITH_LOCAL_TIME_ZONE, TIMESTAMP_TZ ->
          Nanos.isNano(type) ? Nanos.ENGINE_TYPE : "TIMESTAMPTZ";
      case CHAR, VARCHAR -> "VARCHAR";
      case BINARY, VARBINARY -> "BLOB";
      case UUID -> "UUID";
      case NULL -> "INTEGER";
      case ARRAY -> of(type.getComponentType()) + "[]";
      case MAP -> "MAP(" + of(type.getKeyType()) + ", " + of(type.getValueType()) + ")";
      case ROW ->
          type.getFieldList().stream()
              .map(field -> SqlText.identifier(field.getName()) + " " + of(field.getType()))
              .collect(Collectors.joining(", ", "STRUCT(", ")"));
      case INTERVAL_YEAR,
          INTERVAL_YEAR_MONTH,
          INTERVAL_MONTH,
          INTERVAL_DAY,
          INTERVAL_DAY_HOUR,
          INTERVAL_DAY_MINUTE,
          INTERVAL_DAY_SECOND,
          INTERVAL_HOUR,
          INTERVAL_HOUR_MINUTE,
          INTERVAL_HOUR_SECOND,
          INTERVAL_MINUTE,
          INTERVAL_MINUTE_SECOND,
          INTERVAL_SECOND ->
          "INTERVAL";
      default ->
          throw new MoraineException(
              ErrorCode.NOT_SUPPORTED,
              "Cannot compute with a value of type " + type + ": it is not supported yet");
    };
  }

  /** The engine's type of an Iceberg type. */
  static String of(Type type) {
    return switch (type.typeId()) {
      case BOOLEAN -> "BOOLEAN";
      case INTEGER -> "INTEGER";
      case LONG -> "BIGINT";
      case FLOAT -> "FLOAT";
      case DOUBLE -> "DOUBLE";
      case DECIMAL -> {
        Types.DecimalType decimal = (Types.DecimalType) type;
        yield "DECIMAL(" + decimal.precision() + ", " + decimal.scale() + ")";
      }
      case DATE -> "DATE";
      case TIME -> "TIME";
      case TIMESTAMP ->
          ((Types.TimestampType) type).shouldAdjustToUTC() ? "TIMESTAMPTZ" : "TIMESTAMP";
      case TIMESTAMP_NANO -> Nanos.ENGINE_TYPE;
      case STRING, UNKNOWN -> "VARCHAR";
      case UUID -> "UUID";
      case FIXED, BINARY -> "BLOB";
      case LIST -> of(type.asListType().elementType()) + "[]";
      case MAP ->
          "MAP(" + of(type.asMapType().keyType()) + ", " + of(type.asMapType().valueType()) + ")";
      case STRUCT ->
          type.asStructType().fields().stream()
              .map(field -> SqlText.identifier(field.name()) + " " + of(field.type()))
              .collect(Collectors.joining(", ", "STRUCT(", ")"));
      default ->
          throw new MoraineException(
              ErrorCode.NOT_SUPPORTED, "Columns of type " + type + " are not supported yet");
    };
  }
}
