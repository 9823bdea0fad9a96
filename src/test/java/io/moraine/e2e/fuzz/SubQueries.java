/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.e2e.fuzz;

import org.jspecify.annotations.Nullable;

/** Where expressions get their sub-queries from. */
interface SubQueries {
  /** A query of one column of a type, without parentheses; null where none can be made. */
  @Nullable Node column(Type type, Scope outer, int depth);

  /** A sub-query of one value, in parentheses; null where none can be made. */
  @Nullable Node scalar(Type type, Scope outer, int depth);

  /** A query for EXISTS, without parentheses; null where none can be made. */
  @Nullable Node rows(Scope outer, int depth);

  /** No sub-query at all. */
  SubQueries NONE =
      new SubQueries() {
        @Override
        public @Nullable Node column(Type type, Scope outer, int depth) {
          return null;
        }

        @Override
        public @Nullable Node scalar(Type type, Scope outer, int depth) {
          return null;
        }

        @Override
        public @Nullable Node rows(Scope outer, int depth) {
          return null;
        }
      };
}
