/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.launcher.server;

import com.fasterxml.jackson.core.JsonProcessingException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import org.apache.calcite.avatica.metrics.noop.NoopMetricsSystem;
import org.apache.calcite.avatica.remote.JsonHandler;
import org.apache.calcite.avatica.remote.JsonService;
import org.apache.calcite.avatica.remote.Service;
import org.apache.calcite.avatica.remote.Service.RpcMetadataResponse;
import org.jspecify.annotations.Nullable;

/** Requests in JSON. */
final class JsonRequests extends JsonHandler {
  /** How the requests begin whose answers hold rows. */
  private static final Set<String> FOR_ROWS =
      Set.of(
          "{\"request\":\"fetch\"",
          "{\"request\":\"execute\"",
          "{\"request\":\"prepareAndExecute\"");

  /** Enough for what is around the rows of a frame. */
  private static final int OTHER_BYTES = 1 << 12;

  private final AvaticaService service;
  private final RpcMetadataResponse metadata;

  JsonRequests(AvaticaService service, RpcMetadataResponse metadata) {
    super(service, NoopMetricsSystem.getInstance());
    this.service = service;
    this.metadata = metadata;
    setRpcMetadata(metadata);
  }

  /** The answer to a request, as bytes in UTF-8. */
  HandlerResponse<ByteBuffer> answer(byte[] request) {
    String text = new String(request, StandardCharsets.UTF_8);
    if (FOR_ROWS.stream().noneMatch(text::startsWith)) {
      return bytes(apply(text));
    }
    // Avatica's handler would write the rows to a string first.
    try {
      Service.Response response = answer(JsonService.MAPPER.readValue(text, Service.Request.class));
      return response == null ? bytes(apply(text)) : bytes(response);
    } catch (Exception e) {
      return bytes(convertToErrorResponse(e));
    }
  }

  private Service.@Nullable Response answer(Service.Request request) {
    if (request instanceof Service.FetchRequest fetch) {
      return service.apply(fetch);
    }
    if (request instanceof Service.ExecuteRequest execute) {
      return service.apply(execute);
    }
    return request instanceof Service.PrepareAndExecuteRequest execute
        ? service.apply(execute)
        : null;
  }

  /** With room for the rows from the beginning, so that they are copied once. */
  private static HandlerResponse<ByteBuffer> bytes(Service.Response response) throws IOException {
    int size =
        response instanceof Service.FetchResponse fetch && fetch.frame instanceof EncodedFrame frame
            ? frame.encoded().size()
            : 0;
    WireBuffer answer = new WireBuffer(Math.addExact(size, OTHER_BYTES));
    JsonService.MAPPER.writeValue(answer.asStream(), response);
    return new HandlerResponse<>(answer.toBuffer(), HTTP_OK);
  }

  private static HandlerResponse<ByteBuffer> bytes(HandlerResponse<String> response) {
    return new HandlerResponse<>(
        ByteBuffer.wrap(response.getResponse().getBytes(StandardCharsets.UTF_8)),
        response.getStatusCode());
  }

  @Override
  public HandlerResponse<String> convertToErrorResponse(Exception e) {
    WireError error =
        e instanceof JsonProcessingException
            ? new WireError("08P01", -1, "The request is not Avatica's JSON")
            : WireError.of(e);
    return encode(error);
  }

  /** The answer to a request that failed with {@code error}, as bytes in UTF-8. */
  HandlerResponse<ByteBuffer> encoded(WireError error) {
    return bytes(encode(error));
  }

  private HandlerResponse<String> encode(WireError error) {
    try {
      return new HandlerResponse<>(
          JsonService.MAPPER.writeValueAsString(error.toResponse(metadata)),
          HTTP_INTERNAL_SERVER_ERROR);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("An error response could not be written", e);
    }
  }
}
