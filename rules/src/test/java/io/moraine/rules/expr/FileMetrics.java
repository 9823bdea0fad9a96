/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.rules.expr;

import java.nio.ByteBuffer;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.DataFiles;
import org.apache.iceberg.FileFormat;
import org.apache.iceberg.Metrics;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.types.Comparators;
import org.apache.iceberg.types.Conversions;
import org.apache.iceberg.types.Types;

/**
 * Data files with the metrics that writers give: bounds without NaN, counts that may be missing.
 */
final class FileMetrics {
  private FileMetrics() {}

  static DataFile of(List<Object[]> rows, Random random) {
    List<IcebergRow> data = rows.stream().map(IcebergRow::new).toList();
    Map<Integer, Long> values = new HashMap<>();
    Map<Integer, Long> nulls = new HashMap<>();
    Map<Integer, Long> nans = new HashMap<>();
    Map<Integer, ByteBuffer> lower = new HashMap<>();
    Map<Integer, ByteBuffer> upper = new HashMap<>();
    for (int i = 0; i < RandomPredicates.SCHEMA.columns().size(); i++) {
      Types.NestedField column = RandomPredicates.SCHEMA.columns().get(i);
      int position = i;
      List<Object> present =
          data.stream().map(row -> row.value(position)).filter(Objects::nonNull).toList();
      List<Object> numbers = present.stream().filter(value -> !isNaN(value)).toList();
      values.put(column.fieldId(), (long) data.size());
      nulls.put(column.fieldId(), (long) data.size() - present.size());
      if (isFloating(column) && random.nextBoolean()) {
        nans.put(column.fieldId(), (long) present.size() - numbers.size());
      }
      if (!numbers.isEmpty() && random.nextInt(5) > 0) {
        Comparator<Object> order = Comparators.forType(column.type().asPrimitiveType());
        lower.put(column.fieldId(), bound(column, numbers.stream().min(order).get(), random));
        upper.put(column.fieldId(), bound(column, numbers.stream().max(order).get(), random));
      }
    }
    return DataFiles.builder(PartitionSpec.unpartitioned())
        .withPath("data.parquet")
        .withFormat(FileFormat.PARQUET)
        .withFileSizeInBytes(1)
        .withMetrics(new Metrics((long) data.size(), null, values, nulls, nans, lower, upper))
        .build();
  }

  /** Writers differ in the sign of a zero bound. */
  private static ByteBuffer bound(Types.NestedField column, Object value, Random random) {
    Object written = value;
    if (value instanceof Double number && number == 0) {
      written = random.nextBoolean() ? 0.0 : -0.0;
    } else if (value instanceof Float number && number == 0) {
      written = random.nextBoolean() ? 0.0f : -0.0f;
    }
    return Conversions.toByteBuffer(column.type(), written);
  }

  private static boolean isNaN(Object value) {
    return value instanceof Number number && Double.isNaN(number.doubleValue());
  }

  private static boolean isFloating(Types.NestedField column) {
    return switch (column.type().typeId()) {
      case FLOAT, DOUBLE -> true;
      default -> false;
    };
  }
}
