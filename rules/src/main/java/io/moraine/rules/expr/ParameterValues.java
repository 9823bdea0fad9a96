/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.rules.expr;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The values of a statement's parameters, as the application set them through JDBC. */
public interface ParameterValues {
  /** No parameter has a value yet, as when a prepared statement is explained. */
  ParameterValues UNBOUND =
      new ParameterValues() {
        @Override
        public boolean isBound(int index) {
          return false;
        }

        @Override
        public @Nullable Object value(int index) {
          throw new IllegalStateException("Parameter " + (index + 1) + " has no value");
        }
      };

  /** Whether the parameter has a value; SQL NULL is a value. The index starts at 0. */
  boolean isBound(int index);

  /**
   * The raw JDBC object of a bound parameter, null for SQL NULL. The index starts at 0.
   *
   * @throws IllegalStateException if the parameter is not bound
   */
  @Nullable Object value(int index);

  /** Values by position, all of them bound. */
  static ParameterValues of(List<? extends @Nullable Object> values) {
    List<@Nullable Object> copy = Collections.unmodifiableList(new ArrayList<>(values));
    return new ParameterValues() {
      @Override
      public boolean isBound(int index) {
        return index < copy.size();
      }

      @Override
      public @Nullable Object value(int index) {
        if (index >= copy.size()) {
          return UNBOUND.value(index);
        }
        return copy.get(index);
      }
    };
  }
}
