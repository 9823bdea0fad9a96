/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.launcher.shell;

import java.io.PrintWriter;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Tab-separated values with the escapes that PostgreSQL's COPY reads. */
final class TsvPrinter implements RowPrinter {
  private final PrintWriter out;

  TsvPrinter(PrintWriter out) {
    this.out = out;
  }

  @Override
  public void begin(List<Column> columns) {
    row(columns.stream().map(Column::name).toList());
  }

  @Override
  public void row(List<@Nullable String> values) {
    out.print(values.stream().map(TsvPrinter::field).collect(Collectors.joining("\t")));
    out.print('\n');
  }

  @Override
  public void end() {
    // Nothing follows the rows.
  }

  private static String field(@Nullable String value) {
    return value == null
        ? "\\N"
        : value
            .replace("\\", "\\\\")
            .replace("\t", "\\t")
            .replace("\n", "\\n")
            .replace("\r", "\\r");
  }
}
