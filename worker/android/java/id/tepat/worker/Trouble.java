package id.tepat.worker;

/** What cannot be written to a disk that is full. */
final class Trouble {
  static volatile boolean diskIsFull;

  private Trouble() {}
}
