/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.ddl;

import io.moraine.parser.SqlCreateTable;
import io.moraine.rules.error.ErrorCode;
import io.moraine.rules.error.MoraineException;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.apache.iceberg.Schema;
import org.apache.iceberg.TableProperties;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;

/** The table properties of a CREATE TABLE: what WITH and COMMENT say, checked. */
final class TableOptions {
  /** Iceberg's own defaults (format version 2, Parquet with zstd) hold for what is not given. */
  private static final Set<String> FORMAT_VERSIONS = Set.of("1", "2", "3");

  private static final String NANOS_VERSION = "3";
  private static final Set<String> FILE_FORMATS = Set.of("parquet", "orc", "avro");

  private TableOptions() {}

  /**
   * The properties to create the table with; columns of nanoseconds need format version 3.
   *
   * @throws MoraineException NOT_SUPPORTED, INVALID_ARGUMENT or ACCESS_DENIED naming the property
   */
  static Map<String, String> of(SqlCreateTable statement, TableName table, Schema schema) {
    Map<String, String> properties = new LinkedHashMap<>(statement.getProperties());
    Comments.addTo(properties, statement.getComment(), "table " + table);
    properties.forEach((key, value) -> require(table, key, value));
    schema.columns().stream()
        .filter(column -> column.type().typeId() == Type.TypeID.TIMESTAMP_NANO)
        .forEach(column -> requireVersion3(properties, table, column));
    table.catalog().roots().requireAllowedProperties(properties, table.toString());
    return properties;
  }

  private static void requireVersion3(
      Map<String, String> properties, TableName table, Types.NestedField column) {
    String version = properties.putIfAbsent(TableProperties.FORMAT_VERSION, NANOS_VERSION);
    if (version != null && !version.equals(NANOS_VERSION)) {
      throw refused(
          ErrorCode.NOT_SUPPORTED,
          table,
          TableProperties.FORMAT_VERSION,
          version,
          "column "
              + column.name()
              + " of type "
              + column.type()
              + " needs format version 3; use 3, leave the property out, or use precision 6");
    }
  }

  private static void require(TableName table, String key, String value) {
    if (key.equals(TableProperties.FORMAT_VERSION)) {
      if (!FORMAT_VERSIONS.contains(value)) {
        throw refused(ErrorCode.NOT_SUPPORTED, table, key, value, "use 1, 2 or 3");
      }
    } else if (TableProperties.RESERVED_PROPERTIES.contains(key)) {
      throw refused(
          ErrorCode.INVALID_ARGUMENT, table, key, value, "Iceberg sets it itself; leave it out");
    } else if (key.equals(TableProperties.DEFAULT_FILE_FORMAT)
        && !FILE_FORMATS.contains(value.toLowerCase(Locale.ROOT))) {
      throw refused(ErrorCode.INVALID_ARGUMENT, table, key, value, "use parquet, orc or avro");
    }
  }

  private static MoraineException refused(
      ErrorCode code, TableName table, String key, String value, String remedy) {
    return new MoraineException(
        code,
        String.format(
            Locale.ROOT,
            "Cannot create table %s with property '%s' = '%s': %s",
            table,
            key,
            value,
            remedy));
  }
}
