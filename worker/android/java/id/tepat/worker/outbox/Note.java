package id.tepat.worker.outbox;

/** Small facts that outlive the process. */
public enum Note {
  REGISTRATION,
  /** Created once, so that the device keeps its identity on the server when it registers again. */
  INSTALLATION_ID,
  /** The watched packages that the gateway named last: a JSON array. */
  PACKAGES,
  /** The number of accounts for these packages, if the gateway states it. */
  ACCOUNTS,
  /** The status that the gateway reports: PENDING or ACTIVE; UNKNOWN if it no longer knows the phone. */
  DEVICE_STATUS,
  LAST_NOTIFICATION_AT,
  /** The time of the gateway's last good response, and the problem since then. */
  HEARD_AT,
  GATEWAY_PROBLEM,
  LISTENING_SINCE,
  /** Why notifications cannot be read. The heartbeat reports it. */
  LISTENER_ERROR,
  /** The text that Android showed in place of the self-test's text. */
  HIDDEN_TEXT,
  SELF_TEST_AT,
  /** Set when Android hid the self-test's one-time code. It does no harm. */
  CODES_HIDDEN,
  /** The self-test's result since the last answered heartbeat: true or false. */
  TEXTS_HIDDEN,
  /** When the queue was found damaged, until the person has read that. */
  QUEUE_DAMAGED,
  /** The same time, until a heartbeat with it is answered. */
  QUEUE_DAMAGE_UNTOLD,
  /** The number of the phone's last start, as Android counts them. */
  BOOT,
  /** When the phone restarted and when the app ran again, until a heartbeat with both is answered. */
  RESTART_UNTOLD,
  /** Set when the person says that the phone maker's settings are done. The app cannot check them. */
  VENDOR_DONE
}
