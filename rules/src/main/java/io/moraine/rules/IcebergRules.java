/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.rules;

import java.util.List;
import org.apache.calcite.plan.RelOptRule;

/** The rules that refine a scan, in the order in which a Hep program applies them. */
public final class IcebergRules {
  /** Conjuncts of a filter prune files. */
  public static final RelOptRule FILTER_INTO_SCAN = FilterIntoScan.CONFIG.toRule();

  /** A limit stops planning. */
  public static final RelOptRule LIMIT_INTO_SCAN = LimitIntoScan.CONFIG.toRule();

  /** The first rows in an order prune files. */
  public static final RelOptRule TOP_N_INTO_SCAN = TopNIntoScan.CONFIG.toRule();

  /** COUNT, MIN and MAX may come from metadata. */
  public static final RelOptRule AGGREGATE_INTO_SCAN = AggregateIntoScan.CONFIG.toRule();

  private IcebergRules() {}

  /** All of them. */
  public static List<RelOptRule> all() {
    return List.of(FILTER_INTO_SCAN, LIMIT_INTO_SCAN, TOP_N_INTO_SCAN, AGGREGATE_INTO_SCAN);
  }
}
