/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.launcher.server;

import com.fasterxml.jackson.core.JsonProcessingException;
import org.apache.calcite.avatica.metrics.noop.NoopMetricsSystem;
import org.apache.calcite.avatica.remote.JsonHandler;
import org.apache.calcite.avatica.remote.JsonService;
import org.apache.calcite.avatica.remote.Service;
import org.apache.calcite.avatica.remote.Service.RpcMetadataResponse;

/** Requests in JSON. */
final class JsonRequests extends JsonHandler {
  private final RpcMetadataResponse metadata;

  JsonRequests(Service service, RpcMetadataResponse metadata) {
    super(service, NoopMetricsSystem.getInstance());
    this.metadata = metadata;
    setRpcMetadata(metadata);
  }

  @Override
  public HandlerResponse<String> convertToErrorResponse(Exception e) {
    WireError error =
        e instanceof JsonProcessingException
            ? new WireError("08P01", -1, "The request is not Avatica's JSON")
            : WireError.of(e);
    return encode(error);
  }

  /** The answer to a request that failed with {@code error}. */
  HandlerResponse<String> encode(WireError error) {
    try {
      return new HandlerResponse<>(
          JsonService.MAPPER.writeValueAsString(error.toResponse(metadata)),
          HTTP_INTERNAL_SERVER_ERROR);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("An error response could not be written", e);
    }
  }
}
