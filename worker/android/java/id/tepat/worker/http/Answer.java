package id.tepat.worker.http;

import java.util.Iterator;
import org.json.JSONException;
import org.json.JSONObject;

/** What an answer of the gateway asks of us: the rules of worker/src/server.ts. */
public final class Answer {
  public enum Kind {
    OK,
    /** The server will never take this body. */
    REFUSED,
    /** The token is no longer valid. */
    UNAUTHORIZED,
    NOT_APPROVED,
    /** The server's own mistake, which may lie in what we sent. */
    FAILED,
    /** Everything else passes, or needs somebody to mend the way to the server. */
    LATER
  }

  /** Whether it is what was asked for. */
  interface Check {
    boolean accepts(Object data);
  }

  public final Kind kind;
  /** Of OK: the envelope's data, or JSONObject.NULL. */
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

  /** A code counts only inside the server's own envelope: proxies and hotel networks answer 200, 401 and 403 as well. */
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

  /** X-RateLimit-Reset accompanies every answer; only where nothing remains does it ask us to wait. */
  private static int requestedWait(String retryAfter, String remaining, String reset) {
    String wait = retryAfter != null ? retryAfter : "0".equals(remaining) ? reset : null;
    return wait != null && wait.matches("[0-9]{1,6}") ? Integer.parseInt(wait) : 0;
  }
}
