/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.runtime;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.UUID;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.BitVector;
import org.apache.arrow.vector.DateDayVector;
import org.apache.arrow.vector.DecimalVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.FixedSizeBinaryVector;
import org.apache.arrow.vector.Float4Vector;
import org.apache.arrow.vector.Float8Vector;
import org.apache.arrow.vector.IntVector;
import org.apache.arrow.vector.SmallIntVector;
import org.apache.arrow.vector.TimeMicroVector;
import org.apache.arrow.vector.TimeStampMicroTZVector;
import org.apache.arrow.vector.TimeStampMicroVector;
import org.apache.arrow.vector.TimeStampNanoVector;
import org.apache.arrow.vector.TinyIntVector;
import org.apache.arrow.vector.VarBinaryVector;
import org.apache.arrow.vector.VarCharVector;
import org.jspecify.annotations.Nullable;

/** The reader of each type of vector; it stays good for the batches that the vector gets later. */
final class ColumnReaders {
  private static final long MICROS_A_SECOND = 1_000_000;
  private static final long NANOS_A_SECOND = 1_000_000_000;
  private static final int SIXTEEN = 16;

  private ColumnReaders() {}

  /**
   * The reader of a column.
   *
   * @param vector tells the column's type
   * @param instants whether nanoseconds are those of instants
   */
  static ColumnReader of(RowReader rows, FieldVector vector, ArrowColumn column, boolean instants) {
    if (vector instanceof BigIntVector) {
      return new LongReader(rows, column);
    }
    if (vector instanceof IntVector) {
      return new IntReader(rows, column);
    }
    if (vector instanceof Float8Vector) {
      return new DoubleReader(rows, column);
    }
    if (vector instanceof DecimalVector v) {
      return v.getPrecision() <= DecimalReader.MOST_DIGITS
          ? new DecimalReader(rows, column, v.getScale())
          : longDecimal(rows, column, v.getScale());
    }
    if (vector instanceof VarCharVector) {
      return new TextReader(rows, column);
    }
    if (vector instanceof VarBinaryVector) {
      return new BinaryReader(rows, column);
    }
    if (vector instanceof DateDayVector) {
      return new DateReader(rows, column);
    }
    ColumnReader reader = small(rows, vector, column);
    return reader == null ? dateTime(rows, vector, column, instants) : reader;
  }

  private static @Nullable ColumnReader small(
      RowReader rows, FieldVector vector, ArrowColumn column) {
    if (vector instanceof TinyIntVector) {
      return "arrow.bool8".equals(extension(vector))
          ? FixedReader.of(rows, column, Byte.BYTES, (data, row) -> data[row] != 0)
          : FixedReader.of(rows, column, Byte.BYTES, (data, row) -> data[row]);
    }
    if (vector instanceof BitVector) {
      return FixedReader.bits(rows, column);
    }
    if (vector instanceof SmallIntVector) {
      return FixedReader.of(
          rows,
          column,
          Short.BYTES,
          (data, row) -> (short) ColumnReader.SHORTS.get(data, row * Short.BYTES));
    }
    if (vector instanceof Float4Vector) {
      return FixedReader.of(
          rows,
          column,
          Float.BYTES,
          (data, row) -> (float) ColumnReader.FLOATS.get(data, row * Float.BYTES));
    }
    if (vector instanceof FixedSizeBinaryVector v && v.getByteWidth() == SIXTEEN) {
      return "arrow.uuid".equals(extension(vector))
          ? FixedReader.of(rows, column, SIXTEEN, ColumnReaders::uuid)
          : FixedReader.of(rows, column, SIXTEEN, ColumnReaders::hugeInteger);
    }
    return null;
  }

  private static ColumnReader dateTime(
      RowReader rows, FieldVector vector, ArrowColumn column, boolean instants) {
    if (vector instanceof TimeMicroVector) {
      return FixedReader.of(
          rows,
          column,
          Long.BYTES,
          (data, row) -> LocalTime.ofNanoOfDay(number(data, row) * 1_000));
    }
    if (vector instanceof TimeStampMicroVector) {
      return FixedReader.of(
          rows, column, Long.BYTES, (data, row) -> local(number(data, row), MICROS_A_SECOND));
    }
    if (vector instanceof TimeStampMicroTZVector) {
      return FixedReader.of(
          rows,
          column,
          Long.BYTES,
          (data, row) ->
              OffsetDateTime.of(local(number(data, row), MICROS_A_SECOND), ZoneOffset.UTC));
    }
    if (vector instanceof TimeStampNanoVector) {
      return FixedReader.of(
          rows,
          column,
          Long.BYTES,
          instants
              ? (data, row) ->
                  OffsetDateTime.of(local(number(data, row), NANOS_A_SECOND), ZoneOffset.UTC)
              : (data, row) -> local(number(data, row), NANOS_A_SECOND));
    }
    throw EngineCalls.unsupported("a result of type " + vector.getField().getType());
  }

  private static @Nullable String extension(FieldVector vector) {
    return vector.getField().getMetadata().get("ARROW:extension:name");
  }

  private static long number(byte[] data, int row) {
    return (long) ColumnReader.LONGS.get(data, row * Long.BYTES);
  }

  private static LocalDateTime local(long value, long unitsASecond) {
    long nanos = Math.floorMod(value, unitsASecond) * (NANOS_A_SECOND / unitsASecond);
    return LocalDateTime.ofEpochSecond(
        Math.floorDiv(value, unitsASecond), (int) nanos, ZoneOffset.UTC);
  }

  private static UUID uuid(byte[] data, int row) {
    return new UUID(
        Long.reverseBytes(number(data, 2 * row)), Long.reverseBytes(number(data, 2 * row + 1)));
  }

  /** Sixteen bytes, little endian, two's complement. */
  private static BigInteger hugeInteger(byte[] data, int row) {
    byte[] bigEndian = new byte[SIXTEEN];
    for (int i = 0; i < SIXTEEN; i++) {
      bigEndian[i] = data[(row + 1) * SIXTEEN - 1 - i];
    }
    return new BigInteger(bigEndian);
  }

  private static ColumnReader longDecimal(RowReader rows, ArrowColumn column, int scale) {
    return FixedReader.of(
        rows, column, SIXTEEN, (data, row) -> new BigDecimal(hugeInteger(data, row), scale));
  }
}
