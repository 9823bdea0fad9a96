/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.launcher.config;

import java.util.List;

/** Settings that cannot be used: every problem, each naming its key and never a secret value. */
public final class ConfigException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient List<String> problems;

  /** Reports all {@code problems} at once. */
  public ConfigException(List<String> problems) {
    super(String.join("; ", problems));
    this.problems = List.copyOf(problems);
  }

  /** One line a problem. */
  public List<String> problems() {
    return problems;
  }
}
