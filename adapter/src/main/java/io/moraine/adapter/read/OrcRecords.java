/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.read;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.iceberg.FileScanTask;
import org.apache.iceberg.Schema;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.data.orc.GenericOrcReader;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.io.FileIO;
import org.apache.iceberg.mapping.NameMapping;
import org.apache.iceberg.orc.ORC;
import org.apache.iceberg.types.Types;
import org.apache.orc.TypeDescription;
import org.jspecify.annotations.Nullable;

/**
 * The records of one ORC file. Iceberg's reader refuses initial defaults of columns that the file
 * lacks, so they are handed to it as constants.
 */
final class OrcRecords {
  private OrcRecords() {}

  static CloseableIterable<Record> open(
      FileIO io,
      FileScanTask part,
      Schema schema,
      @Nullable NameMapping mapping,
      Map<Integer, ?> constants) {
    Schema read = new Schema(schema.columns().stream().map(OrcRecords::withoutDefault).toList());
    ORC.ReadBuilder reader =
        ORC.read(io.newInputFile(part.file()))
            .project(read)
            .split(part.start(), part.length())
            .createReaderFunc(
                file ->
                    GenericOrcReader.buildReader(
                        read, file, withDefaults(constants, schema.columns(), file)));
    if (mapping != null) {
      reader.withNameMapping(mapping);
    }
    return reader.build();
  }

  private static Types.NestedField withoutDefault(Types.NestedField column) {
    return column.initialDefault() == null
        ? column
        : Types.NestedField.optional(column.name())
            .withId(column.fieldId())
            .ofType(column.type())
            .build();
  }

  private static Map<Integer, ?> withDefaults(
      Map<Integer, ?> constants, List<Types.NestedField> columns, TypeDescription file) {
    Map<Integer, @Nullable Object> all = new HashMap<>(constants);
    for (Types.NestedField column : columns) {
      // So the library names a column that the file lacks.
      String missing = column.name() + "_r" + column.fieldId();
      if (column.initialDefault() != null && file.getFieldNames().contains(missing)) {
        all.putIfAbsent(
            column.fieldId(), FileRecords.constant(column.type(), column.initialDefault()));
      }
    }
    return all;
  }
}
