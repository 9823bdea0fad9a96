/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.plan;

import io.moraine.rules.ScanSpec;
import io.moraine.rules.TopN;
import io.moraine.rules.expr.ParameterValues;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import org.apache.calcite.rex.RexDynamicParam;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexVisitorImpl;
import org.apache.iceberg.HasTableOperations;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableMetadata;
import org.jspecify.annotations.Nullable;

/**
 * All that the files of a scan follow from. Metadata files never change; the table's UUID and time
 * tell apart the tables of catalogs that number them and drop a table to make it anew.
 *
 * @param parameters the values of the parameters in the filter, by their numbers
 */
record ScanKey(
    String metadataLocation,
    @Nullable String tableUuid,
    long updatedMillis,
    long snapshotId,
    int schemaId,
    List<RexNode> filter,
    Map<Integer, List<@Nullable Object>> parameters,
    ZoneId zone,
    OptionalLong limit,
    Optional<TopN> topN,
    boolean columnStats) {

  /** The key of a scan of a table's current snapshot; empty where the table's state has no name. */
  static Optional<ScanKey> of(
      Table table,
      Snapshot snapshot,
      ScanSpec spec,
      boolean columnStats,
      ParameterValues parameters,
      ZoneId zone) {
    if (!(table instanceof HasTableOperations withOperations)) {
      return Optional.empty();
    }
    TableMetadata metadata = withOperations.operations().current();
    String location = metadata.metadataFileLocation();
    return location == null
        ? Optional.empty()
        : Optional.of(
            new ScanKey(
                location,
                metadata.uuid(),
                metadata.lastUpdatedMillis(),
                snapshot.snapshotId(),
                table.schema().schemaId(),
                spec.filter(),
                values(spec.filter(), parameters),
                zone,
                spec.limit(),
                spec.topN(),
                columnStats || spec.topN().isPresent()));
  }

  /** The same with the metrics of columns, which serves as well. */
  ScanKey withColumnStats() {
    return new ScanKey(
        metadataLocation,
        tableUuid,
        updatedMillis,
        snapshotId,
        schemaId,
        filter,
        parameters,
        zone,
        limit,
        topN,
        true);
  }

  private static Map<Integer, List<@Nullable Object>> values(
      List<RexNode> filter, ParameterValues parameters) {
    Map<Integer, List<@Nullable Object>> values = new TreeMap<>();
    for (RexNode conjunct : filter) {
      conjunct.accept(
          new RexVisitorImpl<Void>(true) {
            @Override
            public Void visitDynamicParam(RexDynamicParam parameter) {
              values.put(parameter.getIndex(), value(parameters, parameter.getIndex()));
              return null;
            }
          });
    }
    return values;
  }

  private static List<@Nullable Object> value(ParameterValues parameters, int index) {
    if (!parameters.isBound(index)) {
      return List.of();
    }
    Object value = parameters.value(index);
    List<@Nullable Object> bytes = new ArrayList<>();
    if (value instanceof byte[] array) {
      for (byte b : array) {
        bytes.add(b);
      }
      return bytes;
    }
    return Arrays.asList(value == null ? null : value.getClass(), value);
  }
}
