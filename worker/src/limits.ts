/** All limits of the Worker, with the unit in the name. */

export const limits = {
  // Reading the notifications.
  pollSecondsDefault: 2,
  pollSecondsMin: 0.02,
  pollSecondsMax: 60,
  /**
   * The timeout of a Termux program. Without notification access, `termux-notification-list` hangs
   * without a message.
   */
  commandMilliseconds: 15_000,
  commandOutputBytes: 8 * 1024 * 1024,
  /**
   * The number of remembered identities. Android shows at most 50 notifications of an app, so no identity is
   * forgotten while its notification can still be listed.
   */
  identitiesSeen: 10_000,
  /** The number of times that the self-test looks for its own notification. */
  selfTestLooks: 10,
  selfTestLookMilliseconds: 1_000,

  // Bounds of a report, as in the API (openapi/internal.json).
  notificationsPerReport: 100,
  keyCharacters: 512,
  errorCharacters: 1_000,
  serverAddressCharacters: 255,
  pairingCodeCharacters: 200,
  requestMilliseconds: 30_000,
  answerBytes: 1024 * 1024,

  // The queue.
  /**
   * The queue's length from which a warning is logged, because it means an outage. Nothing is dropped: a queue of this
   * length takes 3.4 MB (measured).
   */
  queueLengthWarning: 10_000,
  refusedNotifications: 1_000,

  /** The number of server errors for one notification after which the others are sent first. */
  failuresBeforeDetour: 4,

  // Waits.
  heartbeatMilliseconds: 30_000,
  deviceRefreshMilliseconds: 60_000,
  /** The wait between attempts while the phone is not approved or not registered. */
  approvalPollMilliseconds: 10_000,
  backoffFirstMilliseconds: 1_000,
  backoffMostMilliseconds: 60_000,
} as const;
