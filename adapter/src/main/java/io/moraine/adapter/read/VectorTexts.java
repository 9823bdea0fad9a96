/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.read;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import org.apache.arrow.vector.BaseVariableWidthVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.iceberg.util.UUIDUtil;
import org.apache.parquet.column.Dictionary;
import org.apache.parquet.schema.PrimitiveType;

/** Values that become text: strings, as they are, and bytes and UUIDs in digits. */
final class VectorTexts extends VectorColumn<TextBuffer, byte[][]> {
  private final ReadColumn column;

  VectorTexts(ReadColumn column) {
    this.column = column;
  }

  @Override
  byte[][] decode(Dictionary dictionary, PrimitiveType type) {
    byte[][] values = new byte[dictionary.getMaxId() + 1][];
    for (int id = 0; id < values.length; id++) {
      values[id] = text(dictionary.decodeToBinary(id).getBytes());
    }
    return values;
  }

  @Override
  void copyDecoded(byte[][] values, int[] ids, int rows, TextBuffer buffer) {
    for (int row = 0; row < rows; row++) {
      if (!buffer.isNull(row)) {
        buffer.values()[row] = values[ids[row]];
      }
    }
  }

  @Override
  void copyPlain(FieldVector vector, PrimitiveType type, int rows, TextBuffer buffer) {
    if (vector instanceof BaseVariableWidthVector texts) {
      copyVariable(texts, rows, buffer);
      return;
    }
    int width = type.getTypeLength();
    ByteBuffer bytes = VectorBytes.of(vector.getDataBuffer(), (long) rows * width);
    for (int row = 0; row < rows; row++) {
      if (!buffer.isNull(row)) {
        buffer.values()[row] = text(bytes, row * width, width);
      }
    }
  }

  private void copyVariable(BaseVariableWidthVector texts, int rows, TextBuffer buffer) {
    int[] ends = new int[rows + 1];
    VectorBytes.of(texts.getOffsetBuffer(), (long) ends.length * Integer.BYTES)
        .asIntBuffer()
        .get(ends);
    ByteBuffer bytes = VectorBytes.of(texts.getDataBuffer(), ends[rows]);
    for (int row = 0; row < rows; row++) {
      if (!buffer.isNull(row)) {
        buffer.values()[row] = text(bytes, ends[row], ends[row + 1] - ends[row]);
      }
    }
  }

  private byte[] text(ByteBuffer bytes, int first, int length) {
    byte[] value = new byte[length];
    bytes.get(first, value);
    return text(value);
  }

  private byte[] text(byte[] value) {
    return switch (column.type().typeId()) {
      case STRING -> value;
      case UUID -> UUIDUtil.convert(value).toString().getBytes(StandardCharsets.US_ASCII);
      default -> HexFormat.of().formatHex(value).getBytes(StandardCharsets.US_ASCII);
    };
  }
}
