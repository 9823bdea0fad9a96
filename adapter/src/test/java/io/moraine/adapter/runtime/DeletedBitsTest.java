/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.iceberg.deletes.Deletes;
import org.apache.iceberg.io.CloseableIterable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The engine finds just the rows that are not deleted, wherever pieces of bits begin and end. */
final class DeletedBitsTest {
  private static final long PIECE = 1 << 19;

  private Connection engine;

  @BeforeEach
  void open() throws Exception {
    engine = DriverManager.getConnection("jdbc:duckdb:");
  }

  @AfterEach
  void close() throws Exception {
    engine.close();
  }

  @Test
  void bordersOfPieces() throws Exception {
    for (long rows : new long[] {1, 9, PIECE - 1, PIECE, PIECE + 1, 2 * PIECE, 5 * PIECE - 3}) {
      TreeSet<Long> deleted = new TreeSet<>(List.of(0L, 7L, 8L, rows - 1, rows / 2));
      for (long border = PIECE; border <= rows; border += 2 * PIECE) {
        deleted.addAll(List.of(border - 1, border));
      }
      isExact(rows, deleted, "range(" + rows + ") r(file_row_number)");
    }
  }

  @Test
  void anyPositions() throws Exception {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    for (int round = 0; round < 5; round++) {
      long rows = 1 + random.nextInt((int) (4 * PIECE));
      TreeSet<Long> deleted = new TreeSet<>();
      long from = random.nextInt((int) rows);
      random.longs(1 + random.nextInt(5_000), from, rows + 100).forEach(deleted::add);
      assertThat(deleted).as("seed " + seed).isNotEmpty();
      isExact(rows, deleted, "range(" + rows + ") r(file_row_number)");
    }
  }

  @Test
  void longFilesHaveLongerPieces() throws Exception {
    long rows = Integer.MAX_VALUE;
    TreeSet<Long> deleted = new TreeSet<>();
    TreeSet<Long> asked = new TreeSet<>();
    for (long border = 0; border < rows; border += 1L << 27) {
      deleted.addAll(List.of(border, border + 5, border + (1 << 25)));
      for (long near = -2; near < 7; near++) {
        asked.addAll(List.of(Math.max(0, border + near), border + (1 << 25) + near));
      }
    }
    deleted.add(rows - 1);
    asked.addAll(List.of(rows - 2, rows - 1));
    String values = asked.stream().map(p -> "(" + p + "::BIGINT)").collect(Collectors.joining(","));
    isExact(rows, deleted, "(VALUES " + values + ") r(file_row_number)");
    assertThat(bits(rows, deleted).pieces()).hasSizeLessThanOrEqualTo(64);
  }

  @Test
  void positionsThatAreNotThere() {
    DeletedBits bits = bits(10, new TreeSet<>(List.of(10L, 11L, PIECE)));
    assertThat(bits.numbers().isEmpty()).isTrue();
    assertThat(DeletedBits.areClear("d", bits.numbers(), 10)).isEqualTo("TRUE");
  }

  private static DeletedBits bits(long rows, TreeSet<Long> deleted) {
    return DeletedBits.of(Deletes.toPositionIndex(CloseableIterable.withNoopClose(deleted)), rows);
  }

  private void isExact(long rows, TreeSet<Long> deleted, String source) throws SQLException {
    DeletedBits bits = bits(rows, deleted);
    for (Map.Entry<Integer, byte[]> piece : bits.pieces().entrySet()) {
      String variable = DeletedBits.variable("d", piece.getKey());
      try (PreparedStatement set =
          engine.prepareStatement(
              "SET VARIABLE " + variable + " = (SELECT b::BIT FROM (SELECT ?::BLOB AS b))")) {
        set.setBytes(1, piece.getValue());
        set.execute();
      }
    }
    String clear = DeletedBits.areClear("d", bits.numbers(), rows);
    List<Long> missing = new ArrayList<>();
    try (Statement statement = engine.createStatement();
        ResultSet found =
            statement.executeQuery(
                "FROM " + source + " WHERE NOT (" + clear + ") ORDER BY file_row_number")) {
      while (found.next()) {
        missing.add(found.getLong(1));
      }
    }
    List<Long> expected = deleted.stream().filter(position -> position < rows).toList();
    assertThat(missing).as("of " + rows + " rows").isEqualTo(expected);
  }
}
