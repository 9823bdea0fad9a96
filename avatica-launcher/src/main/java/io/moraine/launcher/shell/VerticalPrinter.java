/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.launcher.shell;

import java.io.PrintWriter;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One column a line, for rows that are wider than the screen. */
final class VerticalPrinter implements RowPrinter {
  private final PrintWriter out;
  private List<Column> columns = List.of();
  private int width;
  private long count;

  VerticalPrinter(PrintWriter out) {
    this.out = out;
  }

  @Override
  public void begin(List<Column> header) {
    columns = header;
    width = header.stream().mapToInt(c -> c.name().length()).max().orElse(0);
  }

  @Override
  public void row(List<@Nullable String> values) {
    count++;
    out.println("-- row " + count);
    for (int i = 0; i < columns.size(); i++) {
      String name = columns.get(i).name();
      String value = values.get(i) == null ? "NULL" : values.get(i);
      out.println(name + " ".repeat(width - name.length()) + " | " + value);
    }
  }

  @Override
  public void end() {
    out.println(count == 1 ? "(1 row)" : "(" + count + " rows)");
  }
}
