/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.e2e;

import io.moraine.adapter.catalog.AllowedRoots;
import io.moraine.adapter.catalog.LocalFileIO;
import io.moraine.adapter.plan.ShippedPlan;
import io.moraine.adapter.read.ShippedRows;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.types.Types;

/** A program that reads the plan in a file, and prints its rows; it knows of no catalog. */
final class ShippedPlanReader {
  private ShippedPlanReader() {}

  /** Takes the file of the plan, and the folder where data may lie. */
  public static void main(String[] arguments) throws Exception {
    PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    ShippedPlan plan = ShippedPlan.fromBytes(Files.readAllBytes(Path.of(arguments[0])));
    List<Types.NestedField> columns = plan.projection().columns();
    try (LocalFileIO io = new LocalFileIO();
        CloseableIterable<Record> rows =
            ShippedRows.of(plan, io, AllowedRoots.of(List.of(arguments[1])))) {
      for (Record row : rows) {
        StringBuilder line = new StringBuilder();
        for (int i = 0; i < columns.size(); i++) {
          line.append('|').append(ExactValue.ofIceberg(columns.get(i).type(), row.get(i)));
        }
        out.println(Probe.MARK + line);
      }
    }
  }
}
