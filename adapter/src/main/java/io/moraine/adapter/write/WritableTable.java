/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.write;

import io.moraine.adapter.catalog.AllowedRoots;
import io.moraine.rules.error.ErrorCode;
import io.moraine.rules.error.MoraineException;
import java.util.Map;
import org.apache.iceberg.FileFormat;
import org.apache.iceberg.PartitionField;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableProperties;
import org.apache.iceberg.transforms.UnknownTransform;
import org.apache.iceberg.types.Types;

/** What is checked of a table before anything is written for it. */
final class WritableTable {
  private WritableTable() {}

  /**
   * Refuses tables that would be written wrongly, or elsewhere than allowed.
   *
   * @throws MoraineException NOT_SUPPORTED, or ACCESS_DENIED for a location outside of {@code
   *     roots}
   */
  static void require(Table table, AllowedRoots roots) {
    Map<String, String> properties = table.properties();
    String format =
        properties.getOrDefault(
            TableProperties.DEFAULT_FILE_FORMAT, TableProperties.DEFAULT_FILE_FORMAT_DEFAULT);
    if (!FileFormat.PARQUET.name().equalsIgnoreCase(format)) {
      throw unsupported(
          table, "its write.format.default is " + format + "; only parquet can be written");
    }
    if (properties.containsKey(TableProperties.WRITE_LOCATION_PROVIDER_IMPL)) {
      throw unsupported(
          table, "its write.location-provider.impl names a class to run; unset the property");
    }
    for (Types.NestedField column : table.schema().columns()) {
      if (column.type().isNestedType()) {
        throw unsupported(
            table, "its column " + column.name() + " of type " + column.type() + " is nested");
      }
    }
    for (PartitionField field : table.spec().fields()) {
      if (field.transform() instanceof UnknownTransform<?, ?> unknown) {
        throw unsupported(
            table, "its partition field " + field.name() + " has the unknown transform " + unknown);
      }
    }
    for (Snapshot snapshot : table.snapshots()) {
      if (snapshot.snapshotId() < 0) {
        throw unsupported(
            table,
            "its snapshot "
                + Long.toUnsignedString(snapshot.snapshotId())
                + " has a number that Iceberg's library cannot write, and a commit would change it;"
                + " write with the engine that made it, or copy the rows to a new table");
      }
    }
    roots.requireAllowed(table.location(), "location of table " + table.name());
    roots.requireAllowedProperties(properties, table.name());
  }

  private static MoraineException unsupported(Table table, String reason) {
    return new MoraineException(
        ErrorCode.NOT_SUPPORTED,
        "Writing to table " + table.name() + " is not supported: " + reason);
  }
}
