/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.e2e;

import io.moraine.rules.type.TypeMapping;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import java.util.stream.Stream;
import org.apache.iceberg.data.GenericRecord;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;
import org.jspecify.annotations.Nullable;

/** Random types, nested up to a depth, and random values of them. */
final class RandomNested {
  private static final List<Type> FLAT =
      List.of(
          Types.BooleanType.get(),
          Types.IntegerType.get(),
          Types.LongType.get(),
          Types.FloatType.get(),
          Types.DoubleType.get(),
          Types.DecimalType.of(9, 2),
          Types.DecimalType.of(18, 4),
          Types.DecimalType.of(38, 10),
          Types.DateType.get(),
          Types.TimeType.get(),
          Types.TimestampType.withoutZone(),
          Types.TimestampType.withZone(),
          Types.StringType.get(),
          Types.UUIDType.get(),
          Types.FixedType.ofLength(3),
          Types.BinaryType.get());
  private static final List<Type> NANOS =
      List.of(Types.TimestampNanoType.withoutZone(), Types.TimestampNanoType.withZone());
  private static final List<Double> DOUBLES =
      List.of(0.0, -0.0, 1.5, Double.NaN, Double.NEGATIVE_INFINITY, 1e300);
  private static final List<String> TEXTS =
      List.of("", "a", "it's \"q\"\n", "żółw 😀", "a long text of more than twelve bytes");

  private final Random random;
  private final List<Type> flat;
  private int lastId;

  /** A generator; ids of fields begin behind {@code lastId}. */
  RandomNested(Random random, int lastId) {
    this(random, lastId, true);
  }

  /** Without the types of format version 3 unless {@code nanos}. */
  RandomNested(Random random, int lastId, boolean nanos) {
    this.random = random;
    this.flat = Stream.concat(FLAT.stream(), nanos ? NANOS.stream() : Stream.empty()).toList();
    this.lastId = lastId;
  }

  Type flat() {
    return flat.get(random.nextInt(flat.size()));
  }

  /** A type that is flat, or nested at most {@code depth} times. */
  Type type(int depth) {
    return depth == 0 || random.nextInt(3) == 0 ? flat() : nested(depth);
  }

  /** A nested type. */
  Type nested(int depth) {
    return switch (random.nextInt(4)) {
      case 0 -> Types.ListType.ofOptional(++lastId, type(depth - 1));
      case 1 ->
          Types.MapType.ofOptional(
              ++lastId,
              ++lastId,
              random.nextBoolean() ? Types.StringType.get() : Types.IntegerType.get(),
              type(depth - 1));
      default -> struct(depth);
    };
  }

  private Types.StructType struct(int depth) {
    List<Types.NestedField> fields = new ArrayList<>();
    for (String name : List.of("a", "b", "c").subList(0, 1 + random.nextInt(3))) {
      int id = ++lastId;
      Type type = type(depth - 1);
      fields.add(
          random.nextInt(4) == 0
              ? Types.NestedField.required(id, name, type)
              : Types.NestedField.optional(id, name, type));
    }
    return Types.StructType.of(fields);
  }

  /** A row whose required fields are not NULL. */
  Record row(Types.StructType type) {
    GenericRecord row = GenericRecord.create(type);
    List<Types.NestedField> fields = type.fields();
    for (int i = 0; i < fields.size(); i++) {
      boolean isNull = fields.get(i).isOptional() && random.nextInt(5) == 0;
      row.set(i, isNull ? null : value(fields.get(i).type()));
    }
    return row;
  }

  /** A value that is not NULL. */
  Object value(Type type) {
    return switch (type.typeId()) {
      case LIST -> list(type.asListType());
      case MAP -> map(type.asMapType());
      case STRUCT -> row(type.asStructType());
      case BOOLEAN -> random.nextBoolean();
      case INTEGER -> random.nextInt();
      case LONG -> random.nextLong();
      case FLOAT -> DOUBLES.get(random.nextInt(DOUBLES.size())).floatValue();
      case DOUBLE -> DOUBLES.get(random.nextInt(DOUBLES.size()));
      case DECIMAL -> decimal((Types.DecimalType) type);
      case STRING -> TEXTS.get(random.nextInt(TEXTS.size()));
      case UUID -> new UUID(random.nextLong(), random.nextLong());
      case FIXED -> bytes(((Types.FixedType) type).length());
      case BINARY -> ByteBuffer.wrap(bytes(random.nextInt(20)));
      default -> dateTime(type);
    };
  }

  private Object dateTime(Type type) {
    LocalDateTime time =
        LocalDateTime.ofEpochSecond(
            random.nextInt(), random.nextInt(1_000_000) * 1_000, ZoneOffset.UTC);
    return switch (type.typeId()) {
      case DATE -> LocalDate.ofEpochDay(random.nextInt(100_000) - 50_000);
      case TIME -> LocalTime.ofNanoOfDay(random.nextInt(86_400) * 1_000_001_000L);
      case TIMESTAMP_NANO -> zoned(type, time.plusNanos(random.nextInt(1_000)));
      default -> zoned(type, time);
    };
  }

  private static Object zoned(Type type, LocalDateTime time) {
    return TypeMapping.isInstant(type) ? time.atOffset(ZoneOffset.UTC) : time;
  }

  private BigDecimal decimal(Types.DecimalType type) {
    BigDecimal value = new BigDecimal(new BigInteger(type.precision() * 3, random), type.scale());
    return random.nextBoolean() ? value : value.negate();
  }

  private byte[] bytes(int length) {
    byte[] bytes = new byte[length];
    random.nextBytes(bytes);
    return bytes;
  }

  private List<@Nullable Object> list(Types.ListType type) {
    List<@Nullable Object> list = new ArrayList<>();
    for (int i = random.nextInt(4); i > 0; i--) {
      list.add(random.nextInt(4) == 0 ? null : value(type.elementType()));
    }
    return list;
  }

  private Map<Object, @Nullable Object> map(Types.MapType type) {
    Map<Object, @Nullable Object> map = new LinkedHashMap<>();
    for (int i = random.nextInt(4); i > 0; i--) {
      map.put(value(type.keyType()), random.nextInt(4) == 0 ? null : value(type.valueType()));
    }
    return map;
  }
}
