/** Every number of the Worker, with its unit in its name. */

export const limits = {
  // Reading the notifications.
  pollSecondsDefault: 2,
  pollSecondsMin: 0.02,
  pollSecondsMax: 60,
  /** Without notification access, `termux-notification-list` hangs and says nothing. */
  commandMilliseconds: 15_000,
  commandOutputBytes: 8 * 1024 * 1024,
  /** Android shows an app at most 50 notifications, so none is forgotten while it can still be listed. */
  identitiesSeen: 10_000,
  /** How long the notification of the self-test may take to be listed. */
  selfTestLooks: 10,
  selfTestLookMilliseconds: 1_000,

  // Reports (the interface's own bounds: openapi/internal.json).
  notificationsPerReport: 100,
  keyCharacters: 512,
  errorCharacters: 1_000,
  pairingCodeCharacters: 200,
  requestMilliseconds: 30_000,
  answerBytes: 1024 * 1024,

  // The queue.
  /** Nothing is thrown away above it, 3.4 MB as measured, but somebody is told: that many payments mean an outage. */
  queueLengthWarning: 10_000,
  refusedNotifications: 1_000,

  /** So often the server may fail with its own error before the others are sent ahead of what it fails at. */
  failuresBeforeDetour: 4,

  // Waits.
  heartbeatMilliseconds: 30_000,
  deviceRefreshMilliseconds: 60_000,
  /** While the merchant has to approve the phone, or somebody to register it again. */
  approvalPollMilliseconds: 10_000,
  backoffFirstMilliseconds: 1_000,
  backoffMostMilliseconds: 60_000,
} as const;
