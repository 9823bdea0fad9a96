/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.launcher.shell;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

final class RowPrinterTest {
  private static final List<RowPrinter.Column> COLUMNS =
      List.of(
          new RowPrinter.Column("id", RowPrinter.Kind.NUMBER),
          new RowPrinter.Column("the name", RowPrinter.Kind.TEXT),
          new RowPrinter.Column("ok", RowPrinter.Kind.BOOLEAN));

  private static String print(RowPrinter.Format format) {
    StringWriter text = new StringWriter();
    PrintWriter out = new PrintWriter(text);
    RowPrinter printer = format.printer(out);
    printer.begin(COLUMNS);
    printer.row(List.of("-12.50", "a,\"b\"", "true"));
    printer.row(Arrays.asList(null, null, null));
    printer.row(List.of("NaN", "", "false"));
    printer.row(List.of("3", "x\ty\nz\\", "true"));
    printer.end();
    out.flush();
    return text.toString();
  }

  @Test
  void tablesAlignNumbersToTheRightAndShowNull() {
    assertThat(print(RowPrinter.Format.TABLE).lines())
        .containsExactly(
            " id     | the name | ok",
            "--------+----------+-------",
            " -12.50 | a,\"b\"    | true",
            "   NULL | NULL     | NULL",
            "    NaN |          | false",
            "      3 | x\\ty     | true",
            "        | z\\       |",
            "(4 rows)");
  }

  @Test
  void csvQuotesWhatNeedsItAndTellsNullFromTheEmptyText() {
    assertThat(print(RowPrinter.Format.CSV))
        .isEqualTo(
            "id,the name,ok\r\n-12.50,\"a,\"\"b\"\"\",true\r\n,,\r\nNaN,\"\",false\r\n"
                + "3,\"x\ty\nz\\\",true\r\n");
  }

  @Test
  void tsvEscapesWhatItSeparatesWith() {
    assertThat(print(RowPrinter.Format.TSV))
        .isEqualTo(
            "id\tthe name\tok\n-12.50\ta,\"b\"\ttrue\n\\N\t\\N\t\\N\nNaN\t\tfalse\n"
                + "3\tx\\ty\\nz\\\\\ttrue\n");
  }

  @Test
  void jsonKeepsEachDigitAndQuotesWhatIsNoNumber() {
    assertThat(print(RowPrinter.Format.JSON))
        .isEqualTo(
            "[\n{\"id\":-12.50,\"the name\":\"a,\\\"b\\\"\",\"ok\":true},\n"
                + "{\"id\":null,\"the name\":null,\"ok\":null},\n"
                + "{\"id\":\"NaN\",\"the name\":\"\",\"ok\":false},\n"
                + "{\"id\":3,\"the name\":\"x\\ty\\nz\\\\\",\"ok\":true}\n]\n");
  }

  @Test
  void jsonLinesAreOneObjectEach() {
    assertThat(print(RowPrinter.Format.JSONL).lines()).hasSize(4).allMatch(l -> l.startsWith("{"));
  }

  @Test
  void verticalPutsEachColumnOnItsLine() {
    assertThat(print(RowPrinter.Format.VERTICAL).lines())
        .startsWith("-- row 1", "id       | -12.50", "the name | a,\"b\"", "ok       | true");
  }

  @Test
  void tablesOfManyRowsStreamAfterTheSample() {
    StringWriter text = new StringWriter();
    RowPrinter printer = RowPrinter.Format.TABLE.printer(new PrintWriter(text));
    printer.begin(List.of(new RowPrinter.Column("n", RowPrinter.Kind.NUMBER)));
    for (int i = 0; i < 1_001; i++) {
      printer.row(List.of(String.valueOf(i)));
    }
    assertThat(text.toString().lines()).hasSize(1_003);
    printer.end();
    assertThat(text.toString()).endsWith("1000\n(1001 rows)\n");
  }
}
