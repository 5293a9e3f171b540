package id.tepat.worker.outbox;

/** Small facts that outlive the process. */
public enum Note {
  REGISTRATION,
  /** Made once: registering again keeps the device's identity on the server. */
  INSTALLATION_ID,
  /** As the gateway last named them: a JSON array. */
  PACKAGES,
  /** How many accounts they stand for, where the gateway says so. */
  ACCOUNTS,
  /** The gateway's word: PENDING, ACTIVE; UNKNOWN when it does not know the phone any more. */
  DEVICE_STATUS,
  LAST_NOTIFICATION_AT,
  /** The gateway's last good answer, and what was wrong since. */
  HEARD_AT,
  GATEWAY_PROBLEM,
  LISTENING_SINCE,
  /** Why notifications cannot be read; the heartbeat tells it. */
  LISTENER_ERROR,
  /** What Android showed in place of the self-test's text. */
  HIDDEN_TEXT,
  SELF_TEST_AT,
  /** What the self-test found since the last answered heartbeat: true or false. */
  TEXTS_HIDDEN,
  /** The person has done what the maker of the phone asks for; only they know. */
  VENDOR_DONE
}
