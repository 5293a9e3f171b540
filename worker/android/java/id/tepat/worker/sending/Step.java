package id.tepat.worker.sending;

/** Work that a Loop repeats. */
public interface Step {
  /** The wait of a step without work: until its bell rings. */
  long UNTIL_THE_BELL = Long.MAX_VALUE / 10_000_000L;

  /** Runs the step. Returns the wait before the next run, in milliseconds. */
  long run();
}
