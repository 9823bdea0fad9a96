/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.runtime;

import java.util.Set;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;

/**
 * Which types of a file's column can become which types of a table's. The engine would cast
 * anything that it can, also where the file holds the bits of another type.
 */
final class FileTypes {
  private static final Set<String> SMALL =
      Set.of("TINYINT", "SMALLINT", "INTEGER", "UTINYINT", "USMALLINT");

  private FileTypes() {}

  /**
   * Whether a column may be read.
   *
   * @param found the type as which the engine reads the file's column, empty for a nested one
   */
  static boolean fit(String found, Type type) {
    return switch (type.typeId()) {
      case BOOLEAN -> found.equals("BOOLEAN");
      case INTEGER -> SMALL.contains(found);
      case LONG -> SMALL.contains(found) || found.equals("BIGINT") || found.equals("UINTEGER");
      case FLOAT -> found.equals("FLOAT");
      case DOUBLE -> found.equals("FLOAT") || found.equals("DOUBLE");
      case DATE -> found.equals("DATE");
      case TIME -> found.startsWith("TIME") && !found.startsWith("TIMESTAMP");
      case TIMESTAMP, TIMESTAMP_NANO -> found.startsWith("TIMESTAMP") || found.equals("DATE");
      case STRING, BINARY, FIXED -> found.equals("VARCHAR") || found.equals("BLOB");
      case UUID -> found.equals("UUID") || found.equals("BLOB");
      case DECIMAL ->
          found.startsWith("DECIMAL(")
              && found.endsWith("," + ((Types.DecimalType) type).scale() + ")");
      default -> true;
    };
  }
}
