package id.tepat.worker.http;

import java.util.Iterator;
import org.json.JSONException;
import org.json.JSONObject;

/** A response of the gateway, and the app's next action. The rules are those of worker/src/server.ts. */
public final class Answer {
  public enum Kind {
    OK,
    /** The server will never accept this body. */
    REFUSED,
    /** The token is no longer valid. */
    UNAUTHORIZED,
    NOT_APPROVED,
    /** The server failed with its own error. The content of the report might be the cause. */
    FAILED,
    /** Any other failure. It is temporary, or a person must fix the connection to the server. */
    LATER
  }

  /** Checks the form of the data. */
  interface Check {
    boolean accepts(Object data);
  }

  public final Kind kind;
  /** The envelope's data or JSONObject.NULL, if the kind is OK. */
  public final Object data;
  public final String reason;
  public final int waitSeconds;

  private Answer(Kind kind, Object data, String reason, int waitSeconds) {
    this.kind = kind;
    this.data = data;
    this.reason = reason;
    this.waitSeconds = waitSeconds;
  }

  static Answer later(String reason) {
    return new Answer(Kind.LATER, null, reason, 0);
  }

  /**
   * Returns the answer. A status counts only with the server's own envelope, because proxies and hotel networks also
   * respond with 200, 401 and 403.
   */
  static Answer of(int status, String retryAfter, String remaining, String reset, String text, Check check) {
    JSONObject envelope = envelopeOf(text);
    boolean isGood = status >= 200 && status < 300 && envelope != null && envelope.optBoolean("success");
    if (isGood && envelope.has("data") && check.accepts(envelope.opt("data"))) {
      return new Answer(Kind.OK, envelope.opt("data"), null, 0);
    }
    String reason = explain(status, envelope);
    String code = envelope == null ? "" : envelope.optString("code");
    return new Answer(kindOf(status, code), null, reason, requestedWait(retryAfter, remaining, reset));
  }

  private static Kind kindOf(int status, String code) {
    boolean isRefusal =
        code.equals("bad_request") || code.equals("validation_error") || code.equals("invalid request body");
    if (status == 413 || (status == 400 && isRefusal)) return Kind.REFUSED;
    if (status == 401 && code.equals("unauthorized")) return Kind.UNAUTHORIZED;
    if (status == 403 && code.equals("device_not_approved")) return Kind.NOT_APPROVED;
    return code.equals("internal_error") ? Kind.FAILED : Kind.LATER;
  }

  private static JSONObject envelopeOf(String text) {
    try {
      JSONObject envelope = new JSONObject(text);
      return envelope.opt("success") instanceof Boolean ? envelope : null;
    } catch (JSONException e) {
      return null;
    }
  }

  private static String explain(int status, JSONObject envelope) {
    if (envelope == null) return "HTTP " + status + ", not an answer of a Tepat server";
    StringBuilder reason = new StringBuilder("HTTP " + status + " " + envelope.optString("code"));
    reason.append(": ").append(envelope.optString("message"));
    JSONObject errors = envelope.optJSONObject("errors");
    for (Iterator<String> names = errors == null ? null : errors.keys(); names != null && names.hasNext(); ) {
      String name = names.next();
      reason.append("; ").append(name).append(' ').append(errors.optString(name));
    }
    return reason.toString();
  }

  /**
   * Returns the requested wait in seconds. Responses with requests left have X-RateLimit-Reset too, but the header asks
   * for a wait only if no request remains.
   */
  private static int requestedWait(String retryAfter, String remaining, String reset) {
    String wait = retryAfter != null ? retryAfter : "0".equals(remaining) ? reset : null;
    return wait != null && wait.matches("[0-9]{1,6}") ? Integer.parseInt(wait) : 0;
  }
}
