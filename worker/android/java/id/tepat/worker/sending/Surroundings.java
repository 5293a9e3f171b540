package id.tepat.worker.sending;

import id.tepat.worker.http.Gateway;

/** The steps' view of the world, which tests can replace. */
public interface Surroundings {
  long now();

  /** Milliseconds by a clock that cannot be set. */
  long elapsed();

  double chance();

  /** A line for the phone's log: never a token, never a notification's text. */
  void log(String message);

  /** In per cent; null if unknown. */
  Integer battery();

  /**
   * Null before the first registration, and without the key of its token. Read it each time, because a new
   * registration takes effect at once.
   */
  Gateway gateway();

  /** The gateway's data about this phone has changed. */
  void told();
}
