package id.tepat.worker;

/** Wakes a sleeper. A ring that nobody has waited for yet is not lost. */
final class Bell {
  private boolean rung;

  synchronized void ring() {
    rung = true;
    notifyAll();
  }

  /** Until it rings, or for so long, by a clock that nobody sets. */
  synchronized void await(long milliseconds) throws InterruptedException {
    long end = System.nanoTime() + milliseconds * 1_000_000L;
    while (!rung) {
      long left = (end - System.nanoTime()) / 1_000_000L;
      if (left <= 0) return;
      wait(left);
    }
    rung = false;
  }
}
