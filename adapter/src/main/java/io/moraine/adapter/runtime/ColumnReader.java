/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.runtime;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.UUID;
import org.apache.arrow.memory.ArrowBuf;
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

/**
 * Reads one column of a batch as exact Java values: {@code Boolean}, {@code Byte}, {@code Short},
 * {@code Integer}, {@code Long}, {@code BigInteger} (128 bits), {@code Float}, {@code Double},
 * {@code BigDecimal}, {@code String}, {@code LocalDate}, {@code LocalTime}, {@code LocalDateTime},
 * {@code OffsetDateTime} in UTC, {@code UUID}, {@code byte[]}; null for NULL.
 */
public abstract class ColumnReader {
  private static final long MICROS_A_SECOND = 1_000_000;
  private static final long NANOS_A_SECOND = 1_000_000_000;

  private final FieldVector vector;

  private ColumnReader(FieldVector vector) {
    this.vector = vector;
  }

  /** The value in a row of the current batch. */
  public final @Nullable Object value(int row) {
    return vector.isNull(row) ? null : notNull(row);
  }

  abstract Object notNull(int row);

  /** The reader of a vector, which stays good for the batches loaded into the vector later. */
  public static ColumnReader of(FieldVector vector) {
    if (vector instanceof TinyIntVector v) {
      boolean bool = "arrow.bool8".equals(extension(vector));
      return bool ? reader(v, row -> v.get(row) != 0) : reader(v, v::get);
    }
    if (vector instanceof BitVector v) {
      return reader(v, row -> v.get(row) != 0);
    }
    if (vector instanceof SmallIntVector v) {
      return reader(v, v::get);
    }
    if (vector instanceof IntVector v) {
      return reader(v, v::get);
    }
    if (vector instanceof BigIntVector v) {
      return reader(v, v::get);
    }
    if (vector instanceof Float4Vector v) {
      return reader(v, v::get);
    }
    if (vector instanceof Float8Vector v) {
      return reader(v, v::get);
    }
    if (vector instanceof DecimalVector v) {
      return decimal(v);
    }
    if (vector instanceof VarCharVector v) {
      return text(v);
    }
    if (vector instanceof VarBinaryVector v) {
      return reader(v, v::get);
    }
    if (vector instanceof FixedSizeBinaryVector v) {
      return "arrow.uuid".equals(extension(vector))
          ? reader(v, row -> uuid(v.get(row)))
          : reader(v, row -> hugeInteger(v.get(row)));
    }
    return dateTime(vector);
  }

  private static ColumnReader dateTime(FieldVector vector) {
    if (vector instanceof DateDayVector v) {
      return reader(v, row -> LocalDate.ofEpochDay(v.get(row)));
    }
    if (vector instanceof TimeMicroVector v) {
      return reader(v, row -> LocalTime.ofNanoOfDay(v.get(row) * 1_000));
    }
    if (vector instanceof TimeStampMicroVector v) {
      return reader(v, row -> local(v.get(row), MICROS_A_SECOND));
    }
    if (vector instanceof TimeStampMicroTZVector v) {
      return reader(
          v, row -> OffsetDateTime.of(local(v.get(row), MICROS_A_SECOND), ZoneOffset.UTC));
    }
    if (vector instanceof TimeStampNanoVector v) {
      return reader(v, row -> local(v.get(row), NANOS_A_SECOND));
    }
    throw EngineCalls.unsupported("a result of type " + vector.getField().getType());
  }

  private interface Cell {
    Object at(int row);
  }

  private static ColumnReader reader(FieldVector vector, Cell cell) {
    return new ColumnReader(vector) {
      @Override
      Object notNull(int row) {
        return cell.at(row);
      }
    };
  }

  private static @Nullable String extension(FieldVector vector) {
    return vector.getField().getMetadata().get("ARROW:extension:name");
  }

  private static LocalDateTime local(long value, long unitsASecond) {
    long nanos = Math.floorMod(value, unitsASecond) * (NANOS_A_SECOND / unitsASecond);
    return LocalDateTime.ofEpochSecond(
        Math.floorDiv(value, unitsASecond), (int) nanos, ZoneOffset.UTC);
  }

  private static UUID uuid(byte[] bytes) {
    ByteBuffer buffer = ByteBuffer.wrap(bytes);
    return new UUID(buffer.getLong(), buffer.getLong());
  }

  /** Sixteen bytes, little endian, two's complement. */
  private static BigInteger hugeInteger(byte[] littleEndian) {
    byte[] bigEndian = new byte[littleEndian.length];
    for (int i = 0; i < bigEndian.length; i++) {
      bigEndian[i] = littleEndian[littleEndian.length - 1 - i];
    }
    return new BigInteger(bigEndian);
  }

  private static ColumnReader decimal(DecimalVector vector) {
    int scale = vector.getScale();
    if (vector.getPrecision() > 18) {
      return reader(vector, vector::getObject);
    }
    // Up to 18 digits are in the low half of the 128 bits.
    return reader(
        vector,
        row ->
            BigDecimal.valueOf(
                vector.getDataBuffer().getLong((long) row * DecimalVector.TYPE_WIDTH), scale));
  }

  private static ColumnReader text(VarCharVector vector) {
    return new ColumnReader(vector) {
      private byte[] bytes = new byte[64];

      @Override
      Object notNull(int row) {
        int start = vector.getStartOffset(row);
        int length = vector.getEndOffset(row) - start;
        if (bytes.length < length) {
          bytes = new byte[Math.max(length, bytes.length * 2)];
        }
        ArrowBuf data = vector.getDataBuffer();
        data.getBytes(start, bytes, 0, length);
        return new String(bytes, 0, length, StandardCharsets.UTF_8);
      }
    };
  }
}
