/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.launcher.shell;

import java.io.PrintWriter;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Comma-separated values as RFC 4180 has them. */
final class CsvPrinter implements RowPrinter {
  private final PrintWriter out;

  CsvPrinter(PrintWriter out) {
    this.out = out;
  }

  @Override
  public void begin(List<Column> columns) {
    row(columns.stream().map(Column::name).toList());
  }

  @Override
  public void row(List<@Nullable String> values) {
    out.print(values.stream().map(CsvPrinter::field).collect(Collectors.joining(",")));
    out.print("\r\n");
  }

  @Override
  public void end() {
    // Nothing follows the rows.
  }

  private static String field(@Nullable String value) {
    if (value == null) {
      return "";
    }
    boolean plain =
        !value.isEmpty() && value.chars().noneMatch(c -> c == ',' || c == '"' || c < ' ');
    return plain ? value : '"' + value.replace("\"", "\"\"") + '"';
  }
}
