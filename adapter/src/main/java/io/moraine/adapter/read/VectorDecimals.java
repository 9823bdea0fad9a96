/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.read;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import org.apache.arrow.vector.FieldVector;
import org.apache.iceberg.types.Types;
import org.apache.parquet.column.Dictionary;
import org.apache.parquet.schema.PrimitiveType;

/** Decimals of more digits than a BIGINT has; in the file they may be narrower. */
final class VectorDecimals extends VectorColumn<DecimalBuffer, BigDecimal[]> {
  private final ReadColumn column;
  private final int scale;

  VectorDecimals(ReadColumn column) {
    this.column = column;
    this.scale = ((Types.DecimalType) column.type()).scale();
  }

  @Override
  BigDecimal[] decode(Dictionary dictionary, PrimitiveType type) {
    BigDecimal[] values = new BigDecimal[dictionary.getMaxId() + 1];
    for (int id = 0; id < values.length; id++) {
      BigInteger unscaled =
          switch (type.getPrimitiveTypeName()) {
            case INT32 -> BigInteger.valueOf(dictionary.decodeToInt(id));
            case INT64 -> BigInteger.valueOf(dictionary.decodeToLong(id));
            default -> new BigInteger(dictionary.decodeToBinary(id).getBytes());
          };
      values[id] = new BigDecimal(unscaled, scale);
    }
    return values;
  }

  @Override
  void copyDecoded(BigDecimal[] values, int[] ids, int rows, DecimalBuffer buffer) {
    for (int row = 0; row < rows; row++) {
      if (!buffer.isNull(row)) {
        buffer.values()[row] = RecordValues.decimal(column, values[ids[row]]);
      }
    }
  }

  @Override
  void copyPlain(FieldVector vector, PrimitiveType type, int rows, DecimalBuffer buffer) {
    int width =
        switch (type.getPrimitiveTypeName()) {
          case INT32 -> Integer.BYTES;
          case INT64 -> Long.BYTES;
          default -> type.getTypeLength();
        };
    ByteBuffer bytes = VectorBytes.of(vector.getDataBuffer(), (long) rows * width);
    for (int row = 0; row < rows; row++) {
      if (!buffer.isNull(row)) {
        BigDecimal value = new BigDecimal(unscaled(bytes, row * width, width, type), scale);
        buffer.values()[row] = RecordValues.decimal(column, value);
      }
    }
  }

  private static BigInteger unscaled(ByteBuffer bytes, int first, int width, PrimitiveType type) {
    return switch (type.getPrimitiveTypeName()) {
      case INT32 -> BigInteger.valueOf(bytes.getInt(first));
      case INT64 -> BigInteger.valueOf(bytes.getLong(first));
      default -> {
        byte[] value = new byte[width];
        bytes.get(first, value);
        yield new BigInteger(value);
      }
    };
  }
}
