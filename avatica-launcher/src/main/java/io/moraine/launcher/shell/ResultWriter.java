/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.launcher.shell;

import java.io.PrintWriter;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Types;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Writes a JDBC result through a printer, without holding it in memory. */
public final class ResultWriter {
  private static final int FLUSH_ROWS = 1_000;

  private final PrintWriter out;
  private final RowPrinter.Format format;

  /** Writes results to {@code out} in {@code format}. */
  public ResultWriter(PrintWriter out, RowPrinter.Format format) {
    this.out = out;
    this.format = format;
  }

  /**
   * Writes all rows.
   *
   * @return their number
   */
  public long write(ResultSet result) throws SQLException {
    return write(result, Integer.MAX_VALUE);
  }

  /**
   * Writes the first columns of all rows.
   *
   * @return the number of rows
   */
  public long write(ResultSet result, int maxColumns) throws SQLException {
    List<RowPrinter.Column> all = columns(result.getMetaData());
    List<RowPrinter.Column> columns = all.subList(0, Math.min(maxColumns, all.size()));
    RowPrinter printer = format.printer(out);
    printer.begin(columns);
    long count = 0;
    while (result.next()) {
      List<@Nullable String> values = new ArrayList<>(columns.size());
      for (int i = 1; i <= columns.size(); i++) {
        values.add(value(result, i, columns.get(i - 1).kind()));
      }
      printer.row(values);
      count++;
      if (count % FLUSH_ROWS == 0 && out.checkError()) {
        throw new SQLException("Nobody reads the output any more", "58030");
      }
    }
    printer.end();
    out.flush();
    return count;
  }

  /** Drivers disagree on the text of binary values; here it is always hexadecimal. */
  private static @Nullable String value(ResultSet result, int column, RowPrinter.Kind kind)
      throws SQLException {
    if (kind != RowPrinter.Kind.BINARY) {
      return result.getString(column);
    }
    byte[] bytes = result.getBytes(column);
    return bytes == null ? null : HexFormat.of().formatHex(bytes);
  }

  private static List<RowPrinter.Column> columns(ResultSetMetaData metaData) throws SQLException {
    List<RowPrinter.Column> columns = new ArrayList<>();
    for (int i = 1; i <= metaData.getColumnCount(); i++) {
      columns.add(
          new RowPrinter.Column(metaData.getColumnLabel(i), kind(metaData.getColumnType(i))));
    }
    return columns;
  }

  private static RowPrinter.Kind kind(int type) {
    return switch (type) {
      case Types.TINYINT,
          Types.SMALLINT,
          Types.INTEGER,
          Types.BIGINT,
          Types.REAL,
          Types.FLOAT,
          Types.DOUBLE,
          Types.DECIMAL,
          Types.NUMERIC ->
          RowPrinter.Kind.NUMBER;
      case Types.BOOLEAN, Types.BIT -> RowPrinter.Kind.BOOLEAN;
      case Types.BINARY, Types.VARBINARY, Types.LONGVARBINARY, Types.BLOB -> RowPrinter.Kind.BINARY;
      default -> RowPrinter.Kind.TEXT;
    };
  }
}
