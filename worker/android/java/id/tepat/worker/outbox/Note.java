package id.tepat.worker.outbox;

/** Small facts that are stored on disk. */
public enum Note {
  REGISTRATION,
  /**
   * The installation's id. It is created once, so that the device keeps its identity on the server
   * after a new registration.
   */
  INSTALLATION_ID,
  /** The watched packages that the gateway sent last, as a JSON array. */
  PACKAGES,
  /** The number of accounts for these packages, if the gateway states it. */
  ACCOUNTS,
  /** The status that the gateway reports: PENDING or ACTIVE. UNKNOWN if it no longer knows the phone. */
  DEVICE_STATUS,
  LAST_NOTIFICATION_AT,
  /** The time of the gateway's last good response, and the problem since then. */
  HEARD_AT,
  GATEWAY_PROBLEM,
  LISTENING_SINCE,
  /** The reason why notifications cannot be read. The heartbeat reports it. */
  LISTENER_ERROR,
  /** The text that Android showed instead of the self-test's text. */
  HIDDEN_TEXT,
  SELF_TEST_AT,
  /** Set if Android hid the self-test's one-time code. This causes no problem. */
  CODES_HIDDEN,
  /** The self-test's result (true or false), until a heartbeat with it is acknowledged. */
  TEXTS_HIDDEN,
  /** The time when the queue was found damaged, until the person has read about it. */
  QUEUE_DAMAGED,
  /** The same time, until a heartbeat with it is acknowledged. */
  QUEUE_DAMAGE_UNTOLD,
  /** The number of the phone's last start, as Android counts starts. */
  BOOT,
  /**
   * The times when the phone restarted and when the app ran again, until a heartbeat with both is
   * acknowledged.
   */
  RESTART_UNTOLD,
  /**
   * Set when the person confirms that the phone maker's settings are done. The app cannot check them.
   */
  VENDOR_DONE
}
