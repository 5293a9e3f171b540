package id.tepat.worker.sending;

/** Something that is done again and again. */
public interface Step {
  /** How long a step waits that has nothing to do: until its bell rings. */
  long UNTIL_THE_BELL = Long.MAX_VALUE / 10_000_000L;

  /** Answers the wait until the next, in milliseconds. */
  long run();
}
