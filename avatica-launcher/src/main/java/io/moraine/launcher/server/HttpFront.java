/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.launcher.server;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.Locale;
import java.util.Set;
import org.apache.calcite.avatica.remote.Handler.HandlerResponse;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpMethod;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The HTTP side: Avatica's requests by POST, in JSON or Protobuf, and {@code GET /health}. Requests
 * that a web page makes a browser send (they carry an Origin, or a host name that is not this
 * machine's) are refused: the server trusts whoever reaches the loopback interface, and a page must
 * not borrow that trust.
 */
final class HttpFront extends Handler.Abstract {
  private static final Logger LOG = LoggerFactory.getLogger(HttpFront.class);
  private static final String JSON = "application/json;charset=utf-8";
  private static final String PROTOBUF = "application/x-google-protobuf";
  private static final Set<String> LOCAL_NAMES = Set.of("localhost", "127.0.0.1", "[::1]", "::1");

  private final ServerMeta meta;
  private final JsonRequests json;
  private final ProtobufRequests protobuf;
  private final int maxBytes;

  HttpFront(ServerMeta meta, JsonRequests json, ProtobufRequests protobuf, int maxBytes) {
    this.meta = meta;
    this.json = json;
    this.protobuf = protobuf;
    this.maxBytes = maxBytes;
  }

  @Override
  public boolean handle(Request request, Response response, Callback callback) throws IOException {
    Answer answer =
        fromBrowser(request) ? Answer.text(HttpStatus.FORBIDDEN_403, "") : route(request);
    response.setStatus(answer.status());
    response.getHeaders().put(HttpHeader.CONTENT_TYPE, answer.contentType());
    if (answer.status() == HttpStatus.METHOD_NOT_ALLOWED_405) {
      response.getHeaders().put(HttpHeader.ALLOW, isHealth(request) ? "GET" : "POST");
    }
    if (answer.status() == HttpStatus.PAYLOAD_TOO_LARGE_413) {
      response.getHeaders().put(HttpHeader.CONNECTION, "close");
    }
    response.write(true, answer.body(), callback);
    return true;
  }

  private Answer route(Request request) throws IOException {
    boolean get = HttpMethod.GET.is(request.getMethod());
    if (isHealth(request)) {
      return get ? health() : Answer.text(HttpStatus.METHOD_NOT_ALLOWED_405, "");
    }
    if (HttpMethod.POST.is(request.getMethod())) {
      return avatica(request);
    }
    boolean root = "/".equals(Request.getPathInContext(request));
    return get && !root
        ? Answer.text(HttpStatus.NOT_FOUND_404, "")
        : Answer.text(
            HttpStatus.METHOD_NOT_ALLOWED_405,
            "This is an Avatica server; connect through JDBC.\n");
  }

  private static boolean isHealth(Request request) {
    return "/health".equals(Request.getPathInContext(request));
  }

  private static boolean fromBrowser(Request request) {
    if (request.getHeaders().contains(HttpHeader.ORIGIN)) {
      return true;
    }
    String host = Request.getServerName(request);
    return host == null || !LOCAL_NAMES.contains(host.toLowerCase(Locale.ROOT));
  }

  private Answer health() {
    try {
      meta.check();
      return Answer.json(HttpStatus.OK_200, "{\"status\":\"ok\"}");
    } catch (SQLException | RuntimeException e) {
      LOG.warn("Health check failed", e);
      return Answer.json(HttpStatus.SERVICE_UNAVAILABLE_503, "{\"status\":\"unavailable\"}");
    }
  }

  private Answer avatica(Request request) throws IOException {
    byte[] body = body(request);
    if (body == null) {
      return Answer.text(
          HttpStatus.PAYLOAD_TOO_LARGE_413,
          "The request is longer than " + maxBytes + " bytes (max-request-bytes).\n");
    }
    if (isJson(request.getHeaders().get(HttpHeader.CONTENT_TYPE), body)) {
      HandlerResponse<ByteBuffer> result = applyJson(body);
      return new Answer(result.getStatusCode(), JSON, result.getResponse());
    }
    HandlerResponse<byte[]> result = applyProtobuf(body);
    return new Answer(result.getStatusCode(), PROTOBUF, ByteBuffer.wrap(result.getResponse()));
  }

  private HandlerResponse<ByteBuffer> applyJson(byte[] body) {
    try {
      return json.answer(body);
    } catch (StackOverflowError | OutOfMemoryError e) {
      return json.encoded(WireError.of(e));
    }
  }

  private HandlerResponse<byte[]> applyProtobuf(byte[] body) {
    try {
      return protobuf.apply(body);
    } catch (StackOverflowError | OutOfMemoryError e) {
      return protobuf.encode(WireError.of(e));
    }
  }

  private byte @Nullable [] body(Request request) throws IOException {
    if (request.getLength() > maxBytes) {
      return null;
    }
    try (InputStream in = Content.Source.asInputStream(request)) {
      byte[] body = in.readNBytes(maxBytes + 1);
      return body.length > maxBytes ? null : body;
    }
  }

  /** Stock clients send neither type, so the first byte decides. */
  private static boolean isJson(@Nullable String contentType, byte[] body) {
    if (contentType != null && contentType.startsWith(PROTOBUF)) {
      return false;
    }
    if (contentType != null && contentType.startsWith("application/json")) {
      return true;
    }
    return body.length > 0 && body[0] == '{';
  }

  /** What is sent back. */
  private record Answer(int status, String contentType, ByteBuffer body) {
    static Answer json(int status, String text) {
      return of(status, JSON, text);
    }

    static Answer text(int status, String text) {
      return of(status, "text/plain;charset=utf-8", text);
    }

    private static Answer of(int status, String contentType, String text) {
      return new Answer(
          status, contentType, ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8)));
    }
  }
}
