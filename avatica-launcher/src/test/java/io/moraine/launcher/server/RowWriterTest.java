/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.launcher.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.sql.Types;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.avatica.ColumnMetaData;
import org.apache.calcite.avatica.Meta;
import org.apache.calcite.avatica.MetaImpl;
import org.apache.calcite.avatica.remote.JsonService;
import org.apache.calcite.avatica.remote.ProtobufTranslationImpl;
import org.apache.calcite.avatica.remote.Service.ExecuteResponse;
import org.apache.calcite.avatica.remote.Service.FetchResponse;
import org.apache.calcite.avatica.remote.Service.Response;
import org.apache.calcite.avatica.remote.Service.ResultSetResponse;
import org.apache.calcite.avatica.remote.Service.RpcMetadataResponse;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Frames that we write are to the stock client what Avatica's own are. */
final class RowWriterTest {
  private static final RpcMetadataResponse METADATA = new RpcMetadataResponse("here:1");
  private static final ColumnMetaData COLUMN =
      MetaImpl.columnMetaData(
          "x", 0, ColumnMetaData.scalar(Types.DOUBLE, "D", ColumnMetaData.Rep.DOUBLE), true);

  private static final List<@Nullable Object> VALUES = values();

  private static List<@Nullable Object> values() {
    List<@Nullable Object> values = new ArrayList<>();
    values.add(null);
    values.addAll(List.of(true, false, (byte) -128, (byte) 0, (short) -32768, (short) 32767));
    values.addAll(List.of(0, 1, -1, 127, 128, Integer.MIN_VALUE, Integer.MAX_VALUE));
    values.addAll(List.of(0L, -1L, 9L, 10L, 99L, 100L, Long.MIN_VALUE, Long.MAX_VALUE));
    values.addAll(List.of(1_000_000_000_000_000_000L, 999_999_999_999_999_999L, 1L << 35));
    values.addAll(List.of(0.0, -0.0, 1.5, -1e300, Double.MIN_VALUE, 0.0f, -0.0f, 1e-5f, 3.4e38f));
    values.addAll(
        List.of(
            new BigDecimal("0.00"),
            new BigDecimal("0E-10"),
            new BigDecimal("0.000001"),
            new BigDecimal("-0.0000010"),
            new BigDecimal("7"),
            new BigDecimal("12E3"),
            new BigDecimal("-0.07"),
            new BigDecimal("-1234567890123456.78"),
            new BigDecimal("99999999999999999.9"),
            new BigDecimal("1000000000000000000.0"),
            new BigDecimal("-1E-10"),
            new BigDecimal("99999999999999999999999999999999999.999")));
    values.addAll(List.of("", "plain", "\"\\/\b\t\n\f\r\u0000\u001f\u007f", "żółw 水 \uD83D\uDC22"));
    // Each byte to escape at each place of eight, alone among others and next to its neighbours.
    for (char one : "\u0000\u001f !\"#[\\]\u007f\u0080\u00ff".toCharArray()) {
      for (int i = 0; i < 17; i++) {
        values.add("x".repeat(i) + one + "y".repeat(16 - i));
        values.add("x".repeat(i) + one);
      }
    }
    values.addAll(List.of("x".repeat(200), "\\".repeat(70_000)));
    values.addAll(List.of(new byte[0], new byte[] {0, -1, 127}, new byte[300]));
    return values;
  }

  private static Meta.Frame stock(long offset, boolean done) {
    List<Object> rows = new ArrayList<>();
    rows.add(VALUES.toArray());
    rows.add(VALUES.toArray());
    return new Meta.Frame(offset, done, rows);
  }

  private static EncodedFrame ours(RowWriter writer, long offset, boolean done)
      throws SQLException {
    for (int row = 0; row < 2; row++) {
      writer.beginRow();
      for (Object value : VALUES) {
        write(writer, value);
      }
      writer.endRow();
    }
    return writer.frame(offset, done);
  }

