/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.launcher.shell;

import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Writes one result, row by row. Not to be used for a second result. */
public interface RowPrinter {
  /** Starts the result. */
  void begin(List<Column> columns);

  /** One row; a null stands for SQL's NULL. */
  void row(List<@Nullable String> values);

  /** Ends the result. */
  void end();

  /**
   * A column of a result.
   *
   * @param name its label
   * @param kind how its values are shown
   */
  record Column(String name, Kind kind) {}

  /** How values are shown. */
  enum Kind {
    /** Aligned to the right; a bare number in JSON. */
    NUMBER,
    /** A bare {@code true} or {@code false} in JSON. */
    BOOLEAN,
    /** Hexadecimal digits. */
    BINARY,
    /** Everything else. */
    TEXT
  }

  /** The forms of output. */
  enum Format {
    /** Aligned columns. */
    TABLE,
    /** RFC 4180 with a header; NULL is an empty field, the empty text is quoted. */
    CSV,
    /**
     * Tabs between fields; NULL is {@code \\N}, and tabs, line ends and backslashes are escaped.
     */
    TSV,
    /** One array of objects a result. */
    JSON,
    /** One object a line. */
    JSONL,
    /** One column a line. */
    VERTICAL;

    /** Whether people read it, so that counts of rows belong into it. */
    public boolean forPeople() {
      return this == TABLE || this == VERTICAL;
    }

    /** The name as one writes it on the command line. */
    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }

    /** A printer for one result. */
    public RowPrinter printer(PrintWriter out) {
      return switch (this) {
        case TABLE -> new TablePrinter(out);
        case CSV -> new CsvPrinter(out);
        case TSV -> new TsvPrinter(out);
        case JSON -> new JsonPrinter(out, false);
        case JSONL -> new JsonPrinter(out, true);
        case VERTICAL -> new VerticalPrinter(out);
      };
    }
  }
}
