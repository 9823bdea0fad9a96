/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.write;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.iceberg.PartitionField;
import org.apache.iceberg.PartitionKey;
import org.apache.iceberg.StructLike;
import org.apache.iceberg.Table;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;
import org.apache.iceberg.util.SerializableFunction;

/**
 * Corrects the partition of timestamps before 1970 in the last microsecond (or nanosecond) of a
 * second. Iceberg's time transforms put them one second too early, so that those in the first
 * second of a day land in the day before, where filters do not look for them. The moment just
 * before lies in the same second and is transformed rightly, so its partition is taken.
 */
final class PreEpochCorrection {
  private static final Set<String> TIME_TRANSFORMS = Set.of("year", "month", "day", "hour");
  private static final long MICROS_A_SECOND = 1_000_000;
  private static final long NANOS_A_SECOND = 1_000_000_000;

  private record TimeField(
      int keyPosition,
      int rowPosition,
      long unitsASecond,
      SerializableFunction<Object, Object> transform) {}

  private final List<TimeField> times = new ArrayList<>();

  PreEpochCorrection(Table table) {
    List<PartitionField> fields = table.spec().fields();
    List<Types.NestedField> columns = table.schema().columns();
    for (int key = 0; key < fields.size(); key++) {
      PartitionField field = fields.get(key);
      for (int row = 0; row < columns.size(); row++) {
        long units = unitsASecond(columns.get(row).type());
        if (field.sourceId() == columns.get(row).fieldId()
            && units > 0
            && TIME_TRANSFORMS.contains(field.transform().toString())) {
          times.add(new TimeField(key, row, units, bound(field, columns.get(row).type())));
        }
      }
    }
  }

  @SuppressWarnings("unchecked")
  private static SerializableFunction<Object, Object> bound(PartitionField field, Type type) {
    return (SerializableFunction<Object, Object>) field.transform().bind(type);
  }

  private static long unitsASecond(Type type) {
    return switch (type.typeId()) {
      case TIMESTAMP -> MICROS_A_SECOND;
      case TIMESTAMP_NANO -> NANOS_A_SECOND;
      default -> 0;
    };
  }

  /**
   * Corrects the key of one row in place.
   *
   * @param row the row in Iceberg's internal representation
   */
  void apply(PartitionKey key, StructLike row) {
    for (TimeField time : times) {
      Long value = row.get(time.rowPosition(), Long.class);
      if (value != null
          && value < 0
          && Math.floorMod(value, time.unitsASecond()) == time.unitsASecond() - 1) {
        key.set(time.keyPosition(), time.transform().apply(value - 1));
      }
    }
  }
}
