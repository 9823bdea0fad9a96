/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.e2e.fuzz;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What a query gave: rows of exact texts, or an error.
 *
 * @param sqlState the error's SQLSTATE, empty for rows
 * @param message the error's message, empty for rows
 */
record Outcome(List<List<@Nullable String>> rows, String sqlState, String message) {
  private static final int SHOWN_ROWS = 40;

  static Outcome of(ResultSet result, List<Type> types, boolean remote) throws SQLException {
    int columns = result.getMetaData().getColumnCount();
    if (columns != types.size()) {
      return new Outcome(List.of(), "", "has " + columns + " columns instead of " + types.size());
    }
    List<List<@Nullable String>> rows = new ArrayList<>();
    while (result.next()) {
      List<@Nullable String> row = new ArrayList<>();
      for (int i = 0; i < columns; i++) {
        row.add(Cell.read(types.get(i), result, i + 1, remote));
      }
      rows.add(row);
    }
    return new Outcome(rows, "", "");
  }

  static Outcome of(SQLException error) {
    String message = Objects.toString(error.getMessage(), "");
    return new Outcome(List.of(), Objects.toString(error.getSQLState(), "?????"), message);
  }

  boolean failed() {
    return !sqlState.isEmpty();
  }

  /** The same rows, sorted, so that bags can be compared. */
  Outcome sorted() {
    List<List<@Nullable String>> sorted =
        rows.stream().sorted(Comparator.comparing(List::toString)).toList();
    return new Outcome(sorted, sqlState, message);
  }

  /** The same where −0.0 is 0.0, because either can stand for both. */
  Outcome withoutSignedZeros(List<Type> types) {
    List<List<@Nullable String>> changed = new ArrayList<>();
    for (List<@Nullable String> row : rows) {
      List<@Nullable String> other = new ArrayList<>(row);
      for (int i = 0; i < other.size(); i++) {
        if (types.get(i).kind().isFloating() && "-0.0".equals(other.get(i))) {
          other.set(i, "0.0");
        }
      }
      changed.add(other);
    }
    return new Outcome(changed, sqlState, message);
  }

  String show() {
    if (failed()) {
      return "  " + sqlState + ": " + message + "\n";
    }
    StringBuilder text = new StringBuilder();
    if (!message.isEmpty()) {
      text.append("  ").append(message).append('\n');
    }
    for (List<@Nullable String> row : rows.subList(0, Math.min(rows.size(), SHOWN_ROWS))) {
      text.append("  ").append(row).append('\n');
    }
    return text.append("  (").append(rows.size()).append(" rows)\n").toString();
  }
}
