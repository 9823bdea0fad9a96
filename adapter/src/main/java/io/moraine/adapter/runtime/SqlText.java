/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.runtime;

import java.util.HexFormat;

/** Literals and identifiers of the engine's SQL. */
final class SqlText {
  private SqlText() {}

  static String string(String value) {
    return "'" + value.replace("'", "''") + "'";
  }

  static String identifier(String name) {
    return "\"" + name.replace("\"", "\"\"") + "\"";
  }

  static String blob(byte[] bytes) {
    return "from_hex('" + HexFormat.of().formatHex(bytes) + "')";
  }
}
