package id.tepat.worker.sending;

/**
 * Runs a step repeatedly, with the wait that the step returns. The loop logs an unexpected error, such as a full disk,
 * and tries the step again, while the other loops continue.
 */
public final class Loop {
  public final Bell bell = new Bell();
  private final Step step;
  private final Surroundings surroundings;
  private final Thread thread;

  public Loop(String name, Step step, Surroundings surroundings) {
    this.step = step;
    this.surroundings = surroundings;
    thread = new Thread(this::repeat, name);
  }

  public void start() {
    thread.start();
  }

  public void stop() throws InterruptedException {
    thread.interrupt();
    thread.join();
  }

  private void repeat() {
    int failures = 0;
    while (!thread.isInterrupted()) {
      long milliseconds;
      try {
        milliseconds = step.run();
        failures = 0;
      } catch (RuntimeException e) {
        failures += 1;
        surroundings.log("Unexpected: " + e);
        milliseconds = Backoff.milliseconds(failures, surroundings::chance);
      }
      try {
        bell.await(milliseconds);
      } catch (InterruptedException stopped) {
        return;
      }
    }
  }
}
