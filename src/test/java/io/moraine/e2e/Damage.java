/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.e2e;

import java.nio.file.Path;

/**
 * One way in which a table is made to hold what it must not.
 *
 * @param name what is wrong, in words
 * @param expected the SQLSTATE that a statement ends with
 * @param action does it, and gives the file that the error must name
 */
record Damage(String name, String expected, Action action) {
  static final String CORRUPT = "XX001";
  static final String DENIED = "42501";
  static final String MISSING = "58P01";

  /** Damages a table. */
  @FunctionalInterface
  interface Action {
    Path apply(DamagedTable table) throws Exception;
  }
}
