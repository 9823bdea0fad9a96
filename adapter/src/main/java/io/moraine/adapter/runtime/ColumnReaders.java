/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.runtime;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import org.apache.arrow.vector.types.FloatingPointPrecision;
import org.apache.arrow.vector.types.TimeUnit;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.jspecify.annotations.Nullable;

/** The reader of each type of column; it stays good for the batches that come later. */
final class ColumnReaders {
  private static final long MICROS_A_SECOND = 1_000_000;
  private static final long NANOS_A_SECOND = 1_000_000_000;
  private static final int SIXTEEN = 16;

  private ColumnReaders() {}

  /**
   * The reader of a column.
   *
   * @param field tells the column's type
   * @param instants whether nanoseconds are those of instants
   */
  static ColumnReader of(RowReader rows, Field field, ArrowColumn column, boolean instants) {
    ArrowType type = field.getType();
    return switch (type.getTypeID()) {
      case Int -> integer(rows, field, column, ((ArrowType.Int) type).getBitWidth());
      case FloatingPoint -> floating(rows, column, ((ArrowType.FloatingPoint) type).getPrecision());
      case Decimal -> decimal(rows, column, (ArrowType.Decimal) type);
      case Utf8 -> new TextReader(rows, column);
      case BinaryView -> new BinaryReader(rows, column);
      case Bool -> FixedReader.bits(rows, column);
      case Date -> new DateReader(rows, column);
      case Time ->
          FixedReader.of(
              rows,
              column,
              Long.BYTES,
              (data, row) -> LocalTime.ofNanoOfDay(number(data, row) * 1_000));
      case Timestamp -> timestamp(rows, column, (ArrowType.Timestamp) type, instants);
      case FixedSizeBinary ->
          "arrow.uuid".equals(extension(field))
              ? FixedReader.of(rows, column, SIXTEEN, ColumnReaders::uuid)
              : FixedReader.of(rows, column, SIXTEEN, ColumnReaders::hugeInteger);
      case List -> new ListReader(rows, column, child(rows, field, column, 0));
      case Struct -> new StructReader(rows, column, children(rows, field, column));
      case Map ->
          new MapReader(
              rows, column, children(rows, field.getChildren().get(0), column.children().get(0)));
      default -> throw EngineCalls.unsupported("a result of type " + type);
    };
  }

  private static ColumnReader child(RowReader rows, Field field, ArrowColumn column, int number) {
    return of(rows, field.getChildren().get(number), column.children().get(number), false);
  }

  private static List<ColumnReader> children(RowReader rows, Field field, ArrowColumn column) {
    return IntStream.range(0, field.getChildren().size())
        .mapToObj(i -> child(rows, field, column, i))
        .toList();
  }

  private static ColumnReader integer(
      RowReader rows, Field field, ArrowColumn column, int bitWidth) {
    return switch (bitWidth) {
      case Long.SIZE -> new LongReader(rows, column);
      case Integer.SIZE -> new IntReader(rows, column);
      case Short.SIZE ->
          FixedReader.of(
              rows,
              column,
              Short.BYTES,
              (data, row) -> (short) ColumnReader.SHORTS.get(data, row * Short.BYTES));
      default ->
          "arrow.bool8".equals(extension(field))
              ? FixedReader.of(rows, column, Byte.BYTES, (data, row) -> data[row] != 0)
              : FixedReader.of(rows, column, Byte.BYTES, (data, row) -> data[row]);
    };
  }

  private static ColumnReader floating(
      RowReader rows, ArrowColumn column, FloatingPointPrecision precision) {
    return precision == FloatingPointPrecision.DOUBLE
        ? new DoubleReader(rows, column)
        : FixedReader.of(
            rows,
            column,
            Float.BYTES,
            (data, row) -> (float) ColumnReader.FLOATS.get(data, row * Float.BYTES));
  }

  private static ColumnReader decimal(RowReader rows, ArrowColumn column, ArrowType.Decimal type) {
    int scale = type.getScale();
    return type.getBitWidth() <= Long.SIZE
        ? new DecimalReader(rows, column, type.getBitWidth(), scale)
        : FixedReader.of(
            rows, column, SIXTEEN, (data, row) -> new BigDecimal(hugeInteger(data, row), scale));
  }

  private static ColumnReader timestamp(
      RowReader rows, ArrowColumn column, ArrowType.Timestamp type, boolean instants) {
    boolean nanos = type.getUnit() == TimeUnit.NANOSECOND;
    long units = nanos ? NANOS_A_SECOND : MICROS_A_SECOND;
    boolean local = nanos ? !instants : type.getTimezone() == null;
    return local
        ? FixedReader.of(rows, column, Long.BYTES, (data, row) -> local(number(data, row), units))
        : FixedReader.of(
            rows,
            column,
            Long.BYTES,
            (data, row) -> OffsetDateTime.of(local(number(data, row), units), ZoneOffset.UTC));
  }

  private static @Nullable String extension(Field field) {
    return field.getMetadata().get("ARROW:extension:name");
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
}
