package id.tepat.worker.base;

/** Every number of the app, with its unit in its name. Those of the protocol are those of worker/src/limits.ts. */
public final class Limits {
  // Reports (the interface's own bounds: openapi/internal.json).
  public static final int NOTIFICATIONS_PER_REPORT = 100;
  public static final int KEY_CHARACTERS = 512;
  public static final int MARK_CHARACTERS = 255;
  public static final int SERVER_ADDRESS_CHARACTERS = 255;
  public static final int PAIRING_CODE_CHARACTERS = 200;
  public static final int ERROR_CHARACTERS = 1_000;
  public static final int REQUEST_MILLISECONDS = 30_000;
  public static final int ANSWER_BYTES = 1024 * 1024;

  // The queue.
  public static final int IDENTITIES_SEEN = 10_000;
  public static final int QUEUE_LENGTH_WARNING = 10_000;
  public static final int REFUSED_NOTIFICATIONS = 1_000;
  /** What has left the phone, kept for the person who wants to see it. */
  public static final int SENT_NOTIFICATIONS = 500;
  /** What the disk did not take, kept in memory until it does. */
  public static final int UNWRITTEN_NOTIFICATIONS = 1_000;

  /** So often the server may fail with its own error before the others are sent ahead of what it fails at. */
  public static final int FAILURES_BEFORE_DETOUR = 4;

  // Waits.
  public static final long HEARTBEAT_MILLISECONDS = 30_000;
  public static final long DEVICE_REFRESH_MILLISECONDS = 60_000;
  public static final long APPROVAL_POLL_MILLISECONDS = 10_000;
  public static final long BACKOFF_FIRST_MILLISECONDS = 1_000;
  public static final long BACKOFF_MOST_MILLISECONDS = 60_000;
  public static final long SELF_TEST_MILLISECONDS = 10_000;
  /** Android binds the listener some time after the process has started. */
  public static final long LISTENER_GRACE_MILLISECONDS = 60_000;
  /** A summary may come before what it sums up. */
  public static final long SUMMARY_MILLISECONDS = 2_000;
  public static final long UNWRITTEN_RETRY_MILLISECONDS = 5_000;
  /** Android wakes a sleeping phone for an app at most every nine minutes. */
  public static final long ALARM_MILLISECONDS = 9 * 60_000;
  public static final long JOB_MILLISECONDS = 15 * 60_000;
  /** Without a word of the gateway for so long, the phone does not guard. */
  public static final long GATEWAY_SILENT_MILLISECONDS = 3 * 60_000;

  // The screens.
  public static final int TRANSFERS_SHOWN = 10;

  private Limits() {}
}
