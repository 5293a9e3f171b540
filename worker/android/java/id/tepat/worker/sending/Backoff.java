package id.tepat.worker.sending;

import id.tepat.worker.base.Limits;

/** Doubling waits, each taken at random from its upper half so that phones do not come back all at once. */
public final class Backoff {
  /** A number from 0 up to 1. */
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
