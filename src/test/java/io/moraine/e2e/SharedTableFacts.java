/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.e2e;

import io.moraine.rules.type.TypeMapping;
import java.io.IOException;
import java.util.EnumSet;
import java.util.Set;
import java.util.regex.Pattern;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.FileFormat;
import org.apache.iceberg.ManifestFile;
import org.apache.iceberg.ManifestFiles;
import org.apache.iceberg.ManifestReader;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.Table;
import org.apache.iceberg.types.Types;

/** Why a table can't be read yet, by Iceberg's own library. */
final class SharedTableFacts {
  /** A reason, and a pattern that the message of the refusal must hold, in lower case. */
  enum Reason {
    NOT_PARQUET("orc|avro"),
    DAMAGED_METADATA("metadata|manifest"),
    UNSUPPORTED_TYPE("variant|geometry|geography");

    private final Pattern pattern;

    Reason(String pattern) {
      this.pattern = Pattern.compile(pattern);
    }

    Pattern pattern() {
      return pattern;
    }
  }

  private SharedTableFacts() {}

  /** Every reason that applies; none when the table has to read equal. */
  static Set<Reason> reasons(Table table) throws IOException {
    Set<Reason> reasons = EnumSet.noneOf(Reason.class);
    for (Types.NestedField field : table.schema().columns()) {
      if (TypeMapping.refusal(field.type()).isPresent()) {
        reasons.add(Reason.UNSUPPORTED_TYPE);
      }
    }
    Snapshot snapshot = table.currentSnapshot();
    if (snapshot != null) {
      try {
        addReasonsOfFiles(table, snapshot, reasons);
      } catch (IllegalArgumentException e) {
        // Iceberg's own reader refuses the declaration of the manifest's maps, not its content:
        // the table has to read equal.
      }
    }
    return reasons;
  }

  private static void addReasonsOfFiles(Table table, Snapshot snapshot, Set<Reason> reasons)
      throws IOException {
    for (ManifestFile manifest : snapshot.dataManifests(table.io())) {
      try (ManifestReader<DataFile> files =
          ManifestFiles.read(manifest, table.io(), table.specs())) {
        for (DataFile file : files) {
          if (file.format() != FileFormat.PARQUET) {
            reasons.add(Reason.NOT_PARQUET);
          }
        }
      }
    }
  }
}
