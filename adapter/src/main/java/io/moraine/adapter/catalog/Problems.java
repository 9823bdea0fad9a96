/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.catalog;

import io.moraine.rules.error.ErrorCode;
import io.moraine.rules.error.MoraineException;
import java.util.ArrayList;
import java.util.List;

/** What is wrong with a configuration, collected so that all of it is reported at once. */
final class Problems {
  private final String subject;
  private final List<String> found = new ArrayList<>();

  /**
   * No problem yet.
   *
   * @param subject what is configured, as {@code "catalog 'lake'"}
   */
  Problems(String subject) {
    this.subject = subject;
  }

  void add(String problem) {
    found.add(problem);
  }

  /** Throws INVALID_CONFIGURATION that lists every problem, if there is one. */
  void throwIfAny() {
    if (!found.isEmpty()) {
      throw new MoraineException(
          ErrorCode.INVALID_CONFIGURATION,
          "Cannot configure " + subject + ": " + String.join("; ", found));
    }
  }
}
