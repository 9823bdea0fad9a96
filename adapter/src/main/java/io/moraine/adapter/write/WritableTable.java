/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.write;

import io.moraine.rules.error.ErrorCode;
import io.moraine.rules.error.MoraineException;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.iceberg.FileFormat;
import org.apache.iceberg.PartitionField;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableProperties;
import org.apache.iceberg.transforms.UnknownTransform;

/** What is checked of a table before anything is written for it. */
final class WritableTable {
  private static final List<String> LOCATION_PROPERTIES =
      List.of(
          TableProperties.WRITE_DATA_LOCATION,
          TableProperties.WRITE_METADATA_LOCATION,
          // Deprecated names of the first, which Iceberg still follows.
          "write.object-storage.path",
          "write.folder-storage.path");

  private WritableTable() {}

  /**
   * Refuses tables that would be written wrongly, or elsewhere than allowed.
   *
   * @param locationCheck throws for a location that may not be written
   */
  static void require(Table table, Consumer<String> locationCheck) {
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
    for (PartitionField field : table.spec().fields()) {
      if (field.transform() instanceof UnknownTransform<?, ?> unknown) {
        throw unsupported(
            table, "its partition field " + field.name() + " has the unknown transform " + unknown);
      }
    }
    locationCheck.accept(table.location());
    for (String property : LOCATION_PROPERTIES) {
      String location = properties.get(property);
      if (location != null) {
        locationCheck.accept(location);
      }
    }
  }

  private static MoraineException unsupported(Table table, String reason) {
    return new MoraineException(
        ErrorCode.NOT_SUPPORTED,
        "Writing to table " + table.name() + " is not supported: " + reason);
  }
}
