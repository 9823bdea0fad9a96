/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.parser;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import org.apache.calcite.sql.SqlDialect;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.dialect.AnsiSqlDialect;
import org.apache.calcite.sql.parser.SqlParseException;
import org.apache.calcite.util.Litmus;

/** Parses and writes statements for the tests of this package. */
final class Sql {
  private static final SqlDialect DIALECT =
      new AnsiSqlDialect(AnsiSqlDialect.DEFAULT_CONTEXT.withIdentifierQuoteString("\""));

  private Sql() {}

  static SqlNode parse(String sql) {
    try {
      return MoraineParser.parse(sql, MoraineParser.config());
    } catch (SqlParseException e) {
      throw new AssertionError("Does not parse: " + sql + "\n" + e.getMessage(), e);
    }
  }

  static <T extends SqlNode> T parse(String sql, Class<T> type) {
    SqlNode node = parse(sql);
    assertThat(node).isInstanceOf(type);
    return type.cast(node);
  }

  /** The statement as SQL on one line. */
  static String write(SqlNode node) {
    return node.toSqlString(
            config ->
                config.withDialect(DIALECT).withAlwaysUseParentheses(false).withIndentation(0))
        .getSql()
        .replaceAll("\\s+", " ");
  }

  /** Asserts that a statement survives being written and parsed again; returns it as written. */
  static String roundTrip(String sql) {
    SqlNode first = parse(sql);
    String written = write(first);
    SqlNode second = parse(written);
    assertThat(write(second)).isEqualTo(written);
    assertThat(first.equalsDeep(second, Litmus.IGNORE)).as(written).isTrue();
    return written;
  }

  static SqlParseException failure(String sql) {
    SqlParseException e =
        catchThrowableOfType(
            SqlParseException.class, () -> MoraineParser.parse(sql, MoraineParser.config()));
    assertThat(e).as(sql).isNotNull();
    return e;
  }
}
