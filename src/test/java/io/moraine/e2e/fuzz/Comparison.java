/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.e2e.fuzz;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * When two outcomes are the same.
 *
 * <ul>
 *   <li>Rows are bags, or lists under ORDER BY, which always names all columns.
 *   <li>Values are the same to the last bit and digit; where equal values are merged or chosen
 *       from, as by GROUP BY, MIN or LIMIT, −0.0 and 0.0 may stand for each other.
 *   <li>Queries are made such that whether they fail does not depend on the order in which
 *       operators are evaluated: most cannot fail; the others compute one expression that can, for
 *       all rows of one table. So an error of one side alone is always a difference, and errors of
 *       both must have the same SQLSTATE, up to the states that PostgreSQL names differently.
 * </ul>
 */
final class Comparison {
  private static final Set<String> MERGING =
      Stream.of(
              "DISTINCT",
              "GROUP BY",
              "ROLLUP",
              "CUBE",
              "GROUPING SETS",
              "UNION",
              "INTERSECT",
              "EXCEPT",
              "INTERSECT ALL",
              "EXCEPT ALL",
              "MIN",
              "MAX",
              "MIN OVER",
              "MAX OVER")
          .collect(Collectors.toSet());

  private static final Set<String> DIVISION = Set.of("22012", "22003");

  private Comparison() {}

  /** How two outcomes differ, or an empty text. */
  static String difference(Node query, Outcome ours, Outcome theirs) {
    if (ours.failed() || theirs.failed()) {
      if (ours.failed() && theirs.failed()) {
        return sameError(query, ours.sqlState(), state(theirs.sqlState()))
            ? ""
            : "errors " + ours.sqlState() + " and " + theirs.sqlState();
      }
      return ours.failed() ? "error " + ours.sqlState() : "no error " + theirs.sqlState();
    }
    return same(query, ours, theirs) ? "" : "rows";
  }

  private static boolean same(Node query, Outcome ours, Outcome theirs) {
    List<Type> types = query.columns();
    Outcome a = ours.withoutSignedZeros(types);
    Outcome b = theirs.withoutSignedZeros(types);
    boolean merges =
        MERGING.stream().anyMatch(query::has) || query.has("LIMIT") || query.has("LIMIT OFFSET");
    // Rows that differ in the sign of a zero alone have no order.
    boolean sameOrder = !query.has("ORDER BY") || a.equals(b);
    return sameOrder
        && (merges ? a.sorted().equals(b.sorted()) : ours.sorted().equals(theirs.sorted()));
  }

  /** A division can fail in two ways, in different rows of which either may come first. */
  private static boolean sameError(Node query, String ours, String theirs) {
    boolean divides = query.has(Risks.MARK + "/") || query.has(Risks.MARK + "MOD");
    return ours.equals(theirs) || divides && DIVISION.contains(ours) && DIVISION.contains(theirs);
  }

  private static String state(String theirs) {
    return switch (theirs) {
      case "22P02" -> "22018";
      case "22008" -> "22007";
      default -> theirs;
    };
  }
}
