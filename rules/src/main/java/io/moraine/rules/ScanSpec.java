/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.rules;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import org.apache.calcite.rex.RexNode;

/**
 * All that was pushed into a scan. Rules refine it with the verbs below and replace the scan.
 *
 * @param columns positions of the columns to return, in order, among the table's columns
 * @param filter conjuncts that only prune, over input references to the table's columns; whoever
 *     put them here keeps the filter above the scan
 * @param limit no more than this many rows are needed, any of them
 * @param topN no more than the first rows in this order are needed
 */
public record ScanSpec(
    List<Integer> columns, List<RexNode> filter, OptionalLong limit, Optional<TopN> topN) {
  /** Copies the lists. */
  public ScanSpec {
    columns = List.copyOf(columns);
    filter = List.copyOf(filter);
  }

  /** Every column, every row. */
  public static ScanSpec all(int columnCount) {
    return new ScanSpec(
        IntStream.range(0, columnCount).boxed().toList(),
        List.of(),
        OptionalLong.empty(),
        Optional.empty());
  }

  /** Of the columns returned so far, only those at {@code positions}, in that order. */
  public ScanSpec project(List<Integer> positions) {
    return new ScanSpec(positions.stream().map(columns::get).toList(), filter, limit, topN);
  }

  /** Files without a row that satisfies all of {@code conjuncts} may be skipped. */
  public ScanSpec prune(List<RexNode> conjuncts) {
    return new ScanSpec(columns, conjuncts, limit, topN);
  }

  /** Planning may stop when it has files with {@code rows} rows. */
  public ScanSpec limit(long rows) {
    return new ScanSpec(columns, filter, OptionalLong.of(rows), topN);
  }

  /** Files without a row of the first ones may be skipped. */
  public ScanSpec top(TopN first) {
    return new ScanSpec(columns, filter, limit, Optional.of(first));
  }

  /** Whether some of the rows that satisfy the filter are left out. */
  public boolean isLimited() {
    return limit.isPresent() || topN.isPresent();
  }
}
