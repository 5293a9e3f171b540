package id.tepat.worker.sending;

import id.tepat.worker.base.Limits;

/**
 * Computes waits that double. Each wait is random within its upper half, so that phones do not all retry at the same
 * time.
 */
public final class Backoff {
  /** Returns a random number from 0 (included) to 1 (excluded). */
  public interface Chance {
    double next();
  }

  public static long milliseconds(int failures, Chance chance) {
    double doubled = Limits.BACKOFF_FIRST_MILLISECONDS * Math.pow(2, Math.max(failures - 1, 0));
    double longest = Math.min(doubled, Limits.BACKOFF_MOST_MILLISECONDS);
    return (long) (longest * (0.5 + 0.5 * chance.next()));
  }

  private Backoff() {}
}
