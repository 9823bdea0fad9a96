/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.launcher.shell;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class StatementSplitterTest {
  private static List<String> split(String script) throws IOException {
    StatementSplitter splitter = new StatementSplitter(new StringReader(script));
    List<String> statements = new ArrayList<>();
    for (String s = splitter.next(); s != null; s = splitter.next()) {
      statements.add(s);
    }
    return statements;
  }

  @Test
  void semicolonsEndStatementsAndTheLastNeedsNone() throws IOException {
    assertThat(split("SELECT 1; SELECT 2 ;\n;; SELECT\n3"))
        .containsExactly("SELECT 1", "SELECT 2", "SELECT\n3");
  }

  @Test
  void quotedSemicolonsDoNot() throws IOException {
    assertThat(split("SELECT 'a;b''c;' ; SELECT \"x;\"\"y\" ; SELECT `q;`"))
        .containsExactly("SELECT 'a;b''c;'", "SELECT \"x;\"\"y\"", "SELECT `q;`");
  }

  @Test
  void semicolonsAndQuotesInCommentsDoNot() throws IOException {
    assertThat(split("SELECT 1 -- it's; one\n, 2; SELECT /* don't; **/ 3; SELECT 4 - -5 / 6"))
        .containsExactly(
            "SELECT 1 -- it's; one\n, 2", "SELECT /* don't; **/ 3", "SELECT 4 - -5 / 6");
  }

  @Test
  void commentsAloneAreNoStatement() throws IOException {
    assertThat(split("-- nothing\n; /* nor here */ ; \n")).isEmpty();
  }

  @Test
  void whatIsNotClosedStaysOneStatement() throws IOException {
    assertThat(split("SELECT 'a; SELECT 2")).containsExactly("SELECT 'a; SELECT 2");
    assertThat(split("SELECT 1 /* ; SELECT 2")).containsExactly("SELECT 1 /* ; SELECT 2");
  }
}
