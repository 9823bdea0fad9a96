/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.read;

import java.nio.ByteBuffer;
import java.nio.IntBuffer;
import org.apache.arrow.vector.FieldVector;
import org.apache.iceberg.types.Type;
import org.apache.parquet.column.Dictionary;
import org.apache.parquet.schema.PrimitiveType;

/** Values that become the bits of a number. */
final class VectorNumbers extends VectorColumn<NumberBuffer, long[]> {
  private final ReadColumn column;
  private final NumberRange range;
  private final boolean widened;

  VectorNumbers(ReadColumn column) {
    this.column = column;
    this.range = NumberRange.of(column.type());
    this.widened = column.type().typeId() == Type.TypeID.DOUBLE;
  }

  @Override
  long[] decode(Dictionary dictionary, PrimitiveType type) {
    long[] values = new long[dictionary.getMaxId() + 1];
    for (int id = 0; id < values.length; id++) {
      values[id] =
          switch (type.getPrimitiveTypeName()) {
            case INT32 -> dictionary.decodeToInt(id);
            case INT64 -> dictionary.decodeToLong(id);
            case FLOAT -> ofFloat(dictionary.decodeToFloat(id));
            case DOUBLE -> Double.doubleToRawLongBits(dictionary.decodeToDouble(id));
            case FIXED_LEN_BYTE_ARRAY -> {
              ByteBuffer bytes = dictionary.decodeToBinary(id).toByteBuffer();
              yield bigEndian(bytes, bytes.position(), bytes.remaining());
            }
            default -> throw new IllegalStateException("No number: " + type);
          };
    }
    return values;
  }

  @Override
  void copyDecoded(long[] values, int[] ids, int rows, NumberBuffer buffer) {
    long[] bits = buffer.bits();
    for (int row = 0; row < rows; row++) {
      if (!buffer.isNull(row)) {
        bits[row] = values[ids[row]];
      }
    }
    check(rows, buffer);
  }

  @Override
  void copyPlain(FieldVector vector, PrimitiveType type, int rows, NumberBuffer buffer) {
    long[] bits = buffer.bits();
    switch (type.getPrimitiveTypeName()) {
      case BOOLEAN -> copyBooleans(vector, rows, bits);
      case INT32 -> {
        IntBuffer ints = bytes(vector, rows, Integer.BYTES).asIntBuffer();
        for (int row = 0; row < rows; row++) {
          bits[row] = ints.get(row);
        }
      }
      case FLOAT -> {
        IntBuffer ints = bytes(vector, rows, Float.BYTES).asIntBuffer();
        for (int row = 0; row < rows; row++) {
          bits[row] = ofFloat(Float.intBitsToFloat(ints.get(row)));
        }
      }
      case INT64, DOUBLE -> bytes(vector, rows, Long.BYTES).asLongBuffer().get(bits, 0, rows);
      case FIXED_LEN_BYTE_ARRAY -> {
        int width = type.getTypeLength();
        ByteBuffer bytes = bytes(vector, rows, width);
        for (int row = 0; row < rows; row++) {
          bits[row] = bigEndian(bytes, row * width, width);
        }
      }
      default -> throw new IllegalStateException("No number: " + type);
    }
    check(rows, buffer);
  }

  private long ofFloat(float value) {
    return widened ? Double.doubleToRawLongBits(value) : Float.floatToRawIntBits(value);
  }

  private static void copyBooleans(FieldVector vector, int rows, long[] bits) {
    ByteBuffer bytes = VectorBytes.of(vector.getDataBuffer(), (rows + 7) / 8);
    for (int row = 0; row < rows; row++) {
      bits[row] = bytes.get(row >> 3) >> (row & 7) & 1;
    }
  }

  private static ByteBuffer bytes(FieldVector vector, int rows, int width) {
    return VectorBytes.of(vector.getDataBuffer(), (long) rows * width);
  }

  /** The two's complement of up to eight bytes. */
  private static long bigEndian(ByteBuffer bytes, int first, int width) {
    long value = bytes.get(first);
    for (int i = 1; i < width; i++) {
      value = value << Byte.SIZE | bytes.get(first + i) & 0xff;
    }
    return value;
  }

  private void check(int rows, NumberBuffer buffer) {
    if (range.isAll()) {
      return;
    }
    long[] bits = buffer.bits();
    for (int row = 0; row < rows; row++) {
      if ((bits[row] < range.first() || bits[row] > range.last()) && !buffer.isNull(row)) {
        throw RecordValues.outOfRange(column, bits[row]);
      }
    }
  }
}
