/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.plan;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.iceberg.BaseTable;
import org.apache.iceberg.HasTableOperations;
import org.apache.iceberg.StaticTableOperations;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.TableMetadataParser;
import org.apache.iceberg.TableProperties;
import org.apache.iceberg.io.FileIO;

/**
 * A table's metadata without its history, and without its properties, which may be anybody's.
 *
 * @param metadata what is left
 */
record ShippedTable(TableMetadata metadata) {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final List<String> HISTORY =
      List.of(
          "current-snapshot-id",
          "snapshots",
          "refs",
          "snapshot-log",
          "metadata-log",
          "statistics",
          "partition-statistics");

  static ShippedTable of(Table state) {
    if (!(state instanceof HasTableOperations withOperations)) {
      throw new IllegalArgumentException("Not a table with metadata: " + state);
    }
    try {
      String whole = TableMetadataParser.toJson(withOperations.operations().current());
      ObjectNode json = (ObjectNode) JSON.readTree(whole);
      json.remove(HISTORY);
      ObjectNode properties = json.putObject("properties");
      String names = state.properties().get(TableProperties.DEFAULT_NAME_MAPPING);
      if (names != null) {
        properties.put(TableProperties.DEFAULT_NAME_MAPPING, names);
      }
      return fromBytes(JSON.writeValueAsBytes(json));
    } catch (IOException e) {
      throw new IllegalStateException("Iceberg's own metadata is JSON", e);
    }
  }

  static ShippedTable fromBytes(byte[] json) {
    return new ShippedTable(TableMetadataParser.fromJson(new String(json, StandardCharsets.UTF_8)));
  }

  byte[] toBytes() {
    return TableMetadataParser.toJson(metadata).getBytes(StandardCharsets.UTF_8);
  }

  Table table(String name, FileIO io) {
    return new BaseTable(new StaticTableOperations(metadata, io), name);
  }
}
