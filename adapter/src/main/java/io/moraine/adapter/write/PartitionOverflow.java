/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.write;

import io.moraine.rules.error.ErrorCode;
import io.moraine.rules.error.MoraineException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.iceberg.PartitionField;
import org.apache.iceberg.StructLike;
import org.apache.iceberg.Table;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;

/**
 * Refuses rows whose partition value Iceberg computes beyond its type: it wraps there without a
 * word, and a filter would then prune the file that holds the row. It concerns the lowest values
 * under truncate, and timestamps some 245,000 years from 1970 under hour.
 */
final class PartitionOverflow {
  private static final long MICROS_AN_HOUR = TimeUnit.HOURS.toMicros(1);

  /** One partition field that can overflow: positions in the key and in the row. */
  private record Risk(int keyPosition, int rowPosition, PartitionField field, Type type) {}

  private final Table table;
  private final List<Risk> risks = new ArrayList<>();

  PartitionOverflow(Table table) {
    this.table = table;
    List<PartitionField> fields = table.spec().fields();
    List<Types.NestedField> columns = table.schema().columns();
    for (int key = 0; key < fields.size(); key++) {
      for (int row = 0; row < columns.size(); row++) {
        PartitionField field = fields.get(key);
        Type type = columns.get(row).type();
        if (field.sourceId() == columns.get(row).fieldId() && isRisk(field, type)) {
          risks.add(new Risk(key, row, field, type));
        }
      }
    }
  }

  private static boolean isRisk(PartitionField field, Type type) {
    return switch (type.typeId()) {
      case INTEGER, LONG, DECIMAL -> field.transform().toString().startsWith("truncate[");
      case TIMESTAMP -> field.transform().toString().equals("hour");
      default -> false;
    };
  }

  /**
   * Checks one row.
   *
   * @param key the partition of the row
   * @param row the row in Iceberg's internal representation
   */
  void require(StructLike key, StructLike row) {
    for (Risk risk : risks) {
      Object value = row.get(risk.rowPosition(), Object.class);
      if (value != null && overflows(risk, key.get(risk.keyPosition(), Object.class), value)) {
        throw new MoraineException(
            ErrorCode.NUMERIC_OUT_OF_RANGE,
            "Writing to table "
                + table.name()
                + ": the value of column "
                + table.schema().columns().get(risk.rowPosition()).name()
                + " is too far from zero for the partition field "
                + risk.field().name()
                + " with the transform "
                + risk.field().transform()
                + "; write a value closer to zero, or partition the table by another transform");
      }
    }
  }

  private static boolean overflows(Risk risk, Object partition, Object value) {
    if (risk.type() instanceof Types.DecimalType decimal) {
      return ((BigDecimal) partition).precision() > decimal.precision();
    }
    long result = ((Number) partition).longValue();
    long source = ((Number) value).longValue();
    return risk.type() instanceof Types.TimestampType
        ? result != Math.floorDiv(source, MICROS_AN_HOUR)
        : result > source;
  }
}
