/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;
import org.junit.jupiter.api.Test;

/** When the engine may find columns by their names alone. */
final class PlainNamesTest {
  private static final FileColumn ID = new FileColumn("id", 1, "BIGINT");
  private static final FileColumn PRICE = new FileColumn("price", 2, "DECIMAL(12,2)");
  private static final ColumnSource ID_SOURCE = source("1", Types.LongType.get());
  private static final ColumnSource PRICE_SOURCE = source("2", Types.DecimalType.of(12, 2));
  private static final List<ColumnSource> BOTH = List.of(ID_SOURCE, PRICE_SOURCE);

  @Test
  void filesAsTheTableWantsThem() {
    assertThat(names(BOTH, List.of(ID, PRICE), List.of(ID, PRICE)))
        .contains(List.of("id", "price"));
  }

  @Test
  void timesOfOneKind() {
    FileColumn at = new FileColumn("at", 3, "TIMESTAMP WITH TIME ZONE");
    ColumnSource source = source("3", Types.TimestampType.withZone());
    assertThat(names(List.of(source), List.of(at))).contains(List.of("at"));
  }

  @Test
  void aColumnOfNoFileNeedsNoName() {
    assertThat(names(List.of(ID_SOURCE, new ColumnSource.Absent()), List.of(ID)))
        .contains(List.of("id", ""));
  }

  @Test
  void aColumnWithoutId() {
    FileColumn id = new FileColumn("id", null, "BIGINT");
    ColumnSource source = source("'id'", Types.LongType.get());
    assertThat(names(List.of(source), List.of(id))).contains(List.of("id"));
  }

  @Test
  void notAPromotedColumn() {
    FileColumn narrow = new FileColumn("id", 1, "INTEGER");
    assertThat(names(List.of(ID_SOURCE), List.of(narrow))).isEmpty();
  }

  @Test
  void notFilesThatNameAColumnOtherwise() {
    FileColumn renamed = new FileColumn("number", 1, "BIGINT");
    assertThat(names(List.of(ID_SOURCE), List.of(ID), List.of(renamed))).isEmpty();
  }

  @Test
  void notNamesThatDifferInCaseAlone() {
    FileColumn other = new FileColumn("ID", 7, "BIGINT");
    assertThat(names(List.of(ID_SOURCE), List.of(ID, other))).isEmpty();
  }

  @Test
  void notBesideWhatTheEngineMayNotRead() {
    FileColumn odd = FileColumn.nested("tags", 7, FileColumn.Shape.ODD, List.of());
    assertThat(names(List.of(ID_SOURCE), List.of(ID, odd))).isEmpty();
  }

  @Test
  void nestedColumnsAsTheTableWantsThem() {
    FileColumn tags = FileColumn.nested("tags", 7, FileColumn.Shape.LIST, List.of(PRICE));
    Type list = Types.ListType.ofOptional(2, Types.DecimalType.of(12, 2));
    assertThat(names(List.of(source("7", list)), List.of(ID, tags))).contains(List.of("tags"));
    Type wider = Types.ListType.ofOptional(2, Types.DecimalType.of(14, 2));
    assertThat(names(List.of(source("7", wider)), List.of(ID, tags))).isEmpty();
  }

  @Test
  void notBesideAValueOfThePartition() {
    assertThat(names(List.of(ID_SOURCE, new ColumnSource.FromPartition()), List.of(ID))).isEmpty();
  }

  private static ColumnSource source(String key, Type type) {
    return new ColumnSource.InFile(key, DuckTypes.of(type), "%s");
  }

  private static Optional<List<String>> names(List<ColumnSource> sources, List<FileColumn> file) {
    return PlainNames.of(sources, List.of(file), false);
  }

  private static Optional<List<String>> names(
      List<ColumnSource> sources, List<FileColumn> first, List<FileColumn> second) {
    return PlainNames.of(sources, List.of(first, second), false);
  }
}
