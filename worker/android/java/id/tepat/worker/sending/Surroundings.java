package id.tepat.worker.sending;

import id.tepat.worker.http.Gateway;

/** The steps' access to clocks, chance, log, battery and gateway. Tests can replace it. */
public interface Surroundings {
  long now();

  /** Returns milliseconds of a clock that cannot be set. */
  long elapsed();

  double chance();

  /** Writes a line to the phone's log. Never pass a token or a notification's text. */
  void log(String message);

  /** Returns the battery's charge in per cent, or null if it is unknown. */
  Integer battery();

  /**
   * Returns null before the first registration, and if the token's key is lost. Call this each time,
   * because a new registration takes effect at once.
   */
  Gateway gateway();

  /** Called when the gateway's data about this phone has changed. */
  void told();
}
