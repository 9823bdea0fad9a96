/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.metadata;

import io.moraine.rules.error.ErrorCode;
import io.moraine.rules.error.MoraineException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.apache.iceberg.MetadataTableType;

/** The names of metadata tables: a table's name, a dollar sign and a suffix in any case. */
public final class MetadataTables {
  private static final char SEPARATOR = '$';

  /** All but position_deletes, whose rows are in delete files and not in metadata. */
  private static final List<MetadataTableType> TYPES =
      Arrays.stream(MetadataTableType.values())
          .filter(type -> type != MetadataTableType.POSITION_DELETES)
          .toList();

  private static final List<String> SUFFIXES =
      TYPES.stream().map(MetadataTables::suffix).sorted().toList();

  private MetadataTables() {}

  /** The known suffixes without their dollar sign, in lower case and sorted. */
  public static List<String> suffixes() {
    return SUFFIXES;
  }

  /**
   * Parses a name. A table may have a dollar sign in its own name: look for that one first.
   *
   * @return empty when the name has no dollar sign, or nothing before it
   * @throws MoraineException TABLE_NOT_FOUND when what follows the last dollar sign is no suffix
   */
  public static Optional<MetadataTableName> parse(String name) {
    int separator = name.lastIndexOf(SEPARATOR);
    if (separator <= 0) {
      return Optional.empty();
    }
    String suffix = name.substring(separator + 1);
    for (MetadataTableType type : TYPES) {
      if (suffix.equalsIgnoreCase(type.name())) {
        return Optional.of(new MetadataTableName(name.substring(0, separator), type));
      }
    }
    throw new MoraineException(
        ErrorCode.TABLE_NOT_FOUND,
        "There is no table "
            + name
            + ", and no metadata table $"
            + suffix
            + "; metadata tables are $"
            + String.join(", $", SUFFIXES));
  }

  private static String suffix(MetadataTableType type) {
    return type.name().toLowerCase(Locale.ROOT);
  }
}
