/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.plan;

import java.nio.ByteBuffer;
import java.util.Map;
import java.util.Optional;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.FileFormat;
import org.apache.iceberg.types.Conversions;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;
import org.jspecify.annotations.Nullable;

/** What manifests tell of a column of a primitive type in a data file. */
record ColumnMetrics(Types.NestedField column) {
  /** How many of its values are NULL; empty where that is not known. */
  Optional<Long> nulls(DataFile file) {
    if (file.recordCount() == 0) {
      return Optional.of(0L);
    }
    Map<Integer, Long> nulls = file.nullValueCounts();
    Long count = nulls == null ? null : nulls.get(column.fieldId());
    if (count == null && column.isRequired()) {
      return Optional.of(0L);
    }
    return Optional.ofNullable(count);
  }

  /** No value is below this one; null where that is not known. */
  @Nullable Object lower(DataFile file) {
    return isCut(file) ? null : bound(file.lowerBounds());
  }

  /** No value is above this one; null where that is not known. */
  @Nullable Object upper(DataFile file) {
    return isCut(file) ? null : bound(file.upperBounds());
  }

  private @Nullable Object bound(@Nullable Map<Integer, ByteBuffer> bounds) {
    ByteBuffer bytes = bounds == null ? null : bounds.get(column.fieldId());
    Type type = column.type();
    if (bytes == null || isOfDays(type, bytes)) {
      return null;
    }
    return Conversions.fromByteBuffer(type, bytes);
  }

  /** ORC keeps milliseconds of some writers' timestamps, and microseconds of all. */
  private boolean isCut(DataFile file) {
    return file.format() != FileFormat.PARQUET
        && (column.type().typeId() == Type.TypeID.TIMESTAMP
            || column.type().typeId() == Type.TypeID.TIMESTAMP_NANO);
  }

  /** Bounds from when the column was one of dates. */
  private static boolean isOfDays(Type type, ByteBuffer bytes) {
    return (type.typeId() == Type.TypeID.TIMESTAMP || type.typeId() == Type.TypeID.TIMESTAMP_NANO)
        && bytes.remaining() < Long.BYTES;
  }
}
