package id.tepat.worker.sending;

import id.tepat.worker.base.Limits;
import id.tepat.worker.base.Times;
import id.tepat.worker.http.Answer;
import id.tepat.worker.http.Gateway;
import id.tepat.worker.outbox.Outbox;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.json.JSONArray;

/**
 * Sends the queue from its head, in order, one batch at a time. A batch is removed only after the server has
 * acknowledged it. After a crash or a lost response, the batch is sent again, and the server recognises duplicates.
 * The rules are those of worker/src/sender.ts.
 */
public final class Sender implements Step {
  private final Outbox outbox;
  private final Surroundings surroundings;
  private int batchLength = Limits.NOTIFICATIONS_PER_REPORT;
  private int failures;

  public Sender(Outbox outbox, Surroundings surroundings) {
    this.outbox = outbox;
    this.surroundings = surroundings;
  }

  @Override
  public long run() {
    Gateway gateway = surroundings.gateway();
    if (gateway == null) return UNTIL_THE_BELL;
    List<Outbox.NumberedReport> batch = outbox.firstReports(batchLength, gateway.deviceId);
    if (batch.isEmpty()) return UNTIL_THE_BELL;
    Answer answer = gateway.sendReports(batch);
    switch (answer.kind) {
      case OK:
        return acknowledged(batch, (JSONArray) answer.data);
      case REFUSED:
        return refused(batch, answer.reason);
      case NOT_APPROVED:
      case UNAUTHORIZED:
        notNow(answer.reason);
        return Limits.APPROVAL_POLL_MILLISECONDS;
      case FAILED:
        failed(batch);
        notNow(answer.reason);
        return backoff(answer.waitSeconds);
      default:
        notNow(answer.reason);
        return backoff(answer.waitSeconds);
    }
  }

  private long acknowledged(List<Outbox.NumberedReport> batch, JSONArray outcomes) {
    outbox.acknowledge(batch, outcomes, Times.iso(surroundings.now()));
    surroundings.log(
        "Reported " + outcomes.length() + ": " + tally(outcomes) + ". " + outbox.queueLength() + " waiting.");
    failures = 0;
    batchLength = Math.min(batchLength * 2, Limits.NOTIFICATIONS_PER_REPORT);
    return 0;
  }

  /** Finds the refused report by halving the batch. The others are sent. */
  private long refused(List<Outbox.NumberedReport> batch, String reason) {
    halve(batch);
    if (batch.size() == 1) {
      long sequence = batch.get(0).sequence;
      outbox.setAside(sequence, reason, Times.iso(surroundings.now()));
      surroundings.log("Set aside notification " + sequence + ", which the server refuses: " + reason);
    }
    return 0;
  }

  /**
   * Sends a report after the others if the server fails because of it. The report is repeated until
   * the server is fixed.
   */
  private void failed(List<Outbox.NumberedReport> batch) {
    if (failures < Limits.FAILURES_BEFORE_DETOUR) return;
    halve(batch);
    if (batch.size() == 1) outbox.postpone(batch.get(0).sequence);
  }

  private void halve(List<Outbox.NumberedReport> batch) {
    batchLength = Math.max(batch.size() / 2, 1);
  }

  private void notNow(String reason) {
    failures += 1;
    if (failures == 1) surroundings.log(outbox.queueLength() + " waiting: " + reason);
  }

  private long backoff(int waitSeconds) {
    long wait = Math.max(Backoff.milliseconds(failures, surroundings::chance), waitSeconds * 1_000L);
    return Math.min(wait, Limits.BACKOFF_MOST_MILLISECONDS);
  }

  private static String tally(JSONArray outcomes) {
    Map<String, Integer> counts = new TreeMap<>();
    for (int i = 0; i < outcomes.length(); i++) {
      counts.merge(outcomes.optJSONObject(i).optString("outcome"), 1, Integer::sum);
    }
    StringBuilder tally = new StringBuilder();
    for (Map.Entry<String, Integer> one : counts.entrySet()) {
      if (tally.length() > 0) tally.append(", ");
      tally.append(one.getValue()).append(' ').append(one.getKey());
    }
    return tally.toString();
  }
}
