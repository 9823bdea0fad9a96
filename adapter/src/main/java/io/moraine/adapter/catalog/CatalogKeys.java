/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.catalog;

import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** The operand names of a catalog: our own, and the documented properties of Iceberg's catalogs. */
final class CatalogKeys {
  /** Extra locations at which tables may keep files: an array, or a list with commas. */
  static final String ROOTS = "roots";

  /** Seconds after which an unused catalog of the stock driver is closed. */
  static final String IDLE_SECONDS = "idleSeconds";

  /** The name that Iceberg's catalog is given, where it is not the name of the schema. */
  static final String CATALOG_NAME = "catalogName";

  /** An object of catalog properties that are passed on without a check of their names. */
  static final String PROPERTIES = "properties";

  static final Set<String> OWN = Set.of(ROOTS, IDLE_SECONDS, CATALOG_NAME, PROPERTIES);

  /** What Calcite adds to the operands of a model by itself. */
  static final Set<String> OF_CALCITE = Set.of("modelUri", "baseDirectory", "tables");

  static final Set<String> TYPES =
      Set.of("bigquery", "glue", "hadoop", "hive", "in-memory", "jdbc", "nessie", "rest");

  private static final Set<String> ICEBERG =
      Set.of(
          "type",
          "catalog-impl",
          "uri",
          "warehouse",
          "io-impl",
          "clients",
          "user",
          "app-id",
          "app-name",
          "cache-enabled",
          "client-pool-cache-keys",
          "client.pool.cache.eviction-interval-ms",
          "lock-impl",
          "metrics-reporter-impl",
          "unique-table-location",
          "retryable_status_codes",
          "token",
          "credential",
          "scope",
          "audience",
          "resource",
          "prefix",
          "oauth2-server-uri",
          "token-expires-in-ms",
          "token-refresh-enabled",
          "token-exchange-enabled",
          "auth.session-timeout-ms",
          "snapshot-loading-mode",
          "scan-planning-mode",
          "namespace-separator",
          "view-endpoints-supported",
          "io.delete-parallelism",
          "ref",
          "list-all-tables");

  private static final List<String> ICEBERG_PREFIXES =
      List.of(
          "adls.",
          "cache.",
          "client.",
          "dynamodb.",
          "encryption.",
          "gcp.",
          "gcs.",
          "glue.",
          "hadoop.",
          "header.",
          "http-client.",
          "io.",
          "jdbc.",
          "lock.",
          "nessie.",
          "rest-",
          "rest.",
          "s3.",
          "signer.",
          "table-default.",
          "table-override.",
          "urn:ietf:params:oauth:",
          "view-default.",
          "view-override.");

  private CatalogKeys() {}

  /** Whether this is a documented property of one of Iceberg's catalogs or file systems. */
  static boolean isIceberg(String key) {
    return ICEBERG.contains(key)
        || ICEBERG_PREFIXES.stream()
            .anyMatch(prefix -> key.startsWith(prefix) && key.length() > prefix.length());
  }

  /** The known operand that is nearest to an unknown one, when one is near. */
  static Optional<String> nearest(String key) {
    Set<String> known = new TreeSet<>(ICEBERG);
    known.addAll(OWN);
    return nearest(key, known);
  }

  static Optional<String> nearest(String word, Collection<String> known) {
    String wanted = plain(word);
    String best = null;
    int bestDistance = Math.max(2, wanted.length() / 3) + 1;
    for (String candidate : known) {
      int distance = distance(wanted, plain(candidate));
      if (distance < bestDistance) {
        best = candidate;
        bestDistance = distance;
      }
    }
    return Optional.ofNullable(best);
  }

  private static String plain(String word) {
    return word.toLowerCase(Locale.ROOT).replaceAll("[-_. ]", "");
  }

  /** The least number of inserted, deleted and replaced characters between two words. */
  private static int distance(String a, String b) {
    int[] previous = new int[b.length() + 1];
    for (int j = 0; j <= b.length(); j++) {
      previous[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      int[] current = new int[b.length() + 1];
      current[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        int replaced = previous[j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        current[j] = Math.min(replaced, 1 + Math.min(previous[j], current[j - 1]));
      }
      previous = current;
    }
    return previous[b.length()];
  }
}
