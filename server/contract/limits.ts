/** The numbers of the specification, and bounds that several files share. Each name contains the unit. */

export const limits = {
  // Amounts (specification 2.2 and 8), in whole rupiah, which every JSON reader reads exactly.
  uniqueAmountMin: 1,
  uniqueAmountMax: 999,
  paymentTotalMax: Number.MAX_SAFE_INTEGER,
  paymentAmountMax: Number.MAX_SAFE_INTEGER - 999,
  /** Tag 54 of a QRIS code has room for 13 digits. */
  qrisAmountMax: 9_999_999_999_999,

  // Texts, in characters.
  paymentCodeCharacters: 128,
  textCharacters: 255,
  customerPhoneCharacters: 50,
  urlCharacters: 2048,
  orderItems: 500,

  // Requests.
  bodyBytes: 256 * 1024,
  /**
   * The bytes of all bodies that a process holds at once, and of those from one address (for IPv6: one /64 network).
   */
  heldBodyBytes: 24 * 1024 * 1024,
  heldBodyBytesPerAddress: 4 * 1024 * 1024,
  jsonDepth: 32,
  createsPerStatement: 100,
  readsPerStatement: 100,
  listsPerStatement: 10,
  reportsPerStatement: 30,
  /** How many unknown fields of a request its answer names, and how many characters of each name. */
  ignoredFieldsNamed: 20,
  ignoredFieldCharacters: 64,
  /** How old the figures of `/metrics` may be, and how long clients may keep `/openapi.json`. */
  metricsAgeMilliseconds: 1_000,
  contractAgeSeconds: 300,
  headerBytes: 16 * 1024,
  /** uWebSockets.js cannot read more. */
  headerCount: 98,
  /** The times within which a client must have sent its headers, and then its whole body. */
  headerMilliseconds: 10_000,
  requestMilliseconds: 15_000,
  /** If a body took longer, its sender's credential is checked again. */
  slowBodyMilliseconds: 100,
  /** The time within which a completely received request is answered, if only with `internal_error`. */
  answerMilliseconds: 10_000,
  /** The same for a request that waits for a merchant's receiver, which itself may take 15 seconds. */
  receiverAnswerMilliseconds: 25_000,
  keepAliveMilliseconds: 65_000,
  /** How much of an unwanted body is still read, so that the client can read the answer. */
  drainBytes: 1024 * 1024,
  drainMilliseconds: 2_000,
  drainsAtOnce: 100,
  /** How long a listener that is told to stop waits for requests in flight. */
  closeMilliseconds: 5_000,

  // Answers that stay open: the checkout page's server-sent events.
  streams: 20_000,
  /** Many customers of a mobile network share one address. */
  streamsPerAddress: 200,
  streamUnreadBytes: 16 * 1024,
  /** How long the reader of a long answer may stop reading before the connection is closed. */
  readerMilliseconds: 30_000,
  streamKeepAliveSeconds: 15,
  /** How often watched payments are read again, in case a notification was lost. */
  watchSeconds: 15,
  watchRetryMilliseconds: 1_000,
  paymentsPerRead: 500,

  // The stream of a merchant's events, for its developers' machines.
  merchantEventStreams: 200,
  merchantEventStreamsPerMerchant: 5,
  merchantEventLookMilliseconds: 500,
  /** How far back a lost stream may be continued. */
  merchantEventReachSeconds: 24 * 60 * 60,
  /** No transaction takes longer to become visible. Events of so many seconds are sent twice rather than lost. */
  merchantEventOverlapSeconds: 60,

  // The dashboard's server-sent events.
  dashboardStreams: 5_000,
  streamsPerSession: 20,
  streamsPerMerchant: 100,
  /** The time between two looks for changes. A session that was ended loses its streams within a second. */
  dashboardLookMilliseconds: 700,
  /** The time between two events of one kind. */
  dashboardTellMilliseconds: 1_000,
  merchantsPerLook: 200,
  /** How many devices and accounts of one merchant, the newest ones, are watched for changes. */
  rowsWatched: 100,
  deedsWatched: 20,

  // Lists (specification 8).
  perPageDefault: 20,
  perPageMax: 100,

  // Rates (specification 8).
  rateWindowSeconds: 60,
  readsPerWindow: 3000,
  writesPerWindow: 600,
  /** For one address: whole towns share an address behind their carrier's NAT. */
  checkoutReadsPerWindow: 3000,
  workerReportsPerWindow: 1200,
  dashboardCallsPerWindow: 600,

  // Credentials.
  credentialCharacters: 128,
  /**
   * How long a process remembers a key, counted from the question. It is less than a second, so every process refuses a
   * revoked key within a second.
   */
  credentialTrustMilliseconds: 900,
  credentialRefreshMilliseconds: 450,
  credentialsRemembered: 10_000,
  credentialsPerStatement: 100,
  totpFailures: 5,
  /** For all sessions of a merchant together; each session has `totpFailures` of its own. */
  totpFailuresOfSessions: 20,
  totpFailureWindowSeconds: 15 * 60,
  /** The time between two warnings to one merchant about wrong codes that came with its API key. */
  guessedCodesPauseSeconds: 60 * 60,
  activeApiKeys: 5,
  recoveryCodes: 10,
  /** How long an offer of a TOTP secret is valid, from the QR code to the app's first code. */
  totpOfferSeconds: 15 * 60,
  pairingOfferSeconds: 10 * 60,

  // Signing in to the dashboard.
  passwordCharactersMin: 10,
  passwordCharactersMax: 255,
  /** Argon2id takes 19 MiB each: how many run at once, and how many may wait. */
  passwordHashesAtOnce: 2,
  passwordHashesWaiting: 50,
  /** More places to wait, for accounts with a session or a browser that was signed in before. */
  passwordHashesWaitingOfKnown: 50,
  passwordHashesWaitingOfAccount: 2,
  /** How many seconds a person is told to wait when all places are taken. */
  busySeconds: 2,
  /** Attempts from one network in one window, for one account and for all accounts. */
  signInAttemptsPerAccountAndNetwork: 10,
  signInAttemptsPerAddress: 50,
  signInWindowSeconds: 15 * 60,
  /**
   * Free attempts for one account in one day from all networks. After them delays double from a second to the longest.
   */
  signInAttemptsPerAccount: 20,
  signInAttemptsPerBrowser: 10,
  signInDelaySecondsMax: 15 * 60,
  signInDaySeconds: 24 * 60 * 60,
  /** The result of these numbers: the most guesses that strangers can make at one account in a day. */
  signInGuessesPerAccountAndDay: 124,
  browserKnownSeconds: 180 * 24 * 60 * 60,
  browsersPerMerchant: 50,
  /** How soon refused sign-ins reach the audit log, and for how long those of one network are counted together. */
  refusalsSettleSeconds: 2 * 60,
  refusalsReportedSeconds: 60 * 60,
  refusalsPerReport: 500,
  sessionIdleSeconds: 12 * 60 * 60,
  sessionSeconds: 7 * 24 * 60 * 60,
  sessionsPerMerchant: 50,
  /** How often the use of a session or a key is written at most. */
  useNotedSeconds: 60,
  /** How long one code confirms the person at the browser. */
  confirmationSeconds: 5 * 60,
  passwordResetSeconds: 30 * 60,
  /** The answer takes this long, which is longer than writing the request for an e-mail takes. */
  passwordResetAnswerMilliseconds: 250,
  /** The time between two e-mails to one merchant. */
  passwordResetPauseSeconds: 5 * 60,
  userAgentCharacters: 255,

  // Payments in the dashboard.
  /** How many payments one search looks at. */
  paymentsPerSearch: 10_000,
  paymentsPerExportedPart: 1000,
  attemptsShown: 200,
  failingDeliveriesCounted: 1000,
  overviewDaysDefault: 30,
  overviewDaysMax: 90,
  endedPaymentsPerCount: 1000,

  // Accounts in the dashboard.
  /** The length of a static code (EMVCo, Merchant-Presented Mode 1.1, 3.1). */
  qrisCharacters: 512,
  additionalSteps: 10,
  instructionCharacters: 1000,
  newAccountQuotaDays: 30,
  /**
   * The most that an operator may set. Bought or granted days are added to it, and the sum must fit an integer of
   * PostgreSQL.
   */
  accountQuotaMax: 1_000_000,
  quotaDaysShown: 400,
  quotaGrantsShown: 100,
  quotaDaysPerOrder: 3650,
  quotaPriceMax: 1_000_000_000,
  quotaOrderHours: 24,
  /** Each unpaid order holds one of the operator's totals for as many hours, and with 999 none would be left. */
  unpaidQuotaOrders: 10,

  // How much one merchant can create for itself. Records of events, such as payments and transfers, have no such bound.
  accountsPerMerchant: 200,
  /** Pairs of an app and a phone, or an app alone, to which accounts have listened. */
  matchingPoolsPerMerchant: 1000,
  /** This includes revoked devices, because transfers and accounts refer to them. */
  devicesPerMerchant: 500,
  devicesWaitingForApproval: 20,
  pairingOffersPerMerchant: 20,
  /** How many secrets may sign at once; they come from the rotations of one day. */
  webhookSecretsInForce: 10,
  /** The newest revoked keys are kept, so that the page can show when they ended. */
  revokedApiKeys: 50,
  /** Tables of payments that one process reads at once. */
  exportsUnderWay: 3,
  unreadTexts: 2000,
  unreadTextBytes: 4 * 1024 * 1024,
  /** Younger texts are not deleted for newer ones, so a flood of texts writes little. */
  unreadTextKeptSeconds: 60 * 60,

  // Worker reports.
  notificationsPerReport: 100,
  notificationTextCharacters: 8192,
  notificationKeyCharacters: 512,
  unreadTextDays: 7,

  // Which transfer pays which payment. The first four are in db/functions/ too, and a test compares them.
  /** How long before its payment was created a transfer may be posted, because a phone's clock may run behind. */
  postingToleranceSeconds: 120,
  latePaymentDays: 7,
  /** How far apart two apps of one phone, or two phones of one account, may announce one payment. */
  announcementSeconds: 10,
  /**
   * Beyond so many reports of one text within twice that time, none is taken for a second announcement of one payment.
   */
  announcementsMax: 100,
  /** How many payments or transfers the search for a similar one looks at, and how many are shown. */
  nearMissesLookedAt: 1000,
  nearMissesShown: 10,

  // Device health.
  /** Four heartbeats. */
  deviceSilentSeconds: 120,
  /**
   * When the watch has made no round for so long, silence is counted anew, because devices may not have been heard. It
   * is the time of two heartbeats: a phone that missed two is heard again before it counts as silent.
   */
  deviceWatchGapSeconds: 60,
  /** A report updates the time of the last sign of life no more often than a heartbeat does. */
  deviceSeenLatelySeconds: 30,
  queueGrowingSeconds: 120,
  batteryLowPercent: 15,
  listenerErrorCharacters: 1000,
  /** How many ranges of missing numbers are kept for each device. */
  missingSequenceRanges: 100,
  /**
   * After so many hours a missing report will not come any more. Its number stays listed but is no longer a warning.
   */
  sequenceGapHours: 24,
  /** How old the figures of `/metrics` may be. */
  deviceFiguresSeconds: 5,

  // Clocks.
  /** From this difference between the clocks of a process and of the database on, somebody is told. */
  clockDifferenceSeconds: 5,

  // The operator's own rules.
  rulesFileBytes: 1024 * 1024,
  rulesFileLookSeconds: 10,
  ruleTemplateCharacters: 1000,
  /**
   * How many parts with any text a template may have. Two take 60 ms on the longest text; three of `{text}` take
   * minutes.
   */
  ruleWordings: 2,

  // Webhooks. Above this size the order items are left out; a body without them is always sent.
  webhookBodyBytes: 20 * 1024,
  webhookSecretOverlapHours: 24,
  webhookAttemptsUnderWay: 100,
  webhookAttemptsUnderWayPerMerchant: 10,
} as const;
