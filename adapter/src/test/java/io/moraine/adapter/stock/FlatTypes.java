/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.stock;

/** A table of all flat types and what a driver must read from it. */
final class FlatTypes {
  static final String CREATE =
      "CREATE TABLE lake.db.flat (id BIGINT NOT NULL, b BOOLEAN, i INTEGER, f REAL, d DOUBLE,"
          + " m DECIMAL(38,10), dt DATE, tm TIME(6), ts TIMESTAMP(6),"
          + " tz TIMESTAMP(6) WITH LOCAL TIME ZONE, s VARCHAR, u UUID, x BINARY(3), v VARBINARY)";

  static final String INSERT =
      "INSERT INTO lake.db.flat VALUES"
          + " (1, TRUE, 2147483647, 1.5, -0.25, 9999999999999999999999999999.0123456789,"
          + " DATE '9999-12-31', TIME '23:59:59.999999', TIMESTAMP '9999-12-31 23:59:59.999999',"
          + " CAST('2020-06-01 12:00:00.123456' AS TIMESTAMP(6) WITH LOCAL TIME ZONE), 'zażółć',"
          + " CAST('ffffffff-ffff-ffff-ffff-ffffffffffff' AS UUID), X'00ff10', X''),"
          + " (2, FALSE, -2147483648, 0, 0, -0.0000000001, DATE '0001-01-01', TIME '00:00:00',"
          + " TIMESTAMP '1969-12-31 23:59:59.999999',"
          + " CAST('1969-12-31 23:59:59.000001' AS TIMESTAMP(6) WITH LOCAL TIME ZONE), '',"
          + " CAST('00000000-0000-0000-0000-000000000001' AS UUID), X'ffffff', X'00'),"
          + " (3, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL)";

  static final String SELECT =
      "SELECT id, b, i, f, d, m, dt, CAST(tm AS VARCHAR) AS tm, CAST(ts AS VARCHAR) AS ts,"
          + " CAST(tz AS VARCHAR) AS tz, s, u, x, v FROM lake.db.flat ORDER BY id";

  private FlatTypes() {}
}
