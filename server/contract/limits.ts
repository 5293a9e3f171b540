/** The numbers of the specification, and bounds that several files share, each with its unit in its name. */

export const limits = {
  // Amounts (specification 2.2, 8; decisions 1). Whole rupiah, exact in every JSON reader.
  uniqueAmountMin: 1,
  uniqueAmountMax: 999,
  paymentTotalMax: Number.MAX_SAFE_INTEGER,
  paymentAmountMax: Number.MAX_SAFE_INTEGER - 999,
  /** Tag 54 of a QRIS code has room for 13 digits. */
  qrisAmountMax: 9_999_999_999_999,

  // Texts, in characters (decisions 1).
  paymentCodeCharacters: 128,
  textCharacters: 255,
  customerPhoneCharacters: 50,
  urlCharacters: 2048,
  orderItems: 500,

  // Requests.
  bodyBytes: 256 * 1024,
  /** Of all bodies that a process holds at once, and of those from one address (an IPv6 address: its /64). */
  heldBodyBytes: 24 * 1024 * 1024,
  heldBodyBytesPerAddress: 4 * 1024 * 1024,
  jsonDepth: 32,
  createsPerStatement: 100,
  readsPerStatement: 100,
  listsPerStatement: 10,
  reportsPerStatement: 30,
  /** How many of a request's unknown fields are named in its answer, and how much of each name. */
  ignoredFieldsNamed: 20,
  ignoredFieldCharacters: 64,
  /** How old what `/metrics` says may be, and how long clients may keep `/openapi.json`. */
  metricsAgeMilliseconds: 1_000,
  contractAgeSeconds: 300,
  headerBytes: 16 * 1024,
  /** As many as uWebSockets.js can read. */
  headerCount: 98,
  /** A client must have sent its headers, then its whole body, within these times. */
  headerMilliseconds: 10_000,
  requestMilliseconds: 15_000,
  /** A body that took longer has its sender's credential checked again. */
  slowBodyMilliseconds: 100,
  /** A request that was received whole is answered by then, if only with `internal_error`. */
  answerMilliseconds: 10_000,
  /** One that waits for a merchant's receiver, which may take 15 seconds of its own. */
  receiverAnswerMilliseconds: 25_000,
  keepAliveMilliseconds: 65_000,
  /** How much of a body nobody wants is still read, so that the client gets to read the answer. */
  drainBytes: 1024 * 1024,
  drainMilliseconds: 2_000,
  drainsAtOnce: 100,
  /** How long a listener that is told to stop waits for requests in flight. */
  closeMilliseconds: 5_000,

  // Answers that go on: the checkout page's server-sent events.
  streams: 20_000,
  /** Many customers of a mobile network share one address. */
  streamsPerAddress: 200,
  streamUnreadBytes: 16 * 1024,
  /** How long the reader of a long answer may take nothing of it. */
  readerMilliseconds: 30_000,
  streamKeepAliveSeconds: 15,
  /** How often what is watched is read again, should a notification have been lost. */
  watchSeconds: 15,
  watchRetryMilliseconds: 1_000,
  paymentsPerRead: 500,

  // The dashboard's server-sent events.
  dashboardStreams: 5_000,
  streamsPerSession: 20,
  streamsPerMerchant: 100,
  /** Between two looks at what has changed. A session that was ended loses its streams within a second. */
  dashboardLookMilliseconds: 700,
  /** Between two events of one kind. */
  dashboardTellMilliseconds: 1_000,
  merchantsPerLook: 200,
  /** Devices, and accounts, of one merchant whose changes are noticed: the newest ones. */
  rowsWatched: 100,
  deedsWatched: 20,

  // Lists (specification 8).
  perPageDefault: 20,
  perPageMax: 100,

  // Rates (specification 8; decisions 1).
  rateWindowSeconds: 60,
  readsPerWindow: 3000,
  writesPerWindow: 600,
  /** Of one address: whole towns share one behind their carrier's NAT. */
  checkoutReadsPerWindow: 3000,
  workerReportsPerWindow: 1200,
  dashboardCallsPerWindow: 600,

  // Credentials (design notes 3 and 4).
  credentialCharacters: 128,
  /** A revoked key is refused within a second by every process: it is remembered for less, from the question on. */
  credentialTrustMilliseconds: 900,
  credentialRefreshMilliseconds: 450,
  credentialsRemembered: 10_000,
  credentialsPerStatement: 100,
  totpFailures: 5,
  /** Of all sessions of a merchant together; each has `totpFailures` of its own. */
  totpFailuresOfSessions: 20,
  totpFailureWindowSeconds: 15 * 60,
  /** Between two warnings to one merchant of wrong codes that came with its API key. */
  guessedCodesPauseSeconds: 60 * 60,
  activeApiKeys: 5,
  recoveryCodes: 10,
  /** How long an authenticator app may take from the QR code to its first code. */
  totpOfferSeconds: 15 * 60,
  pairingOfferSeconds: 10 * 60,

  // Signing in to the dashboard.
  passwordCharactersMin: 10,
  passwordCharactersMax: 255,
  /** Argon2id takes 19 MiB each: this many at once, and no more than this many who wait. */
  passwordHashesAtOnce: 2,
  passwordHashesWaiting: 50,
  /** Apart from them, for accounts at which somebody is known: by a session or by the cookie of an earlier one. */
  passwordHashesWaitingOfKnown: 50,
  passwordHashesWaitingOfAccount: 2,
  /** What somebody is told to wait who comes after them. */
  busySeconds: 2,
  /** From one network, in one window, at one account and at all of them. */
  signInAttemptsPerAccountAndNetwork: 10,
  signInAttemptsPerAddress: 50,
  signInWindowSeconds: 15 * 60,
  /** In one day, from all networks, before delays that double from a second to the longest. */
  signInAttemptsPerAccount: 20,
  signInAttemptsPerBrowser: 10,
  signInDelaySecondsMax: 15 * 60,
  signInDaySeconds: 24 * 60 * 60,
  /** What follows from these: the most that strangers can guess at one account in a day. */
  signInGuessesPerAccountAndDay: 124,
  browserKnownSeconds: 180 * 24 * 60 * 60,
  browsersPerMerchant: 50,
  /** Refused sign-ins are in the audit log so soon, and those of one network are counted for so long. */
  refusalsSettleSeconds: 2 * 60,
  refusalsReportedSeconds: 60 * 60,
  refusalsPerReport: 500,
  sessionIdleSeconds: 12 * 60 * 60,
  sessionSeconds: 7 * 24 * 60 * 60,
  sessionsPerMerchant: 50,
  /** How often the use of a session or a key is written down at most. */
  useNotedSeconds: 60,
  /** How long one code confirms the person at the browser. */
  confirmationSeconds: 5 * 60,
  passwordResetSeconds: 30 * 60,
  /** Longer than it takes to write down that one was asked for. */
  passwordResetAnswerMilliseconds: 250,
  /** Between two e-mails to one merchant. */
  passwordResetPauseSeconds: 5 * 60,
  userAgentCharacters: 255,

  // Payments, as the dashboard shows them.
  /** How many payments one search looks at. */
  paymentsPerSearch: 10_000,
  paymentsPerExportedPart: 1000,
  attemptsShown: 200,
  failingDeliveriesCounted: 1000,
  overviewDaysDefault: 30,
  overviewDaysMax: 90,
  endedPaymentsPerCount: 1000,

  // Accounts, as the dashboard makes them.
  /** Of a static code (EMVCo, Merchant-Presented Mode 1.1, 3.1). */
  qrisCharacters: 512,
  additionalSteps: 10,
  instructionCharacters: 1000,
  newAccountQuotaDays: 30,
  /** What an operator may set; days that are bought or granted come on top, and an integer of PostgreSQL holds them. */
  accountQuotaMax: 1_000_000,
  quotaDaysShown: 400,
  quotaGrantsShown: 100,
  quotaDaysPerOrder: 3650,
  quotaPriceMax: 1_000_000_000,
  quotaOrderHours: 24,
  /** Each keeps a total of the operator's for as many hours, and all of them would be gone at 999. */
  unpaidQuotaOrders: 10,

  // What one merchant can have of itself. What somebody did, such as payments and transfers, has no such end.
  accountsPerMerchant: 200,
  /** Pairs of an app and a phone, or of an app alone, that accounts have listened to. */
  matchingPoolsPerMerchant: 1000,
  /** Revoked ones too, as transfers and accounts name them. */
  devicesPerMerchant: 500,
  devicesWaitingForApproval: 20,
  pairingOffersPerMerchant: 20,
  /** Of those that sign: rotations of one day. */
  webhookSecretsInForce: 10,
  /** The newest are kept, so that it can be told when they ended. */
  revokedApiKeys: 50,
  /** Tables of payments that are being read, in one process. */
  exportsUnderWay: 3,
  unreadTexts: 2000,
  unreadTextBytes: 4 * 1024 * 1024,
  /** Younger ones are not given up for newer ones: who floods writes little. */
  unreadTextKeptSeconds: 60 * 60,

  // Worker reports (decisions 3).
  notificationsPerReport: 100,
  notificationTextCharacters: 8192,
  notificationKeyCharacters: 512,
  unreadTextDays: 7,

  // Which transfer pays which payment. The first four stand in db/functions/ too, and a test compares them.
  /** How long before its payment was created a transfer may be posted, for a phone whose clock runs behind. */
  postingToleranceSeconds: 120,
  latePaymentDays: 7,
  /** How far apart two apps of one phone, or two phones of one account, may announce one payment. */
  announcementSeconds: 10,
  /** Among more reports of one text within twice as long none is taken for another announcement of one payment. */
  announcementsMax: 100,
  /** Payments or transfers that are looked at for one that resembles, and how many are shown. */
  nearMissesLookedAt: 1000,
  nearMissesShown: 10,

  // Device health.
  /** Four heartbeats. */
  deviceSilentSeconds: 120,
  /**
   * Without a round of the watch for so long, devices may not have been heard. Two heartbeats: a phone that missed as many
   * is heard again before it has been silent for too long.
   */
  deviceWatchGapSeconds: 60,
  /** A report moves the time of the last sign of life no more often than a heartbeat does. */
  deviceSeenLatelySeconds: 30,
  queueGrowingSeconds: 120,
  batteryLowPercent: 15,
  listenerErrorCharacters: 1000,
  /** Ranges of numbers that never came, for each device. */
  missingSequenceRanges: 100,
  /** What did not come by then will not; the numbers stay listed, but are no warning any more. */
  sequenceGapHours: 24,
  /** How old the figures of `/metrics` may be. */
  deviceFiguresSeconds: 5,

  // Clocks.
  /** How far apart the clocks of a process and of the database may be before somebody is told. */
  clockDifferenceSeconds: 5,

  // An operator's own rules.
  rulesFileBytes: 1024 * 1024,
  rulesFileLookSeconds: 10,
  ruleTemplateCharacters: 1000,
  /** Parts of any wording in one template. Two cost 60 ms on the longest text, three of `{text}` minutes. */
  ruleWordings: 2,

  // Webhooks (decisions 4; design notes 1).
  webhookBodyBytes: 20 * 1024,
  webhookSecretOverlapHours: 24,
  webhookAttemptsUnderWay: 100,
  webhookAttemptsUnderWayPerMerchant: 10,
} as const;
