package id.tepat.worker.base;

/** All limits of the app, with the unit in the name. The protocol's limits are the same in worker/src/limits.ts. */
public final class Limits {
  // Reports, with the bounds of openapi/internal.json.
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
  /** The sent notifications that stay on the phone, so that the person can look at them. */
  public static final int SENT_NOTIFICATIONS = 500;
  /** The notifications kept in memory while the disk is full. */
  public static final int UNWRITTEN_NOTIFICATIONS = 1_000;

  /** The files of damaged queues that stay on the phone. */
  public static final int DAMAGED_FILES = 20;
  /** The highest number that every program reads exactly. A higher number is a sign of damage. */
  public static final long SEQUENCE_MOST = 9_007_199_254_740_991L;

  /** The number of server errors for one report after which the other reports are sent first. */
  public static final int FAILURES_BEFORE_DETOUR = 4;

  // Waits.
  public static final long HEARTBEAT_MILLISECONDS = 30_000;
  public static final long DEVICE_REFRESH_MILLISECONDS = 60_000;
  public static final long APPROVAL_POLL_MILLISECONDS = 10_000;
  public static final long BACKOFF_FIRST_MILLISECONDS = 1_000;
  public static final long BACKOFF_MOST_MILLISECONDS = 60_000;
  public static final long SELF_TEST_MILLISECONDS = 10_000;
  /** Android binds the listener some time after the process starts. */
  public static final long LISTENER_GRACE_MILLISECONDS = 60_000;
  /** A summary might arrive before the notifications that it contains. */
  public static final long SUMMARY_MILLISECONDS = 2_000;
  public static final long UNWRITTEN_RETRY_MILLISECONDS = 5_000;
  /**
   * The interval of the alarm. Android wakes a sleeping phone for an app at most every nine
   * minutes.
   */
  public static final long ALARM_MILLISECONDS = 9 * 60_000;
  public static final long JOB_MILLISECONDS = 15 * 60_000;
  /** The silence of the gateway after which the app says that the phone is not watching. */
  public static final long GATEWAY_SILENT_MILLISECONDS = 3 * 60_000;

  // The screens.
  public static final int TRANSFERS_SHOWN = 10;

  private Limits() {}
}
