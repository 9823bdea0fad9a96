/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.launcher.server;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonSerializable;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.jsontype.TypeSerializer;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import org.apache.calcite.avatica.Meta;

/** Some rows of a result as they travel: the value of the field {@code rows} is written already. */
final class EncodedFrame extends Meta.Frame implements JsonSerializable {
  private final WireBuffer encoded;

  EncodedFrame(long offset, boolean done, WireBuffer rows) {
    super(offset, done, List.of());
    this.encoded = rows;
  }

  /** The rows: a JSON array, or fields of the Protobuf message. */
  WireBuffer encoded() {
    return encoded;
  }

  @Override
  public void serialize(JsonGenerator json, SerializerProvider serializers) throws IOException {
    json.writeStartObject();
    json.writeNumberField("offset", offset);
    json.writeBooleanField("done", done);
    json.writeFieldName("rows");
    if (json.getOutputTarget() instanceof OutputStream out) {
      // The generator would copy them through its own buffer.
      json.writeRawValue("");
      json.flush();
      encoded.writeTo(out);
    } else {
      json.writeRawValue(encoded.text());
    }
    json.writeEndObject();
  }

  @Override
  public void serializeWithType(
      JsonGenerator json, SerializerProvider serializers, TypeSerializer types) throws IOException {
    serialize(json, serializers);
  }
}
