/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.rules.expr;

import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.Arrays;
import org.apache.iceberg.StructLike;
import org.apache.iceberg.types.Type;
import org.jspecify.annotations.Nullable;

/** A row of {@link RandomPredicates} as Iceberg keeps values. */
final class IcebergRow implements StructLike {
  private final @Nullable Object[] values;

  IcebergRow(@Nullable Object[] row) {
    this.values = new Object[row.length];
    for (int i = 0; i < row.length; i++) {
      values[i] = value(row[i], RandomPredicates.SCHEMA.columns().get(i).type());
    }
  }

  private static @Nullable Object value(@Nullable Object value, Type type) {
    if (value instanceof BigDecimal number) {
      return switch (type.typeId()) {
        case INTEGER -> number.intValueExact();
        case LONG -> number.longValueExact();
        default -> number;
      };
    }
    if (value instanceof LocalDate date) {
      return Math.toIntExact(date.toEpochDay());
    }
    if (value instanceof LocalTime time) {
      return time.toNanoOfDay() / 1_000;
    }
    if (value instanceof LocalDateTime timestamp) {
      return micros(timestamp.toInstant(ZoneOffset.UTC));
    }
    if (value instanceof Instant instant) {
      return micros(instant);
    }
    return value instanceof byte[] bytes ? ByteBuffer.wrap(bytes) : value;
  }

  private static long micros(Instant instant) {
    return instant.getEpochSecond() * 1_000_000 + instant.getNano() / 1_000;
  }

  @Nullable Object value(int position) {
    return values[position];
  }

  @Override
  public int size() {
    return values.length;
  }

  @Override
  public <T> @Nullable T get(int position, Class<T> javaClass) {
    return javaClass.cast(values[position]);
  }

  @Override
  public <T> void set(int position, T value) {
    throw new UnsupportedOperationException();
  }

  @Override
  public String toString() {
    return Arrays.toString(values);
  }
}
