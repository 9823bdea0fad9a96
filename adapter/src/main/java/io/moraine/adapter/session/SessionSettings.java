/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.session;

import io.moraine.rules.error.ErrorCode;
import io.moraine.rules.error.MoraineException;
import java.time.DateTimeException;
import java.time.ZoneId;
import java.util.List;
import java.util.Locale;

/** What can be set on a connection, by URL property or {@code SET}. Safe for several threads. */
public final class SessionSettings {
  private volatile ZoneId timeZone = ZoneId.systemDefault();
  private volatile List<String> schemaPath = List.of();
  private volatile boolean planCache = true;
  private volatile int queryTimeout;

  /** The zone of timestamps without one, and in which instants are displayed. */
  public ZoneId timeZone() {
    return timeZone;
  }

  /** The path of the schema in which unqualified names are looked up first. */
  public List<String> schemaPath() {
    return schemaPath;
  }

  /** Changes the default schema. */
  public void schemaPath(List<String> path) {
    schemaPath = List.copyOf(path);
  }

  /** Whether a statement whose text was compiled before is compiled again only where it must. */
  public boolean planCache() {
    return planCache;
  }

  /**
   * Turns the plan cache on or off.
   *
   * @param value true or false
   * @throws MoraineException INVALID_CONFIGURATION for anything else
   */
  public void planCache(String value) {
    planCache =
        switch (value.toLowerCase(Locale.ROOT)) {
          case "true" -> true;
          case "false" -> false;
          default ->
              throw new MoraineException(
                  ErrorCode.INVALID_CONFIGURATION,
                  "'planCache' is '" + value + "', not true or false");
        };
  }

  /** The time limit of a statement in seconds, 0 for none. */
  public int queryTimeout() {
    return queryTimeout;
  }

  /**
   * Changes the time limit of the statements that follow.
   *
   * @param seconds a number of seconds, 0 for none
   * @throws MoraineException INVALID_CONFIGURATION for anything else
   */
  public void queryTimeout(String seconds) {
    if (!seconds.matches("\\d{1,9}")) {
      throw new MoraineException(
          ErrorCode.INVALID_CONFIGURATION,
          "'queryTimeout' is '" + seconds + "', not a number of seconds; 0 is for no limit");
    }
    queryTimeout = Integer.parseInt(seconds);
  }

  /**
   * Changes the time zone.
   *
   * @param id a name of the tz database or an offset
   * @throws MoraineException INVALID_CONFIGURATION for an unknown zone
   */
  public void timeZone(String id) {
    try {
      timeZone = ZoneId.of(id);
    } catch (DateTimeException e) {
      throw new MoraineException(
          ErrorCode.INVALID_CONFIGURATION,
          "Unknown time zone '" + id + "'; use a name like Europe/Warsaw, or UTC");
    }
  }
}
