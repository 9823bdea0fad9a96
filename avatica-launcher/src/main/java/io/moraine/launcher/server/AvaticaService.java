/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.launcher.server;

import java.sql.SQLException;
import org.apache.calcite.avatica.Meta;
import org.apache.calcite.avatica.remote.LocalService;

/** Avatica's service for one serialization. */
final class AvaticaService extends LocalService {
  /** How the answers are written. */
  enum Serialization {
    JSON,
    PROTOBUF
  }

  private final Serialization serialization;

  AvaticaService(Meta meta, Serialization serialization, RpcMetadataResponse metadata) {
    super(meta);
    this.serialization = serialization;
    setRpcMetadata(metadata);
  }

  @Override
  public ResultSetResponse toResponse(Meta.MetaResultSet resultSet) {
    check(resultSet.firstFrame);
    return super.toResponse(resultSet);
  }

  @Override
  public FetchResponse apply(FetchRequest request) {
    FetchResponse response = super.apply(request);
    check(response.frame);
    return response;
  }

  private void check(Meta.Frame frame) {
    if (serialization == Serialization.JSON && frame instanceof ResultFrame result) {
      try {
        result.requireFinite();
      } catch (SQLException e) {
        throw new WireException(e);
      }
    }
  }
}
