package id.tepat.worker.sending;

import id.tepat.worker.http.Gateway;

/** What the steps know of the world, so that tests can stand in for it. */
public interface Surroundings {
  long now();

  /** Milliseconds by a clock that nobody sets. */
  long elapsed();

  double chance();

  /** A line for the phone's log: never a token, never a notification's text. */
  void log(String message);

  /** In per cent; null when nobody knows. */
  Integer battery();

  /** Null before the first registration, and without the key of its token. Read each time: registering again takes effect at once. */
  Gateway gateway();

  /** What the gateway says of this phone is new. */
  void told();
}
