package id.tepat.worker.outbox;

/** A problem that cannot be stored because the disk is full. */
public final class Trouble {
  public static volatile boolean diskIsFull;

  private Trouble() {}
}
