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
import java.util.EnumMap;
import java.util.Map;
import org.json.JSONException;
import org.json.JSONObject;

/** Sends heartbeats, so that the server notices a silent phone. The rules are those of worker/src/heartbeat.ts. */
public final class Heart implements Step {
  /** News that every heartbeat contains until one is acknowledged. */
  private static final Note[] TOLD_ONCE = {Note.TEXTS_HIDDEN, Note.QUEUE_DAMAGE_UNTOLD, Note.RESTART_UNTOLD};

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
    Map<Note, String> news = new EnumMap<>(Note.class);
    for (Note note : TOLD_ONCE) {
      String value = outbox.noted(note);
      if (value != null) news.put(note, value);
    }
    if (gateway.sendHeartbeat(heartbeat(news)).kind == Answer.Kind.OK) {
      outbox.note(Note.HEARD_AT, Times.iso(surroundings.now()));
      news.forEach(outbox::forget);
    }
    long left = Limits.HEARTBEAT_MILLISECONDS - (surroundings.elapsed() - startedAt);
    return Math.min(Math.max(left, 0), Limits.HEARTBEAT_MILLISECONDS);
  }

  private JSONObject heartbeat(Map<Note, String> news) {
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
      String hidden = news.get(Note.TEXTS_HIDDEN);
      if (hidden != null) heartbeat.put("texts_hidden", hidden.equals("true"));
      String damaged = news.get(Note.QUEUE_DAMAGE_UNTOLD);
      if (damaged != null) heartbeat.put("queue_damaged_at", damaged);
      String restart = news.get(Note.RESTART_UNTOLD);
      if (restart != null) {
        String[] ends = restart.split(" ");
        heartbeat.put("restarted_at", ends[0]).put("heard_again_at", ends[1]);
      }
      return heartbeat;
    } catch (JSONException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  private static Object orNull(Object value) {
    return value == null ? JSONObject.NULL : value;
  }
}
