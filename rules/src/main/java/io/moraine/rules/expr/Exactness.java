/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.rules.expr;

/** How an Iceberg expression relates to the SQL predicate it stands for; best first. */
public enum Exactness {
  /** True for exactly the rows for which the predicate is true. */
  EXACT,
  /** True for those rows and maybe others: good for pruning, but every row must be checked. */
  INEXACT,
  /** Nothing could be said; the expression is {@code alwaysTrue}. */
  UNSUPPORTED
}
