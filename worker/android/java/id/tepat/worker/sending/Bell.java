package id.tepat.worker.sending;

/** Wakes a waiting thread. A ring before the wait is not lost. */
public final class Bell {
  private boolean isRung;
  private boolean isRoused;

  /**
   * Signals new work. Threads that wait for work wake up; threads that wait for better conditions do
   * not.
   */
  public synchronized void ring() {
    isRung = true;
    notifyAll();
  }

  /** Signals better conditions. All waiting threads wake up. */
  public synchronized void rouse() {
    isRoused = true;
    notifyAll();
  }

  /** Waits for at most this time, by a clock that cannot be set. */
  public synchronized void await(long milliseconds) throws InterruptedException {
    boolean hearsRings = milliseconds == Step.UNTIL_THE_BELL;
    long end = System.nanoTime() + milliseconds * 1_000_000L;
    while (!isRoused && !(hearsRings && isRung)) {
      long left = (end - System.nanoTime()) / 1_000_000L;
      if (left <= 0) return;
      wait(left);
    }
    isRoused = false;
    if (hearsRings) isRung = false;
  }
}