  private static void write(RowWriter writer, @Nullable Object value) throws SQLException {
    if (value == null) {
      writer.nothing();
    } else if (value instanceof Boolean bool) {
      writer.bool(bool);
    } else if (value instanceof Float real) {
      writer.real((float) real, COLUMN);
    } else if (value instanceof Double real) {
      writer.real((double) real, COLUMN);
    } else if (value instanceof BigDecimal decimal) {
      writer.decimal(decimal);
    } else if (value instanceof String text) {
      byte[] within = ("\"" + text + "\"").getBytes(StandardCharsets.UTF_8);
      writer.text(within, 1, within.length - 2);
    } else if (value instanceof byte[] binary) {
      writer.binary(binary);
    } else {
      writer.number(((Number) value).longValue(), ColumnMetaData.Rep.of(value.getClass()));
    }
  }

  private static FetchResponse fetch(Meta.Frame frame) {
    return new FetchResponse(frame, false, false, METADATA);
  }

  private static ExecuteResponse execute(Meta.Frame frame) {
    Meta.Signature signature =
        Meta.Signature.create(
            List.of(COLUMN),
            "SELECT",
            List.of(),
            Meta.CursorFactory.LIST,
            Meta.StatementType.SELECT);
    return new ExecuteResponse(
        List.of(new ResultSetResponse("c", 7, true, signature, frame, -1, METADATA)),
        false,
        METADATA);
  }

  @Test
  void jsonIsThatOfAvatica() throws Exception {
    assertThat(JsonService.MAPPER.writeValueAsString(fetch(ours(new JsonRows(1), 5, false))))
        .isEqualTo(JsonService.MAPPER.writeValueAsString(fetch(stock(5, false))));
    byte[] bytes = JsonService.MAPPER.writeValueAsBytes(execute(ours(new JsonRows(1), 0, true)));
    assertThat(new String(bytes, StandardCharsets.UTF_8))
        .isEqualTo(JsonService.MAPPER.writeValueAsString(execute(stock(0, true))));
  }

  @Test
  void jsonWithoutRowsIsThatOfAvatica() throws Exception {
    assertThat(JsonService.MAPPER.writeValueAsString(fetch(new JsonRows(1).frame(3, true))))
        .isEqualTo(
            JsonService.MAPPER.writeValueAsString(fetch(new Meta.Frame(3, true, List.of()))));
  }

  @Test
  void protobufMeansWhatAvaticasMeans() throws IOException, SQLException {
    FetchResponse ours = (FetchResponse) sent(fetch(ours(new ProtobufRows(1), 1L << 40, true)));
    FetchResponse stock = (FetchResponse) sent(fetch(stock(1L << 40, true)));
    assertThat(ours.rpcMetadata).isEqualTo(stock.rpcMetadata);
    assertSame(ours.frame, stock.frame);
  }

  @Test
  void theFirstFrameInProtobufMeansWhatAvaticasMeans() throws IOException, SQLException {
    ExecuteResponse ours = (ExecuteResponse) sent(execute(ours(new ProtobufRows(1), 0, false)));
    ExecuteResponse stock = (ExecuteResponse) sent(execute(stock(0, false)));
    assertThat(ours.rpcMetadata).isEqualTo(stock.rpcMetadata);
    assertThat(ours.missingStatement).isEqualTo(stock.missingStatement);
    ResultSetResponse result = ours.results.get(0);
    ResultSetResponse expected = stock.results.get(0);
    assertThat(result.signature).isEqualTo(expected.signature);
    assertThat(result.connectionId).isEqualTo("c");
    assertThat(result.statementId).isEqualTo(7);
    assertThat(result.updateCount).isEqualTo(expected.updateCount);
    assertSame(result.firstFrame, expected.firstFrame);
  }

  private static Response sent(Response response) throws IOException {
    return new ProtobufTranslationImpl()
        .parseResponse(new FrameTranslation().serializeResponse(response));
  }

  private static void assertSame(Meta.Frame ours, Meta.Frame stock) {
    assertThat(ours.offset).isEqualTo(stock.offset);
    assertThat(ours.done).isEqualTo(stock.done);
    assertThat(ours.rows).usingRecursiveComparison().isEqualTo(stock.rows);
  }
}
