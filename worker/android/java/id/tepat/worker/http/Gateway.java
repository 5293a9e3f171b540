package id.tepat.worker.http;

import id.tepat.worker.base.Limits;
import id.tepat.worker.outbox.Outbox;
import id.tepat.worker.outbox.Registration;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.HttpURLConnection;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.json.JSONArray;
import org.json.JSONException;
import org.json.JSONObject;

/** Sends the requests of openapi/internal.json. */
public class Gateway {
  private final String server;
  private final String header;
  private final String token;
  /** The device whose reports can be sent here; null before the registration. */
  public final String deviceId;

  private Gateway(String server, String header, String token, String deviceId) {
    this.server = server;
    this.header = header;
    this.token = token;
    this.deviceId = deviceId;
  }

  public static Gateway asDevice(Registration registration) {
    return new Gateway(registration.server, "X-Device-Token", registration.deviceToken(), registration.deviceId);
  }

  public static Gateway asPairedPhone(String server, String code) {
    return new Gateway(server, "X-Pairing-Token", code, null);
  }

  public Answer registerDevice(JSONObject body) {
    return call("POST", "/worker/devices", body, Gateway::isRegistration);
  }

  public Answer readDevice() {
    return call("GET", "/worker/device", null, Gateway::isDevice);
  }

  public Answer sendHeartbeat(JSONObject body) {
    return call("POST", "/worker/heartbeat", body, data -> data == JSONObject.NULL);
  }

  public Answer sendReports(List<Outbox.NumberedReport> batch) {
    JSONArray notifications = new JSONArray();
    try {
      for (Outbox.NumberedReport one : batch) {
        notifications.put(new JSONObject(one.report.toString()).put("sequence", one.sequence));
      }
      JSONObject body = new JSONObject().put("notifications", notifications);
      return call("POST", "/worker/mutations", body, data -> isOutcomes(data, batch.size()));
    } catch (JSONException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  private static boolean isRegistration(Object data) {
    return data instanceof JSONObject
        && ((JSONObject) data).opt("device_id") instanceof String
        && ((JSONObject) data).opt("device_token") instanceof String;
  }

  private static boolean isDevice(Object data) {
    if (!(data instanceof JSONObject)) return false;
    JSONArray packages = ((JSONObject) data).optJSONArray("packages");
    if (packages == null || !(((JSONObject) data).opt("device_status") instanceof String)) return false;
    for (int i = 0; i < packages.length(); i++) {
      if (!(packages.opt(i) instanceof String)) return false;
    }
    return true;
  }

  /**
   * Returns whether the data has one outcome for each report. Any other array does not come from
   * the gateway.
   */
  private static boolean isOutcomes(Object data, int length) {
    if (!(data instanceof JSONArray) || ((JSONArray) data).length() != length) return false;
    for (int i = 0; i < length; i++) {
      JSONObject item = ((JSONArray) data).optJSONObject(i);
      if (item == null || !(item.opt("outcome") instanceof String)) return false;
    }
    return true;
  }

  private Answer call(String method, String path, JSONObject body, Answer.Check check) {
    HttpURLConnection connection = null;
    try {
      connection = (HttpURLConnection) new URL(server + path).openConnection();
      connection.setRequestMethod(method);
      connection.setConnectTimeout(Limits.REQUEST_MILLISECONDS);
      connection.setReadTimeout(Limits.REQUEST_MILLISECONDS);
      connection.setUseCaches(false);
      // No redirects, so that only the registered server receives the token, even behind a captive
      // portal.
      connection.setInstanceFollowRedirects(false);
      connection.setRequestProperty("Content-Type", "application/json");
      connection.setRequestProperty("Accept", "application/json");
      connection.setRequestProperty(header, token);
      if (body != null) {
        byte[] bytes = body.toString().getBytes(StandardCharsets.UTF_8);
        connection.setDoOutput(true);
        try (OutputStream out = connection.getOutputStream()) {
          out.write(bytes);
        }
      }
      int status = connection.getResponseCode();
      return Answer.of(
          status,
          connection.getHeaderField("Retry-After"),
          connection.getHeaderField("X-RateLimit-Remaining"),
          connection.getHeaderField("X-RateLimit-Reset"),
          textOf(status < 400 ? connection.getInputStream() : connection.getErrorStream()),
          check);
    } catch (IOException e) {
      String reason = e.getMessage();
      return Answer.later(reason == null ? e.getClass().getSimpleName() : reason);
    } finally {
      if (connection != null) connection.disconnect();
    }
  }

  private static String textOf(InputStream stream) throws IOException {
    if (stream == null) return "";
    long giveUpAt = System.nanoTime() + Limits.REQUEST_MILLISECONDS * 1_000_000L;
    ByteArrayOutputStream text = new ByteArrayOutputStream();
    byte[] chunk = new byte[8_192];
    try (InputStream in = stream) {
      for (int length; (length = in.read(chunk)) >= 0; ) {
        text.write(chunk, 0, length);
        if (text.size() > Limits.ANSWER_BYTES) throw new IOException("the answer is too large");
        if (System.nanoTime() > giveUpAt) throw new IOException("the answer did not end in time");
      }
    }
    return new String(text.toByteArray(), StandardCharsets.UTF_8);
  }
}
