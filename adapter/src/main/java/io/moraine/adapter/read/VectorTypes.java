/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.read;

import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.DecimalLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.TimeUnit;
import org.apache.parquet.schema.LogicalTypeAnnotation.TimestampLogicalTypeAnnotation;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.PrimitiveType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.jspecify.annotations.Nullable;

/**
 * What is read vector by vector: of the types that Iceberg's vectorized reader knows, those of
 * which {@link VectorColumn} knows what it makes of them.
 */
final class VectorTypes {
  private static final int UUID_BYTES = 16;

  private VectorTypes() {}

  /** Whether files may have columns of a type in a form that is read by vectors. */
  static boolean canBe(Type type) {
    return switch (type.typeId()) {
      case BOOLEAN, INTEGER, LONG, FLOAT, DOUBLE, DATE, TIME, TIMESTAMP, TIMESTAMP_NANO -> true;
      case STRING, UUID, FIXED, BINARY, DECIMAL -> true;
      default -> false;
    };
  }

  /** Whether a file has a column, if at all, in such a form. */
  static boolean fits(Types.NestedField column, MessageType file) {
    return file.getFields().stream()
        .filter(field -> field.getId() != null && field.getId().intValue() == column.fieldId())
        .allMatch(
            field ->
                field.isPrimitive()
                    && !field.isRepetition(org.apache.parquet.schema.Type.Repetition.REPEATED)
                    && fits(column.type(), field.asPrimitiveType()));
  }

  private static boolean fits(Type type, PrimitiveType file) {
    PrimitiveTypeName physical = file.getPrimitiveTypeName();
    LogicalTypeAnnotation logical = file.getLogicalTypeAnnotation();
    return switch (type.typeId()) {
      case BOOLEAN -> physical == PrimitiveTypeName.BOOLEAN;
      case INTEGER -> physical == PrimitiveTypeName.INT32 && isSigned(logical);
      case LONG ->
          physical == PrimitiveTypeName.INT64 && isSigned(logical)
              || physical == PrimitiveTypeName.INT32 && logical == null;
      case FLOAT -> physical == PrimitiveTypeName.FLOAT;
      case DOUBLE -> physical == PrimitiveTypeName.DOUBLE || physical == PrimitiveTypeName.FLOAT;
      case DATE -> LogicalTypeAnnotation.dateType().equals(logical);
      case TIME ->
          logical instanceof LogicalTypeAnnotation.TimeLogicalTypeAnnotation time
              && time.getUnit() == TimeUnit.MICROS;
      case TIMESTAMP -> isTimestamp(logical, TimeUnit.MICROS);
      case TIMESTAMP_NANO -> isTimestamp(logical, TimeUnit.NANOS);
      case STRING -> LogicalTypeAnnotation.stringType().equals(logical);
      case BINARY -> physical == PrimitiveTypeName.BINARY && logical == null;
      case UUID -> isFixed(file, UUID_BYTES);
      case FIXED -> logical == null && isFixed(file, ((Types.FixedType) type).length());
      case DECIMAL ->
          logical instanceof DecimalLogicalTypeAnnotation decimal
              && isDecimal((Types.DecimalType) type, decimal, file);
      default -> false;
    };
  }

  private static boolean isSigned(@Nullable LogicalTypeAnnotation logical) {
    return logical == null
        || logical instanceof LogicalTypeAnnotation.IntLogicalTypeAnnotation integer
            && integer.isSigned();
  }

  private static boolean isTimestamp(@Nullable LogicalTypeAnnotation logical, TimeUnit unit) {
    return logical instanceof TimestampLogicalTypeAnnotation timestamp
        && timestamp.getUnit() == unit;
  }

  private static boolean isFixed(PrimitiveType file, int bytes) {
    return file.getPrimitiveTypeName() == PrimitiveTypeName.FIXED_LEN_BYTE_ARRAY
        && file.getTypeLength() == bytes;
  }

  private static boolean isDecimal(
      Types.DecimalType type, DecimalLogicalTypeAnnotation decimal, PrimitiveType file) {
    boolean isWide = Form.of(type) == Form.DECIMAL;
    return decimal.getScale() == type.scale()
        && switch (file.getPrimitiveTypeName()) {
          case INT32, INT64 -> true;
          case FIXED_LEN_BYTE_ARRAY -> isWide || file.getTypeLength() <= Long.BYTES;
          default -> false;
        };
  }
}
