/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.bench;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.Properties;
import org.apache.calcite.avatica.jdbc.JdbcMeta;
import org.apache.calcite.avatica.metrics.noop.NoopMetricsSystem;
import org.apache.calcite.avatica.remote.Handler.HandlerResponse;
import org.apache.calcite.avatica.remote.JsonHandler;
import org.apache.calcite.avatica.remote.LocalService;
import org.apache.calcite.avatica.remote.ProtobufHandler;
import org.apache.calcite.avatica.remote.ProtobufTranslationImpl;
import org.apache.calcite.avatica.remote.Service;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.Callback;

/**
 * Avatica's own {@link JdbcMeta} and handlers over the embedded driver, behind the same HTTP server
 * as ours: what there is to compare with. The argument is a JDBC URL; prints its address, and ends
 * with its input.
 */
final class StockServer extends Handler.Abstract {
  /** What comes before its address. */
  static final String READY = "Stock server is ready: ";

  private final JsonHandler json;
  private final ProtobufHandler protobuf;

  private StockServer(JdbcMeta meta, Service.RpcMetadataResponse metadata) {
    LocalService service = new LocalService(meta);
    service.setRpcMetadata(metadata);
    json = new JsonHandler(service, NoopMetricsSystem.getInstance());
    json.setRpcMetadata(metadata);
    protobuf =
        new ProtobufHandler(
            service, new ProtobufTranslationImpl(), NoopMetricsSystem.getInstance());
    protobuf.setRpcMetadata(metadata);
  }

  public static void main(String[] arguments) throws Exception {
    Server server = new Server();
    ServerConnector connector = new ServerConnector(server);
    connector.setHost("127.0.0.1");
    server.addConnector(connector);
    connector.open();
    String address = "127.0.0.1:" + connector.getLocalPort();
    server.setHandler(
        new StockServer(meta(arguments[0]), new Service.RpcMetadataResponse(address)));
    server.start();
    System.out.println(READY + "http://" + address);
    while (System.in.read() >= 0) {
      // Until whoever started this goes.
    }
    server.stop();
  }

  private static JdbcMeta meta(String url) throws SQLException {
    Properties properties = new Properties();
    properties.setProperty("wire", "avatica");
    return new JdbcMeta(url, properties);
  }

  @Override
  public boolean handle(Request request, Response response, Callback callback) throws IOException {
    byte[] body;
    try (InputStream in = Content.Source.asInputStream(request)) {
      body = in.readAllBytes();
    }
    if (body.length > 0 && body[0] == '{') {
      HandlerResponse<String> answer = json.apply(new String(body, StandardCharsets.UTF_8));
      send(
          response,
          answer.getStatusCode(),
          answer.getResponse().getBytes(StandardCharsets.UTF_8),
          callback);
    } else {
      HandlerResponse<byte[]> answer = protobuf.apply(body);
      send(response, answer.getStatusCode(), answer.getResponse(), callback);
    }
    return true;
  }

  private static void send(Response response, int status, byte[] body, Callback callback) {
    response.setStatus(status);
    response.write(true, ByteBuffer.wrap(body), callback);
  }
}
