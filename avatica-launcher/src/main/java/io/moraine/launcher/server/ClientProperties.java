/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.launcher.server;

import java.sql.SQLException;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What a remote client may set on its connection. Everything else is refused, because the
 * properties of the driver underneath name files, catalogs and classes: a client that could set
 * them would run code of its choice in the server.
 */
final class ClientProperties {
  /** SQLSTATE of a property that is not allowed. */
  static final String NOT_ALLOWED = "42501";

  private static final Map<String, String> ALLOWED =
      Map.of(
          "schema", "schema",
          "timezone", "timeZone",
          "timestamps", "timestamps",
          "querytimeout", "queryTimeout");

  /** Sent by every JDBC tool that asks for a login; without authentication they mean nothing. */
  private static final Set<String> IGNORED = Set.of("user", "password");

  private ClientProperties() {}

  /**
   * The properties to hand to the driver.
   *
   * @param sent what the client sent, or null for nothing
   * @throws SQLException naming the first property that is not allowed, with state 42501
   */
  static Map<String, String> allowed(@Nullable Map<String, String> sent) throws SQLException {
    Map<String, String> result = new TreeMap<>();
    if (sent == null) {
      return result;
    }
    for (Map.Entry<String, String> entry : new TreeMap<>(sent).entrySet()) {
      String key = entry.getKey().toLowerCase(Locale.ROOT);
      String name = ALLOWED.get(key);
      if (name != null) {
        result.put(name, entry.getValue());
      } else if (!IGNORED.contains(key)) {
        throw new SQLException(
            "The connection property "
                + entry.getKey()
                + " cannot be set by a client of this server; it accepts schema, timeZone,"
                + " timestamps and queryTimeout",
            NOT_ALLOWED);
      }
    }
    return result;
  }
}
