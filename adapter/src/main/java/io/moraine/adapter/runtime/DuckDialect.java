/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.runtime;

import io.moraine.rules.type.MoraineTypeSystem;
import org.apache.calcite.config.NullCollation;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.SqlAlienSystemTypeNameSpec;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlDataTypeSpec;
import org.apache.calcite.sql.SqlDialect;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlWriter;
import org.apache.calcite.sql.dialect.DuckDBSqlDialect;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.SqlTypeName;

/** The engine's SQL, as far as Calcite writes it; {@link DuckExpressions} does the rest. */
public final class DuckDialect extends DuckDBSqlDialect {
  /** The dialect. */
  public static final DuckDialect INSTANCE = new DuckDialect();

  private DuckDialect() {
    super(
        SqlDialect.EMPTY_CONTEXT
            .withDatabaseProduct(SqlDialect.DatabaseProduct.DUCKDB)
            .withIdentifierQuoteString("\"")
            // Every ORDER BY is written with its null direction.
            .withNullCollation(NullCollation.LAST)
            .withDataTypeSystem(MoraineTypeSystem.INSTANCE));
  }

  @Override
  public boolean supportsNestedAggregations() {
    return false;
  }

  @Override
  public boolean supportsCharSet() {
    return false;
  }

  @Override
  public boolean supportsAggregateFunctionFilter() {
    // The argument's CASE stands inside of whatever wraps the aggregate.
    return false;
  }

  @Override
  public boolean supportsAliasedValues() {
    return true;
  }

  @Override
  public void unparseCall(SqlWriter writer, SqlCall call, int leftPrec, int rightPrec) {
    if (call.getKind() != SqlKind.EXISTS) {
      super.unparseCall(writer, call, leftPrec, rightPrec);
      return;
    }
    // A sub-query directly in a clause would be written without parentheses.
    SqlWriter.Frame frame = writer.startList(SqlWriter.FrameTypeEnum.SIMPLE, "", "");
    super.unparseCall(writer, call, leftPrec, rightPrec);
    writer.endList(frame);
  }

  @Override
  public SqlNode getCastSpec(RelDataType type) {
    return new SqlDataTypeSpec(
        new SqlAlienSystemTypeNameSpec(DuckTypes.of(type), SqlTypeName.ANY, SqlParserPos.ZERO),
        SqlParserPos.ZERO);
  }
}
