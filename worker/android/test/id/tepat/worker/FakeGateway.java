package id.tepat.worker;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import org.json.JSONArray;
import org.json.JSONObject;

/** A gateway whose responses the test chooses. */
final class FakeGateway {
  /** The response to one request. */
  interface Answers {
    Reply to(JSONObject body) throws Exception;
  }

  static final class Reply {
    final int status;
    final String body;
    final Map<String, String> headers = new HashMap<>();

    Reply(int status, String body) {
      this.status = status;
      this.body = body;
    }

    Reply with(String name, String value) {
      headers.put(name, value);
      return this;
    }
  }

  static final class Request {
    final String method;
    final String path;
    final Headers headers;
    final String token;
    final JSONObject body;

    Request(String method, String path, Headers headers, String token, JSONObject body) {
      this.method = method;
      this.path = path;
      this.headers = headers;
      this.token = token;
      this.body = body;
    }
  }

  final List<Request> requests = Collections.synchronizedList(new ArrayList<>());
  volatile Answers reports = FakeGateway::recorded;
  volatile Answers device = body -> ok("{\"device_id\":\"d\",\"device_name\":\"HP\",\"device_status\":\"ACTIVE\",\"packages\":[\"com.bca\"]}");
  volatile Answers heartbeats = body -> ok("null");
  volatile Answers devices =
      body -> new Reply(201, "{\"success\":true,\"data\":{\"device_id\":\"0190f3a2-5b1c-7c3e-9d2f-1a2b3c4d5e6f\",\"device_token\":\"pgd_new\",\"device_status\":\"PENDING\"}}");
  private HttpServer server;

  void start() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(Executors.newCachedThreadPool());
    server.createContext("/", this::answer);
    server.start();
  }

  void stop() {
    server.stop(0);
  }

  String url() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  List<Request> to(String path) {
    List<Request> found = new ArrayList<>();
    synchronized (requests) {
      for (Request one : requests) if (one.path.equals(path)) found.add(one);
    }
    return found;
  }

  static Reply ok(String data) {
    return new Reply(200, "{\"success\":true,\"data\":" + data + "}");
  }

  static Reply error(int status, String code) {
    return new Reply(status, "{\"success\":false,\"code\":\"" + code + "\",\"message\":\"No.\"}");
  }

  static Reply recorded(JSONObject body) throws Exception {
    JSONArray outcomes = new JSONArray();
    JSONArray notifications = body.getJSONArray("notifications");
    for (int i = 0; i < notifications.length(); i++) {
      outcomes.put(
          new JSONObject()
              .put("key", notifications.getJSONObject(i).getString("key"))
              .put("outcome", "recorded")
              .put("mutation_id", "m")
              .put("matched_payment_code", JSONObject.NULL));
    }
    return ok(outcomes.toString());
  }

  private void answer(HttpExchange exchange) throws IOException {
    String path = exchange.getRequestURI().getPath();
    String text = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
    Reply reply;
    try {
      JSONObject body = text.isEmpty() ? new JSONObject() : new JSONObject(text);
      String token = exchange.getRequestHeaders().getFirst("X-Device-Token");
      if (token == null) token = exchange.getRequestHeaders().getFirst("X-Pairing-Token");
      requests.add(new Request(exchange.getRequestMethod(), path, exchange.getRequestHeaders(), token, body));
      Answers answers =
          path.equals("/worker/mutations")
              ? reports
              : path.equals("/worker/device") ? device : path.equals("/worker/devices") ? devices : heartbeats;
      reply = answers.to(body);
    } catch (Exception e) {
      reply = new Reply(599, String.valueOf(e));
    }
    if (reply == null) {
      exchange.close();
      return;
    }
    reply.headers.forEach(exchange.getResponseHeaders()::set);
    byte[] bytes = reply.body.getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(reply.status, bytes.length == 0 ? -1 : bytes.length);
    exchange.getResponseBody().write(bytes);
    exchange.close();
  }
}
