/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.launcher.demo;

import java.util.List;

/**
 * One statement of the tour.
 *
 * @param title what it shows
 * @param sql the statement
 */
record TourStep(String title, String sql) {
  private static final String RECENT =
      """
      SELECT COUNT(*) AS orders, SUM(o_totalprice) AS total
      FROM lake.tpch.orders
      WHERE o_orderdate >= DATE '1998-01-01'""";

  /** The statements in their order. */
  static List<TourStep> all() {
    return List.of(
        new TourStep("A filter on a table that is partitioned by year", RECENT),
        new TourStep("What of it was planned, and what was skipped", "EXPLAIN PLAN FOR\n" + RECENT),
        new TourStep(
            "A join",
            """
            SELECT r.r_name AS region, COUNT(*) AS customers, AVG(c.c_acctbal) AS balance
            FROM lake.tpch.customer AS c
            JOIN lake.tpch.nation AS n ON c.c_nationkey = n.n_nationkey
            JOIN lake.tpch.region AS r ON n.n_regionkey = r.r_regionkey
            GROUP BY r.r_name
            ORDER BY r.r_name"""),
        new TourStep(
            "TPC-H query 1, the pricing summary",
            """
            SELECT l_returnflag, l_linestatus, SUM(l_quantity) AS sum_qty,
                   SUM(l_extendedprice) AS sum_base_price,
                   SUM(l_extendedprice * (1 - l_discount)) AS sum_disc_price,
                   AVG(l_discount) AS avg_disc, COUNT(*) AS count_order
            FROM lake.tpch.lineitem
            WHERE l_shipdate <= DATE '1998-12-01' - INTERVAL '90' DAY
            GROUP BY l_returnflag, l_linestatus
            ORDER BY l_returnflag, l_linestatus"""),
        new TourStep(
            "TPC-H query 3, the unshipped orders of most value",
            """
            SELECT l_orderkey, SUM(l_extendedprice * (1 - l_discount)) AS revenue,
                   o_orderdate, o_shippriority
            FROM lake.tpch.customer, lake.tpch.orders, lake.tpch.lineitem
            WHERE c_mktsegment = 'BUILDING' AND c_custkey = o_custkey
              AND l_orderkey = o_orderkey
              AND o_orderdate < DATE '1995-03-15' AND l_shipdate > DATE '1995-03-15'
            GROUP BY l_orderkey, o_orderdate, o_shippriority
            ORDER BY revenue DESC, o_orderdate
            FETCH FIRST 10 ROWS ONLY"""),
        new TourStep(
            "An INSERT: one statement, one commit",
            """
            INSERT INTO lake.tpch.orders
            VALUES (900000001, 1, 'O', 1234.56, DATE '1999-07-01', '1-URGENT',
                    'Clerk#000000001', 0, 'written by the demo')"""),
        new TourStep(
            "The next statement sees it",
            """
            SELECT o_orderkey, o_totalprice, o_orderdate, o_comment
            FROM lake.tpch.orders
            WHERE o_orderdate >= DATE '1999-01-01'"""),
        new TourStep(
            "The table's snapshots",
            """
            SELECT committed_at, snapshot_id, operation
            FROM lake.tpch.orders$snapshots
            ORDER BY committed_at"""));
  }
}
