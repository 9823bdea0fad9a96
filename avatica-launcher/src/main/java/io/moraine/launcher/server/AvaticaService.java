/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.launcher.server;

import org.apache.calcite.avatica.Meta;
import org.apache.calcite.avatica.remote.LocalService;

/** Avatica's service for one serialization, in which the rows of results are written at once. */
final class AvaticaService extends LocalService {
  /** Most results are short; whoever comes for more of one mostly gets a whole frame. */
  private static final int FIRST_CAPACITY = 1 << 14;

  private static final int CAPACITY = 1 << 18;

  /** How the answers are written. */
  enum Serialization {
    JSON,
    PROTOBUF
  }

  private final Serialization serialization;
  private final RpcMetadataResponse metadata;

  AvaticaService(Meta meta, Serialization serialization, RpcMetadataResponse metadata) {
    super(meta);
    this.serialization = serialization;
    this.metadata = metadata;
    setRpcMetadata(metadata);
  }

  @Override
  public ResultSetResponse toResponse(Meta.MetaResultSet result) {
    if (!(result.firstFrame instanceof PendingFrame pending)) {
      return super.toResponse(result);
    }
    return new ResultSetResponse(
        result.connectionId,
        result.statementId,
        result.ownStatement,
        result.signature.setCursorFactory(Meta.CursorFactory.LIST),
        encode(pending),
        -1,
        metadata);
  }

  @Override
  public FetchResponse apply(FetchRequest request) {
    FetchResponse response = super.apply(request);
    return response.frame instanceof PendingFrame pending
        ? new FetchResponse(encode(pending), false, false, metadata)
        : response;
  }

  private EncodedFrame encode(PendingFrame pending) {
    int capacity = pending.offset == 0 ? FIRST_CAPACITY : CAPACITY;
    return pending.encode(
        serialization == Serialization.JSON ? new JsonRows(capacity) : new ProtobufRows(capacity));
  }
}
