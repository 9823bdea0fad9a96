/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.jdbc;

import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.sql.type.SqlTypeName;

/** The columns of the result sets of JDBC metadata; a name after {@code #} is a number. */
enum MetadataColumns {
  CATALOGS("TABLE_CAT"),
  SCHEMAS("TABLE_SCHEM", "TABLE_CATALOG"),
  TABLE_TYPES("TABLE_TYPE"),
  TABLES(
      "TABLE_CAT",
      "TABLE_SCHEM",
      "TABLE_NAME",
      "TABLE_TYPE",
      "REMARKS",
      "TYPE_CAT",
      "TYPE_SCHEM",
      "TYPE_NAME",
      "SELF_REFERENCING_COL_NAME",
      "REF_GENERATION"),
  COLUMNS(
      "TABLE_CAT",
      "TABLE_SCHEM",
      "TABLE_NAME",
      "COLUMN_NAME",
      "#DATA_TYPE",
      "TYPE_NAME",
      "#COLUMN_SIZE",
      "#BUFFER_LENGTH",
      "#DECIMAL_DIGITS",
      "#NUM_PREC_RADIX",
      "#NULLABLE",
      "REMARKS",
      "COLUMN_DEF",
      "#SQL_DATA_TYPE",
      "#SQL_DATETIME_SUB",
      "#CHAR_OCTET_LENGTH",
      "#ORDINAL_POSITION",
      "IS_NULLABLE",
      "SCOPE_CATALOG",
      "SCOPE_SCHEMA",
      "SCOPE_TABLE",
      "#SOURCE_DATA_TYPE",
      "IS_AUTOINCREMENT",
      "IS_GENERATEDCOLUMN"),
  PRIMARY_KEYS("TABLE_CAT", "TABLE_SCHEM", "TABLE_NAME", "COLUMN_NAME", "#KEY_SEQ", "PK_NAME"),
  TYPE_INFO(
      "TYPE_NAME",
      "#DATA_TYPE",
      "#PRECISION",
      "LITERAL_PREFIX",
      "LITERAL_SUFFIX",
      "CREATE_PARAMS",
      "#NULLABLE",
      "?CASE_SENSITIVE",
      "#SEARCHABLE",
      "?UNSIGNED_ATTRIBUTE",
      "?FIXED_PREC_SCALE",
      "?AUTO_INCREMENT",
      "LOCAL_TYPE_NAME",
      "#MINIMUM_SCALE",
      "#MAXIMUM_SCALE",
      "#SQL_DATA_TYPE",
      "#SQL_DATETIME_SUB",
      "#NUM_PREC_RADIX");

  private final List<String> names;

  MetadataColumns(String... names) {
    this.names = List.of(names);
  }

  List<ResultColumn> of(RelDataTypeFactory types) {
    List<ResultColumn> columns = new ArrayList<>();
    for (String name : names) {
      int ordinal = columns.size();
      columns.add(
          switch (name.charAt(0)) {
            case '#' ->
                ResultColumns.plain(
                    ordinal,
                    name.substring(1),
                    JdbcType.of(types.createSqlType(SqlTypeName.INTEGER)));
            case '?' ->
                ResultColumns.plain(
                    ordinal,
                    name.substring(1),
                    JdbcType.of(types.createSqlType(SqlTypeName.BOOLEAN)));
            default -> ResultColumns.plain(ordinal, name, JdbcType.varchar());
          });
    }
    return columns;
  }
}
