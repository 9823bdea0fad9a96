/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.jdbc;

import java.sql.DatabaseMetaData;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.sql.type.SqlTypeName;
import org.jspecify.annotations.Nullable;

/** The SQL types that tables can have, for {@code getTypeInfo}. */
final class TypeInfo {
  private static final List<SqlTypeName> TYPES =
      List.of(
          SqlTypeName.BOOLEAN,
          SqlTypeName.INTEGER,
          SqlTypeName.BIGINT,
          SqlTypeName.REAL,
          SqlTypeName.DOUBLE,
          SqlTypeName.DECIMAL,
          SqlTypeName.DATE,
          SqlTypeName.TIME,
          SqlTypeName.TIMESTAMP,
          SqlTypeName.TIMESTAMP_WITH_LOCAL_TIME_ZONE,
          SqlTypeName.VARCHAR,
          SqlTypeName.UUID,
          SqlTypeName.BINARY,
          SqlTypeName.VARBINARY);

  private TypeInfo() {}

  static List<@Nullable Object[]> rows(RelDataTypeFactory factory) {
    List<@Nullable Object[]> rows = new ArrayList<>();
    for (SqlTypeName name : TYPES) {
      rows.add(row(factory.createSqlType(name)));
    }
    rows.sort(Comparator.comparing(row -> (Integer) row[1]));
    return rows;
  }

  private static @Nullable Object[] row(RelDataType sql) {
    JdbcType type = JdbcType.of(sql);
    boolean text = type.sqlType() == SqlTypeName.VARCHAR;
    boolean decimal = type.sqlType() == SqlTypeName.DECIMAL;
    boolean binary = SqlTypeName.BINARY_TYPES.contains(type.sqlType());
    boolean quoted = text || type.isDateTime() || type.sqlType() == SqlTypeName.DATE;
    return new @Nullable Object[] {
      type.name(),
      type.jdbcType(),
      type.precision(),
      binary ? "X'" : quoted ? "'" : null,
      binary || quoted ? "'" : null,
      decimal ? "PRECISION, SCALE" : type.sqlType() == SqlTypeName.BINARY ? "LENGTH" : null,
      DatabaseMetaData.typeNullable,
      text,
      text ? DatabaseMetaData.typeSearchable : DatabaseMetaData.typePredBasic,
      !type.signed(),
      decimal,
      false,
      type.name(),
      0,
      decimal ? 38 : type.isDateTime() ? 6 : 0,
      null,
      null,
      type.signed() ? (Integer) 10 : null
    };
  }
}
