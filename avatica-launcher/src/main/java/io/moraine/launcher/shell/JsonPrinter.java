/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.launcher.shell;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.util.MinimalPrettyPrinter;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * An array of objects, or one object a line. Numbers are written digit for digit; what JSON has no
 * number for (NaN, infinities) is written as text. Labels that repeat repeat in the object.
 */
final class JsonPrinter implements RowPrinter {
  private static final Pattern NUMBER =
      Pattern.compile("-?(0|[1-9][0-9]*)(\\.[0-9]+)?([eE][+-]?[0-9]+)?");

  private final PrintWriter out;
  private final boolean lines;
  private final JsonGenerator json;
  private List<Column> columns = List.of();
  private boolean first = true;

  JsonPrinter(PrintWriter out, boolean lines) {
    this.out = out;
    this.lines = lines;
    try {
      json = new JsonFactory().createGenerator(out);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    json.disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET);
    json.disable(JsonGenerator.Feature.FLUSH_PASSED_TO_STREAM);
    json.setPrettyPrinter(new MinimalPrettyPrinter(""));
  }

  @Override
  public void begin(List<Column> header) {
    columns = header;
    out.print(lines ? "" : "[");
  }

  @Override
  public void row(List<@Nullable String> values) {
    if (!lines) {
      out.print(first ? "\n" : ",\n");
    }
    first = false;
    try {
      json.writeStartObject();
      for (int i = 0; i < columns.size(); i++) {
        json.writeFieldName(columns.get(i).name());
        write(values.get(i), columns.get(i).kind());
      }
      json.writeEndObject();
      json.flush();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    out.print(lines ? "\n" : "");
  }

  private void write(@Nullable String value, Kind kind) throws IOException {
    if (value == null) {
      json.writeNull();
    } else if (kind == Kind.BOOLEAN && (value.equals("true") || value.equals("false"))) {
      json.writeBoolean(value.equals("true"));
    } else if (kind == Kind.NUMBER && NUMBER.matcher(value).matches()) {
      json.writeNumber(value);
    } else {
      json.writeString(value);
    }
  }

  @Override
  public void end() {
    out.print(lines ? "" : first ? "]\n" : "\n]\n");
  }
}
