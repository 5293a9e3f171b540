package id.tepat.worker.sending;

import id.tepat.worker.base.Limits;
import id.tepat.worker.base.Texts;
import id.tepat.worker.base.Times;
import id.tepat.worker.http.Answer;
import id.tepat.worker.http.Gateway;
import id.tepat.worker.outbox.Note;
import id.tepat.worker.outbox.Outbox;
import id.tepat.worker.outbox.Trouble;
import id.tepat.worker.pairing.Pairing;
import org.json.JSONException;
import org.json.JSONObject;

/** Sends heartbeats, so that the server notices a silent phone. The rules are those of worker/src/heartbeat.ts. */
public final class Heart implements Step {
  private final Outbox outbox;
  private final Surroundings surroundings;

  public Heart(Outbox outbox, Surroundings surroundings) {
    this.outbox = outbox;
    this.surroundings = surroundings;
  }

  @Override
  public long run() {
    Gateway gateway = surroundings.gateway();
    if (gateway == null) return UNTIL_THE_BELL;
    long startedAt = surroundings.elapsed();
    String hidden = outbox.noted(Note.TEXTS_HIDDEN);
    if (gateway.sendHeartbeat(heartbeat(hidden)).kind == Answer.Kind.OK) {
      outbox.note(Note.HEARD_AT, Times.iso(surroundings.now()));
      if (hidden != null) outbox.forget(Note.TEXTS_HIDDEN, hidden);
    }
    long left = Limits.HEARTBEAT_MILLISECONDS - (surroundings.elapsed() - startedAt);
    return Math.min(Math.max(left, 0), Limits.HEARTBEAT_MILLISECONDS);
  }

  private JSONObject heartbeat(String hidden) {
    String error = outbox.noted(Note.LISTENER_ERROR);
    if (Trouble.diskIsFull) error = "The phone's storage is full: notifications wait in memory. Free some space.";
    try {
      JSONObject heartbeat =
          new JSONObject()
              .put("app_version", Pairing.VERSION)
              .put("battery", orNull(surroundings.battery()))
              .put("queue_length", outbox.queueLength())
              .put("last_notification_at", orNull(outbox.noted(Note.LAST_NOTIFICATION_AT)))
              // The server would refuse a longer text, and the phone would seem offline.
              .put("listener_error", error == null ? JSONObject.NULL : Texts.bounded(error, Limits.ERROR_CHARACTERS));
      return hidden == null ? heartbeat : heartbeat.put("texts_hidden", hidden.equals("true"));
    } catch (JSONException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  private static Object orNull(Object value) {
    return value == null ? JSONObject.NULL : value;
  }
}
