package id.tepat.worker.sending;

/** Wakes a sleeper. A ring that nobody has waited for yet is not lost. */
public final class Bell {
  private boolean isRung;
  private boolean isRoused;

  /** There is something to do: heard by who waits for that, and not by who waits for better times. */
  public synchronized void ring() {
    isRung = true;
    notifyAll();
  }

  /** The times are better: heard by everybody. */
  public synchronized void rouse() {
    isRoused = true;
    notifyAll();
  }

  /** So long, by a clock that nobody sets. */
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
