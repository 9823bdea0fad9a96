/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.catalog;

import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/** Decides which configuration values are secret, and takes them out of texts. */
public final class Secrets {
  static final String HIDDEN = "***";

  private static final List<String> SECRET_WORDS =
      List.of(
          "password",
          "passwd",
          "passphrase",
          "pwd",
          "secret",
          "token",
          "credential",
          "key",
          "sas",
          "authorization",
          "cookie");

  private static final Pattern USER_INFO = Pattern.compile("//[^/@\\s]*@");
  private static final Pattern ORACLE_USER = Pattern.compile("(?i)(:oracle:[a-z0-9]+:)[^@\\s]+@");
  private static final Pattern PARAMETER = Pattern.compile("([?&;])([^=?&;\\s]+)=([^&;\\s]*)");

  private Secrets() {}

  /** Whether the value of this key may never be shown. Rather too many than one too few. */
  static boolean isSecret(String key) {
    String lower = key.toLowerCase(Locale.ROOT);
    return lower.startsWith("header.") || SECRET_WORDS.stream().anyMatch(lower::contains);
  }

  /** The value as it may be shown beside its key. */
  static String show(String key, String value) {
    return isSecret(key) ? HIDDEN : redact(value);
  }

  /** The text without the user information and the secret parameters of the URIs in it. */
  public static String redact(String text) {
    String withoutUsers = USER_INFO.matcher(text).replaceAll("//" + HIDDEN + "@");
    String withoutOracle = ORACLE_USER.matcher(withoutUsers).replaceAll("$1" + HIDDEN + "@");
    return PARAMETER
        .matcher(withoutOracle)
        .replaceAll(m -> isSecret(m.group(2)) ? "$1$2=" + HIDDEN : "$0");
  }
}
