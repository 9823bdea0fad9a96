/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.e2e.fuzz;

import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * What an expression can name.
 *
 * @param columns the columns of FROM
 * @param keys the columns that together tell the rows of FROM apart
 * @param outer the scope around a sub-query, else null
 */
record Scope(List<Node> columns, List<Node> keys, @Nullable Scope outer) {
  static final Scope EMPTY = new Scope(List.of(), List.of(), null);

  /** A column of a kind, rarely one of an outer query; null where there is none. */
  @Nullable Node any(Type.Kind kind, Random random) {
    if (outer != null && random.nextInt(4) == 0) {
      Node found = outer.any(kind, random);
      if (found != null) {
        return found;
      }
    }
    List<Node> found = columns.stream().filter(column -> column.kind() == kind).toList();
    return found.isEmpty() ? null : found.get(random.nextInt(found.size()));
  }

  /** A column of just this type; null where there is none. */
  @Nullable Node exactly(Type type, Random random) {
    List<Node> found = columns.stream().filter(column -> type.equals(column.type())).toList();
    return found.isEmpty() ? null : found.get(random.nextInt(found.size()));
  }

  Scope inside() {
    return new Scope(List.of(), List.of(), this);
  }
}
