/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter;

import io.moraine.adapter.session.Forms;
import io.moraine.adapter.session.StockDdl;
import io.moraine.parser.MoraineParser;
import io.moraine.parser.ProlepticLiterals;
import io.moraine.parser.impl.MoraineParserImpl;
import java.io.Reader;
import org.apache.calcite.server.DdlExecutor;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.parser.SqlAbstractParserImpl;
import org.apache.calcite.sql.parser.SqlParserImplFactory;

/**
 * The project's SQL on the stock Calcite driver, by the connection property {@code
 * parserFactory=io.moraine.adapter.StockParser#FACTORY}: what {@link MoraineParser} reads, its DDL
 * included.
 */
public final class StockParser implements SqlParserImplFactory {
  /** The only instance, which the property names. */
  public static final SqlParserImplFactory FACTORY = new StockParser();

  private StockParser() {}

  @Override
  public SqlAbstractParserImpl getParser(Reader stream) {
    return new MoraineParserImpl(stream) {
      @Override
      public SqlNode parseSqlStmtEof() throws Exception {
        return Forms.in(ExactCasts.in(ProlepticLiterals.in(super.parseSqlStmtEof())));
      }
    };
  }

  @Override
  public DdlExecutor getDdlExecutor() {
    return StockDdl::execute;
  }
}
