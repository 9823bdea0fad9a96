/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.read;

import io.moraine.rules.type.TypeMapping;
import java.util.HashMap;
import java.util.Map;
import org.apache.iceberg.FileFormat;
import org.apache.iceberg.FileScanTask;
import org.apache.iceberg.Schema;
import org.apache.iceberg.data.IdentityPartitionConverters;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.expressions.Expression;
import org.apache.iceberg.formats.FormatModelRegistry;
import org.apache.iceberg.formats.ReadBuilder;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.io.FileIO;
import org.apache.iceberg.mapping.NameMapping;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.util.DateTimeUtil;
import org.apache.iceberg.util.PartitionUtil;
import org.jspecify.annotations.Nullable;

/** The records of one data file of any format. */
final class FileRecords {
  private FileRecords() {}

  /**
   * What the records of a part hold that is the same in all of them, by the ids of their fields.
   *
   * @param more what the metadata has no value for
   */
  static Map<Integer, @Nullable Object> constants(
      FileScanTask part, Map<Integer, @Nullable Object> more) {
    Map<Integer, @Nullable Object> constants =
        new HashMap<>(PartitionUtil.constantsMap(part, FileRecords::constant));
    constants.putAll(more);
    return constants;
  }

  /**
   * Opens a part.
   *
   * @param filter selects row groups of a Parquet file; records are not filtered
   */
  static CloseableIterable<Record> open(
      FileIO io,
      FileScanTask part,
      Schema schema,
      @Nullable NameMapping mapping,
      Map<Integer, @Nullable Object> constants,
      Expression filter) {
    if (part.file().format() == FileFormat.ORC) {
      return OrcRecords.open(io, part, schema, mapping, constants);
    }
    ReadBuilder<Record, ?> reader =
        FormatModelRegistry.readBuilder(
            part.file().format(), Record.class, io.newInputFile(part.file()));
    reader.project(schema).idToConstant(constants).split(part.start(), part.length());
    if (part.file().format() == FileFormat.PARQUET) {
      reader.filter(filter);
    }
    if (mapping != null) {
      reader.withNameMapping(mapping);
    }
    CloseableIterable<Record> records = reader.build();
    return part.file().format() == FileFormat.AVRO
        ? new CountedRecords(records, part.file().recordCount())
        : records;
  }

  /**
   * A value of the metadata as generic records have it; the library's own conversion leaves
   * nanoseconds as numbers.
   */
  static @Nullable Object constant(Type type, @Nullable Object value) {
    if (type.typeId() != Type.TypeID.TIMESTAMP_NANO || value == null) {
      return IdentityPartitionConverters.convertConstant(type, value);
    }
    return TypeMapping.isInstant(type)
        ? DateTimeUtil.timestamptzFromNanos((Long) value)
        : DateTimeUtil.timestampFromNanos((Long) value);
  }
}
