/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.launcher.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The server as any HTTP client sees it. */
final class HttpFrontTest {
  private static MoraineServer server;
  private final HttpClient client = HttpClient.newHttpClient();

  @BeforeAll
  static void start() throws SQLException {
    server = MoraineServer.start(MoraineServerTest.config("jdbc:calcite:"));
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  private static HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(URI.create(server.url() + path));
  }

  private HttpResponse<String> send(HttpRequest.Builder request)
      throws IOException, InterruptedException {
    return client.send(request.build(), BodyHandlers.ofString());
  }

  @Test
  void healthOpensAConnection() throws Exception {
    HttpResponse<String> response = send(request("/health"));
    assertThat(response.statusCode()).isEqualTo(200);
    assertThat(response.body()).isEqualTo("{\"status\":\"ok\"}");
    assertThat(response.headers().firstValue("Server")).isEmpty();
  }

  @Test
  void otherMethodsAndPathsAreRefused() throws Exception {
    assertThat(send(request("/")).statusCode()).isEqualTo(405);
    assertThat(send(request("/elsewhere")).statusCode()).isEqualTo(404);
    assertThat(send(request("/").PUT(BodyPublishers.ofString("{}"))).statusCode()).isEqualTo(405);
    HttpResponse<String> post = send(request("/health").POST(BodyPublishers.noBody()));
    assertThat(post.statusCode()).isEqualTo(405);
    assertThat(post.headers().firstValue("Allow")).hasValue("GET");
  }

  @Test
  void nonsenseIsAnErrorOfTheProtocol() throws Exception {
    HttpResponse<String> json = send(request("/").POST(BodyPublishers.ofString("{\"request\":1")));
    assertThat(json.statusCode()).isEqualTo(500);
    assertThat(json.body()).contains("\"sqlState\":\"08P01\"", "\"exceptions\":[]");
    HttpResponse<String> protobuf = send(request("/").POST(BodyPublishers.ofString("nonsense")));
    assertThat(protobuf.statusCode()).isEqualTo(500);
    assertThat(protobuf.body()).contains("08P01");
  }

  @Test
  void requestsOverTheLimitAreRefused() throws Exception {
    String large = "{" + " ".repeat(64 * 1024);
    HttpResponse<String> known = send(request("/").POST(BodyPublishers.ofString(large)));
    assertThat(known.statusCode()).isEqualTo(413);
    assertThat(known.body()).contains("max-request-bytes");
  }

  @Test
  void aLengthOverTheLimitIsRefusedBeforeTheBodyIsSent() throws Exception {
    assertThat(raw("POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 9999999999\r\n\r\n"))
        .startsWith("HTTP/1.1 413");
  }

  @Test
  void chunkedRequestsOverTheLimitAreRefused() throws Exception {
    byte[] large = ("{" + " ".repeat(64 * 1024)).getBytes(StandardCharsets.UTF_8);
    HttpRequest.Builder chunked =
        request("/")
            .POST(BodyPublishers.ofInputStream(() -> new java.io.ByteArrayInputStream(large)));
    assertThat(send(chunked).statusCode()).isEqualTo(413);
  }

  @Test
  void requestsOfWebPagesAreRefused() throws Exception {
    String body = "{\"request\":\"openConnection\",\"connectionId\":\"page\",\"info\":{}}";
    assertThat(
            send(request("/")
                    .header("Origin", "http://elsewhere.example")
                    .POST(BodyPublishers.ofString(body)))
                .statusCode())
        .isEqualTo(403);
    assertThat(raw("GET /health HTTP/1.1\r\nHost: elsewhere.example\r\n\r\n"))
        .startsWith("HTTP/1.1 403");
  }

  private static String raw(String request) throws IOException {
    URI address = URI.create(server.url());
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), address.getPort())) {
      OutputStream out = socket.getOutputStream();
      out.write(request.getBytes(StandardCharsets.US_ASCII));
      out.flush();
      InputStream in = socket.getInputStream();
      return new String(in.readNBytes("HTTP/1.1 000".length()), StandardCharsets.US_ASCII);
    }
  }
}
