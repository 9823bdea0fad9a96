/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Each row of the tables of docs/semantics.md is true here, and in PostgreSQL where it says so. */
final class SemanticsDocumentTest {
  private static final Path DOCUMENT = SharedTables.root().resolve("docs/semantics.md");
  private static final String HEADER = "| function | types | expression | result | PostgreSQL |";
  private static final Pattern CELLS = Pattern.compile("(?<!\\\\)\\|");
  private static final Pattern NUMBER = Pattern.compile("[-+]?\\d+(\\.\\d+)?([eE][-+]?\\d+)?");

  @TempDir private Path folder;

  /** One row: what is said of an expression. */
  private record Row(String expression, String result, String postgres) {
    static Row of(String line) {
      String[] cells = CELLS.split(line);
      assertThat(cells).as(line).hasSize(6);
      return new Row(cell(cells[3]), cell(cells[4]), cells[5].strip().replace("\\|", "|"));
    }

    private static String cell(String text) {
      String cell = text.strip().replace("\\|", "|");
      return cell.startsWith("`") ? cell.substring(1, cell.length() - 1) : cell;
    }

    /** What PostgreSQL is asked; empty where the row says why it is not. */
    String asked() {
      if (postgres.equals("same")) {
        return expression;
      }
      return postgres.startsWith("`") ? postgres.substring(1, postgres.length() - 1) : "";
    }
  }

  private static List<Row> rows() throws IOException {
    List<Row> rows = new ArrayList<>();
    boolean table = false;
    for (String line : Files.readAllLines(DOCUMENT)) {
      table = line.equals(HEADER) || table && line.startsWith("|");
      if (table && !line.equals(HEADER) && !line.startsWith("|---")) {
        rows.add(Row.of(line));
      }
    }
    assertThat(rows).hasSizeGreaterThan(250);
    return rows;
  }

  @Test
  void everyRowIsTrue() throws Exception {
    List<String> wrong = new ArrayList<>();
    try (Connection connection = DriverManager.getConnection("jdbc:moraine:warehouse=" + folder)) {
      for (Row row : rows()) {
        String found = SemanticsPostgres.value(connection, row.expression());
        if (!found.equals(row.result())) {
          wrong.add(row.expression() + "\n  said:  " + row.result() + "\n  found: " + found);
        }
      }
    }
    assertThat(wrong).isEmpty();
  }

  @Test
  void postgresAgreesWhereTheRowSaysSo() throws Exception {
    List<String> wrong = new ArrayList<>();
    try (SemanticsPostgres postgres = new SemanticsPostgres()) {
      for (Row row : rows()) {
        if (row.asked().isEmpty()) {
          assertThat(row.postgres()).as("the reason of %s", row).isNotEmpty();
          continue;
        }
        String found = postgres.value(row.asked());
        if (!same(found, row.result())) {
          wrong.add(row.asked() + "\n  said:       " + row.result() + "\n  PostgreSQL: " + found);
        }
      }
    }
    assertThat(wrong).isEmpty();
  }

  /** Numbers are compared by value; the two write booleans and bytes in other ways. */
  private static boolean same(String postgres, String ours) {
    if (NUMBER.matcher(postgres).matches() && NUMBER.matcher(ours).matches()) {
      return new BigDecimal(postgres).compareTo(new BigDecimal(ours)) == 0;
    }
    String text = postgres.startsWith("\\x") ? postgres.substring(2) : postgres;
    boolean bool = ours.equals("true") || ours.equals("false");
    return (bool ? ours.substring(0, 1).toLowerCase(Locale.ROOT) : ours).equals(text)
        || ours.equals(text);
  }
}
