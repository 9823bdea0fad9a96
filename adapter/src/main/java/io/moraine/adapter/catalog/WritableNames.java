/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.catalog;

import io.moraine.rules.error.ErrorCode;
import io.moraine.rules.error.MoraineException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;
import org.apache.iceberg.MetadataTableType;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.TableIdentifier;

/**
 * Names that may be given to new tables and namespaces. Most catalogs make folders of names, so a
 * name must not be able to leave its folder, nor be one that no file system can hold.
 */
public final class WritableNames {
  /** The longest name of a file on common file systems. */
  private static final int MAX_UTF8_BYTES = 255;

  private WritableNames() {}

  /**
   * Refuses a name that a new table may not have.
   *
   * @throws MoraineException INVALID_NAME
   */
  public static void requireWritable(TableIdentifier table) {
    for (String level : table.namespace().levels()) {
      requireSafe("namespace", level);
    }
    requireSafe("table", table.name());
    int dollar = table.name().lastIndexOf('$');
    if (dollar >= 0 && isMetadataTable(table.name().substring(dollar + 1))) {
      throw invalid("table", table.name(), "it would hide the metadata table of that name");
    }
  }

  /**
   * Refuses a name that a new namespace may not have.
   *
   * @throws MoraineException INVALID_NAME
   */
  public static void requireWritable(Namespace namespace) {
    if (namespace.isEmpty()) {
      throw invalid("namespace", "", "it is empty");
    }
    for (String level : namespace.levels()) {
      requireSafe("namespace", level);
      if (level.indexOf('.') >= 0) {
        throw invalid("namespace", level, "a '.' separates the levels of a namespace");
      }
    }
  }

  private static void requireSafe(String kind, String name) {
    problem(name)
        .ifPresent(
            problem -> {
              throw invalid(kind, name, problem);
            });
  }

  private static Optional<String> problem(String name) {
    if (name.isEmpty()) {
      return Optional.of("it is empty");
    }
    if (name.equals(".") || name.contains("..")) {
      return Optional.of("'.' and '..' name folders");
    }
    if (name.indexOf('/') >= 0 || name.indexOf('\\') >= 0) {
      return Optional.of("'/' and '\\' separate folders");
    }
    if (name.codePoints().anyMatch(Character::isISOControl)) {
      return Optional.of("it has a control character");
    }
    if (isBlank(name.codePointAt(0)) || isBlank(name.codePointBefore(name.length()))) {
      return Optional.of("it starts or ends with a blank");
    }
    if (name.getBytes(StandardCharsets.UTF_8).length > MAX_UTF8_BYTES) {
      return Optional.of("it is longer than " + MAX_UTF8_BYTES + " bytes");
    }
    return Optional.empty();
  }

  private static boolean isBlank(int codePoint) {
    return Character.isWhitespace(codePoint) || Character.isSpaceChar(codePoint);
  }

  private static boolean isMetadataTable(String suffix) {
    return MetadataTableType.from(suffix.toUpperCase(Locale.ROOT)) != null;
  }

  private static MoraineException invalid(String kind, String name, String problem) {
    String shown = name.replaceAll("\\p{Cntrl}", "?");
    if (shown.length() > 80) {
      shown = shown.substring(0, 80) + "…";
    }
    return new MoraineException(
        ErrorCode.INVALID_NAME,
        String.format(
            Locale.ROOT,
            "A new %s cannot be called '%s': %s; choose another name",
            kind,
            shown,
            problem));
  }
}
