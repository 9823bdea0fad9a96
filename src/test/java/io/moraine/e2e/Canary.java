/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.e2e;

import org.apache.calcite.sql.parser.SqlParserImplFactory;

/** What an attacker would like the server to load; loading it leaves a trace. */
public final class Canary {
  /** Set when the class is initialized. */
  static final String TRACE = "moraine.canary";

  /** What {@code parserFactory} and the like would name. */
  public static final SqlParserImplFactory FACTORY =
      reader -> {
        throw new IllegalStateException();
      };

  static {
    System.setProperty(TRACE, "loaded");
  }

  private Canary() {}

  /** A function of SQL. */
  public static int run(int x) {
    return x;
  }
}
