/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.launcher.server;

import com.google.protobuf.InvalidProtocolBufferException;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.apache.calcite.avatica.metrics.noop.NoopMetricsSystem;
import org.apache.calcite.avatica.remote.ProtobufHandler;
import org.apache.calcite.avatica.remote.ProtobufTranslation;
import org.apache.calcite.avatica.remote.Service;
import org.apache.calcite.avatica.remote.Service.RpcMetadataResponse;

/** Requests in Protobuf. */
final class ProtobufRequests extends ProtobufHandler {
  private final ProtobufTranslation translation;
  private final RpcMetadataResponse metadata;

  ProtobufRequests(Service service, RpcMetadataResponse metadata) {
    this(service, new FrameTranslation(), metadata);
  }

  private ProtobufRequests(
      Service service, ProtobufTranslation translation, RpcMetadataResponse metadata) {
    super(service, translation, NoopMetricsSystem.getInstance());
    this.translation = translation;
    this.metadata = metadata;
    setRpcMetadata(metadata);
  }

  @Override
  public HandlerResponse<byte[]> convertToErrorResponse(Exception e) {
    WireError error =
        e instanceof InvalidProtocolBufferException
            ? new WireError("08P01", -1, "The request is not Avatica's Protobuf")
            : WireError.of(e);
    return encode(error);
  }

  /** The answer to a request that failed with {@code error}. */
  HandlerResponse<byte[]> encode(WireError error) {
    try {
      return new HandlerResponse<>(
          translation.serializeResponse(error.toResponse(metadata)), HTTP_INTERNAL_SERVER_ERROR);
    } catch (IOException e) {
      throw new UncheckedIOException("An error response could not be written", e);
    }
  }
}
