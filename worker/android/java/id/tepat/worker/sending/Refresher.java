package id.tepat.worker.sending;

import id.tepat.worker.base.Limits;
import id.tepat.worker.base.Times;
import id.tepat.worker.http.Answer;
import id.tepat.worker.http.Gateway;
import id.tepat.worker.outbox.Note;
import id.tepat.worker.outbox.Outbox;
import org.json.JSONArray;
import org.json.JSONObject;

/**
 * Requests the watched packages and this phone's status from the server. The rules are those of
 * worker/src/device.ts.
 */
public final class Refresher implements Step {
  /** The status of a phone whose token the gateway does not know. */
  public static final String UNKNOWN = "UNKNOWN";

  private final Outbox outbox;
  private final Surroundings surroundings;
  private int failures;
  private String told = "";

  public Refresher(Outbox outbox, Surroundings surroundings) {
    this.outbox = outbox;
    this.surroundings = surroundings;
  }

  @Override
  public long run() {
    Gateway gateway = surroundings.gateway();
    if (gateway == null) return UNTIL_THE_BELL;
    long length = outbox.queueLength();
    if (length > Limits.QUEUE_LENGTH_WARNING) {
      surroundings.log(
          length + " notifications wait, more than " + Limits.QUEUE_LENGTH_WARNING + ": nothing is lost.");
    }
    Answer answer = gateway.readDevice();
    if (answer.kind == Answer.Kind.OK) return understood((JSONObject) answer.data);
    failures += 1;
    if (answer.kind == Answer.Kind.UNAUTHORIZED) {
      outbox.note(Note.DEVICE_STATUS, UNKNOWN);
      tell("The server no longer knows this phone. Pair it again. The queue is kept.");
      return Limits.APPROVAL_POLL_MILLISECONDS;
    }
    outbox.note(Note.GATEWAY_PROBLEM, answer.reason);
    tell("The server cannot be reached: " + answer.reason);
    return Backoff.milliseconds(failures, surroundings::chance);
  }

  private long understood(JSONObject device) {
    failures = 0;
    String status = device.optString("device_status");
    JSONArray packages = device.optJSONArray("packages");
    outbox.note(Note.PACKAGES, packages.toString());
    int accounts = device.optInt("account_count", -1);
    outbox.note(Note.ACCOUNTS, accounts < 0 ? null : String.valueOf(accounts));
    outbox.note(Note.DEVICE_STATUS, status);
    outbox.note(Note.HEARD_AT, Times.iso(surroundings.now()));
    outbox.note(Note.GATEWAY_PROBLEM, null);
    surroundings.told();
    boolean isActive = status.equals("ACTIVE");
    if (!isActive) tell("Waiting for the merchant to approve this phone.");
    else if (packages.length() == 0) tell("Approved, but the merchant has no active account to watch.");
    else tell("Approved. Watching " + String.join(", ", outbox.watchedPackages()) + ".");
    return isActive ? Limits.DEVICE_REFRESH_MILLISECONDS : Limits.APPROVAL_POLL_MILLISECONDS;
  }

  private void tell(String message) {
    if (!message.equals(told)) surroundings.log(message);
    told = message;
  }
}
