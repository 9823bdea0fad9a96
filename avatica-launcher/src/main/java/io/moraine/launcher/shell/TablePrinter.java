/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.launcher.shell;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Aligned columns. Widths come from the first {@value #SAMPLE} rows; a longer value after them
 * pushes its line out, and is never cut.
 */
final class TablePrinter implements RowPrinter {
  private static final int SAMPLE = 1_000;
  private static final String NULL = "NULL";

  private final PrintWriter out;
  private final List<List<String>> held = new ArrayList<>();
  private List<Column> columns = List.of();
  private int[] widths = {};
  private boolean streaming;
  private long count;

  TablePrinter(PrintWriter out) {
    this.out = out;
  }

  @Override
  public void begin(List<Column> header) {
    columns = header;
    widths = header.stream().mapToInt(c -> width(c.name())).toArray();
  }

  @Override
  public void row(List<@Nullable String> values) {
    count++;
    List<String> shown = values.stream().map(TablePrinter::show).toList();
    if (streaming) {
      line(shown);
      return;
    }
    held.add(shown);
    for (int i = 0; i < widths.length; i++) {
      widths[i] = Math.max(widths[i], width(shown.get(i)));
    }
    if (held.size() == SAMPLE) {
      release();
    }
  }

  @Override
  public void end() {
    if (!streaming) {
      release();
    }
    out.println(count == 1 ? "(1 row)" : "(" + count + " rows)");
  }

  private void release() {
    streaming = true;
    StringBuilder names = new StringBuilder();
    StringBuilder rule = new StringBuilder();
    for (int i = 0; i < widths.length; i++) {
      pad(names.append(i == 0 ? " " : " | "), columns.get(i).name(), widths[i], false);
      rule.append(i == 0 ? "-" : "+-").append("-".repeat(widths[i] + 1));
    }
    out.println(names.toString().stripTrailing());
    out.println(rule);
    held.forEach(this::line);
    held.clear();
  }

  /** A value of several lines takes as many lines in its column. */
  private void line(List<String> values) {
    List<List<String>> cells = values.stream().map(value -> value.lines().toList()).toList();
    int height = cells.stream().mapToInt(List::size).max().orElse(1);
    for (int k = 0; k < Math.max(1, height); k++) {
      StringBuilder text = new StringBuilder();
      for (int i = 0; i < widths.length; i++) {
        boolean right = columns.get(i).kind() == Kind.NUMBER;
        String part = k < cells.get(i).size() ? cells.get(i).get(k) : "";
        pad(text.append(i == 0 ? " " : " | "), part, widths[i], right);
      }
      out.println(text.toString().stripTrailing());
    }
  }

  private static void pad(StringBuilder text, String value, int width, boolean right) {
    String space = " ".repeat(Math.max(0, width - width(value)));
    text.append(right ? space + value : value + space);
  }

  private static int width(String text) {
    return text.lines().mapToInt(line -> line.codePointCount(0, line.length())).max().orElse(0);
  }

  private static String show(@Nullable String value) {
    return value == null ? NULL : value.replace("\t", "\\t");
  }
}
