package id.tepat.worker.outbox;

/** What cannot be written to a disk that is full. */
public final class Trouble {
  public static volatile boolean diskIsFull;

  private Trouble() {}
}
