/**
 * The numbers of the specification, and bounds that several files share. Each name contains the unit. Those that
 * statements need too become functions of the database: scripts/sql-limits.ts.
 */

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
  /** A payment's metadata: the keys, and the characters of each key and value. */
  metadataKeys: 20,
  metadataKeyCharacters: 40,
  metadataValueCharacters: 500,

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
  /** The unknown fields of a request that its response names, and each name's characters. */
  ignoredFieldsNamed: 20,
  ignoredFieldCharacters: 64,
  /** The largest age of `/metrics` and of the connection of `/readyz`, and the cache time of `/openapi.json`. */
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
  /** The time limit of the response to a complete request, if only `internal_error`. */
  answerMilliseconds: 10_000,
  /** The same for a request that waits for a merchant's server: see `webhookExchangeMilliseconds`. */
  receiverAnswerMilliseconds: 25_000,
  keepAliveMilliseconds: 65_000,
  /** An unwanted body is read up to here, so that the client can read the response. */
  drainBytes: 1024 * 1024,
  drainMilliseconds: 2_000,
  drainsAtOnce: 100,
  /** The time that a stopping listener waits for requests in flight. */
  closeMilliseconds: 5_000,

  // Responses that stay open: the checkout page's events.
  streams: 20_000,
  /** Many customers of a mobile network share one address. */
  streamsPerAddress: 200,
  streamUnreadBytes: 16 * 1024,
  /** The time for which the reader of a long response can pause before the connection closes. */
  readerMilliseconds: 30_000,
  streamKeepAliveSeconds: 15,
  /** The interval at which watched payments are read again, in case a notification was lost. */
  watchSeconds: 15,
  watchRetryMilliseconds: 1_000,
  paymentsPerRead: 500,

  // The stream of a merchant's events, for its developers' machines.
  merchantEventStreams: 200,
  merchantEventStreamsPerMerchant: 5,
  merchantEventLookMilliseconds: 500,
  /** The time after which a lost stream can no longer continue. */
  merchantEventReachSeconds: 24 * 60 * 60,
  /** No transaction takes longer to become visible. Events of this many seconds are sent twice rather than lost. */
  merchantEventOverlapSeconds: 60,

  // The dashboard's server-sent events.
  dashboardStreams: 5_000,
  streamsPerSession: 20,
  streamsPerMerchant: 100,
  /** The time between two checks for changes. An ended session loses its streams within a second. */
  dashboardLookMilliseconds: 700,
  /** The time between two events of one kind. */
  dashboardTellMilliseconds: 1_000,
  merchantsPerLook: 200,
  /** The newest devices and accounts of one merchant that are watched for changes. */
  rowsWatched: 100,
  auditEventsWatched: 20,

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
   * A process remembers a key for this long, counted from the query. This is below a second, so every process refuses a
   * revoked key within a second.
   */
  credentialTrustMilliseconds: 900,
  credentialRefreshMilliseconds: 450,
  credentialsRemembered: 10_000,
  credentialsPerStatement: 100,
  totpFailures: 5,
  /** For all sessions of a person together; each session has its own `totpFailures`. */
  totpFailuresOfSessions: 20,
  totpFailureWindowSeconds: 15 * 60,
  /** The time between two warnings to one merchant about wrong codes that came with its API key. */
  guessedCodesPauseSeconds: 60 * 60,
  activeApiKeys: 5,
  recoveryCodes: 10,
  /** The validity of an offered TOTP secret, from the QR code to the app's first code. */
  totpOfferSeconds: 15 * 60,
  pairingOfferSeconds: 10 * 60,

  // Signing in to the dashboard.
  passwordCharactersMin: 10,
  passwordCharactersMax: 255,
  /** The numbers of running and waiting hashes. Argon2id takes 19 MiB each. */
  passwordHashesAtOnce: 2,
  passwordHashesWaiting: 50,
  /** More places to wait, for accounts with a session or a browser that was signed in before. */
  passwordHashesWaitingOfKnown: 50,
  passwordHashesWaitingOfAccount: 2,
  /** The Retry-After, in seconds, if all places are taken. */
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
  /** The resulting maximum of guesses that strangers can make at one account in a day. */
  signInGuessesPerAccountAndDay: 124,
  browserKnownSeconds: 180 * 24 * 60 * 60,
  browsersPerPerson: 50,
  /** The delay before refused sign-ins reach the audit log, and the window for counting one network's together. */
  refusalsSettleSeconds: 2 * 60,
  refusalsReportedSeconds: 60 * 60,
  refusalsPerReport: 500,
  /**
   * The operations whose refusals are written into the audit log one by one, for each person. The others share an
   * entry, so a process writes at most twenty entries for each person and hour: two for each operation.
   */
  refusedOperationsTold: 9,
  sessionIdleSeconds: 12 * 60 * 60,
  sessionSeconds: 7 * 24 * 60 * 60,
  sessionsPerPerson: 50,
  /** The shortest interval between two records of the use of a session or a key. */
  useNotedSeconds: 60,
  /** The time for which one code confirms the person. */
  confirmationSeconds: 5 * 60,
  /** A team's members and invitations together. */
  teamPeople: 50,
  /** The validity of an invitation's link, and a merchant's invitations in a day. */
  invitationSeconds: 7 * 24 * 60 * 60,
  invitationsPerDay: 50,
  passwordResetSeconds: 30 * 60,
  /** The response takes this long, which exceeds the time to write the request for an email. */
  passwordResetAnswerMilliseconds: 250,
  /** The time between two emails to one person. */
  passwordResetPauseSeconds: 5 * 60,
  userAgentCharacters: 255,

  // Payments in the dashboard.
  /** The payments that one search reads. */
  paymentsPerSearch: 10_000,
  /** The invoices or transfers that are counted and summed for a filter. */
  rowsPerTotal: 10_000,
  /** The same for expired invoices without money, because the search for late money costs more. */
  unpaidCounted: 1000,
  /** The transfers that one search reads. */
  mutationsPerSearch: 10_000,
  /** The audit log entries that one page of a filter reads. */
  auditEntriesPerPage: 2000,
  paymentsPerExportedPart: 1000,
  /** The longest text in a cell of a workbook. Spreadsheet programs accept no longer text. */
  workbookCellCharacters: 32_767,
  /** After this, a process that writes a workbook serves other requests. */
  workbookRowsPerTurn: 50,
  attemptsShown: 200,
  failingDeliveriesCounted: 1000,
  overviewDaysDefault: 30,
  overviewDaysMax: 90,
  /** The latest paid invoices are found among this many of the newest transfers and of the newest paid invoices. */
  overviewLastPaid: 8,
  overviewLastPaidLooked: 200,
  /** The overview counts up to this many of one kind, then adds a plus. */
  attentionCounted: 99,
  /** The days for which the overview shows a webhook that was given up. */
  attentionWebhookDays: 7,
  endedPaymentsPerCount: 1000,

  // The counter.
  /** The time that a customer at the counter has to pay. */
  counterSaleSeconds: 10 * 60,
  counterSalesShown: 100,
  /** The items of a merchant's list, to fit the counter's page. The table checks this too. */
  counterItems: 60,

  // Accounts in the dashboard.
  /** The length of a static code (EMVCo, Merchant-Presented Mode 1.1, 3.1). */
  qrisCharacters: 512,
  additionalSteps: 10,
  instructionCharacters: 1000,
  /** Days of use of a new account on a gateway with public sign-up. */
  newAccountQuotaDays: 30,
  /** A hundred years, so that no account of a merchant's own gateway runs out of days. */
  ownGatewayQuotaDays: 36_500,
  /**
   * The operator's maximum. Bought or granted days are added to it, and the sum must fit an integer of
   * PostgreSQL.
   */
  accountQuotaMax: 1_000_000,
  quotaDaysShown: 400,
  quotaGrantsShown: 100,
  quotaDaysPerOrder: 3650,
  quotaPriceMax: 1_000_000_000,
  quotaOrderHours: 24,
  /** Each unpaid order holds one of the operator's totals for quotaOrderHours. With 999 orders none would be left. */
  unpaidQuotaOrders: 10,

  // The records that one merchant can create. Records of events, such as payments and transfers, have no such bound.
  accountsPerMerchant: 200,
  /** Pairs of an app and a phone, or an app alone, to which accounts have listened. */
  matchingPoolsPerMerchant: 1000,
  /** This includes revoked devices, because transfers and accounts refer to them. */
  devicesPerMerchant: 500,
  devicesWaitingForApproval: 20,
  pairingOffersPerMerchant: 20,
  /** The number of secrets that sign at once, which come from the rotations of one day. */
  webhookSecretsInForce: 10,
  /** The number of newest revoked keys that are kept, so that the page can show when they ended. */
  revokedApiKeys: 50,
  /** The successes and errors of one merchant that one process writes into the request log in a minute. */
  loggedSuccessesPerMinute: 60,
  loggedErrorsPerMinute: 600,
  /** The same for the successes of all merchants together, which bounds the log's cost: 1.4 ms of CPU a second. */
  loggedSuccessesOfAllPerMinute: 6_000,
  /** The requests that wait to be logged, the requests of one statement, and the wait of the first. */
  loggedRequestsWaiting: 5_000,
  loggedRequestsPerStatement: 500,
  loggedRequestsPauseMilliseconds: 1_000,
  loggedPathCharacters: 512,
  /** The bounds of the request log after the hourly job. */
  loggedRequestDays: 7,
  loggedRequestsPerMerchant: 20_000,
  loggedRequests: 1_000_000,
  /** Tables of payments that one process reads at once. */
  exportsUnderWay: 3,
  unreadTexts: 2000,
  /**
   * Texts among these that are kept only to ask whether an app is a bank's: of all apps, and of one app. Strangers
   * might write them, so longer ones are not kept.
   */
  askedTexts: 100,
  askedTextsPerApp: 20,
  askedTextBytes: 4096,
  unreadTextBytes: 4 * 1024 * 1024,
  /** Younger texts are not deleted for newer ones, so a flood of texts writes little. */
  unreadTextKeptSeconds: 60 * 60,

  // Sales: manual invoices, payment links and the counter.
  saleCodePatternCharacters: 64,
  saleNoteCharacters: 500,
  saleDeadlineSecondsMin: 5 * 60,
  saleDeadlineSecondsMax: 90 * 24 * 60 * 60,
  itemQuantityMax: 1_000_000,
  /** The codes that are tried in turn before a search for the highest one. */
  saleCodesTried: 100,
  /** Each change keeps the previous total reserved, so a customer can make only a few for an invoice. */
  choiceChanges: 5,

  /** The longest logo that is embedded in the page, as a `data:` URL. */
  logoCharacters: 16_384,
  /** The amount of the dashboard's test invoice, in rupiah, or the account's smallest amount if that is larger. */
  testPaymentAmount: 1000,
  testPaymentSeconds: 60 * 60,

  // Payment links.
  linksPerMerchant: 500,
  linkSlugCharactersMin: 3,
  linkSlugCharactersMax: 64,
  linkDescriptionCharacters: 2000,
  linkNoteCharacters: 500,
  /** The amounts of a link from which a customer can choose. */
  linkAmounts: 20,
  linkQuantityMax: 1000,
  linkStockMax: 1_000_000,
  linkDeadlineSecondsMin: 5 * 60,
  linkDeadlineSecondsDefault: 60 * 60,
  linkDeadlineSecondsMax: 7 * 24 * 60 * 60,
  linkPictureBytes: 128 * 1024,
  linkPicturePixels: 1600,
  /** The same bytes in base64. */
  linkPictureCharacters: 4 * Math.ceil((128 * 1024) / 3),
  /** Forms that one process works on at once, and those that wait: a flood must leave connections to the database. */
  linkFormsAtOnce: 4,
  linkFormsWaiting: 100,
  /**
   * A form that has waited longer than this is refused with the advice to send it again, long before the response is
   * overdue.
   */
  linkFormWaitMilliseconds: 3_000,
  linkFormBytes: 16 * 1024,
  /** The defaults for the stock and totals that strangers can hold: see docs/settings.md. */
  linkUnpaidPerClient: 20,
  linkUnpaidPerLink: 300,
  linkTotalsPerAmount: 700,
  linkUnpaidPiecesPerClient: 200,
  linkStockPercentPerClient: 25,
  /** The time for which an unpaid payment counts against its client. */
  linkUnpaidWindowSeconds: 24 * 60 * 60,
  /** The time after which a submission's client is deleted. */
  linkClientsKeptSeconds: 2 * 24 * 60 * 60,
  // Statements of banks.
  /** The largest file that the command line reads, and the largest that the dashboard uploads. */
  statementFileBytes: 160 * 1024 * 1024,
  statementUploadBytes: 4 * 1024 * 1024,
  /**
   * The lines of an uploaded file. A line of a statement has 40 bytes or more. A file of many shorter lines only wastes
   * time.
   */
  statementUploadRows: 100_000,
  /** The part of a file that is read before other work gets a turn. With two characters a line it takes 20 ms. */
  statementPieceCharacters: 4 * 1024,
  /** An upload comes in parts, each a request like others: base64 makes four bytes of three. */
  statementPartBytes: 180 * 1024,
  statementUploadsPerMerchant: 3,
  /** The running and the waiting imports of one process. Each holds a connection for some seconds. */
  statementImportsUnderWay: 2,
  statementImportsWaiting: 20,
  /** The wait of a change while another holds the account's statements, and the pause between attempts. */
  statementTurnMilliseconds: 2_000,
  statementTurnPauseMilliseconds: 25,
  statementUploadMinutes: 60,
  /** The lines shown to a person who assigns the columns. */
  statementPreviewRows: 20,
  /** Spreadsheets are read in their own process: the file, its parts, what they unpack to, its rows, and their text. */
  statementSheetBytes: 8 * 1024 * 1024,
  statementSheetParts: 1000,
  statementSheetUnpackedBytes: 48 * 1024 * 1024,
  statementSheetRows: 100_000,
  statementSheetTextBytes: 16 * 1024 * 1024,
  /**
   * The heap of that process, all memory that it can hold (an idle Node.js holds 600 MB and uses little of it),
   * and its time.
   */
  statementSheetHeapMegabytes: 32,
  statementSheetDataMegabytes: 900,
  statementSheetCpuSeconds: 6,
  /** With the wait for its turn, 18 of the response's 25 seconds. The rows are stored in the other seven. */
  statementSheetMilliseconds: 9_000,
  /**
   * The merchants waiting for spreadsheets, their wait (until the slowest file ends; the merchant with the least use
   * is next), and the time for which a merchant's use of that process counts.
   */
  statementSheetsWaiting: 20,
  statementSheetWaitMilliseconds: 9_000,
  statementSheetUseMilliseconds: 10 * 60_000,
  statementLineCharacters: 16 * 1024,
  /** The longest text that is read as a day, a time or an amount. */
  statementValueCharacters: 64,
  /** The number of rows in which the column names are searched. */
  statementPreambleRows: 60,
  /** The lines of one file that a person can leave out because they are not transactions. */
  statementLeftOutRows: 50,
  statementDescriptionCharacters: 1000,
  /** The longest time between the first and the last day of a file. */
  statementDaysMax: 800,
  /** Rows of one file that the bank has not booked yet. */
  statementPendingRows: 1000,
  statementColumns: 100,
  /** The largest amount of a row, and the largest balance after it: ten trillion rupiah. */
  statementSenMax: 999_999_999_999_999,
  /** The unsupported transfers that one import writes into the audit log. All are listed. */
  statementAlarmsNamed: 100,
  /** The rounds of matching. Each round matches something. Two or three are usual. */
  statementTyingRounds: 20,
  statementRulesPerMerchant: 200,
  statementRuleWordsCharacters: 100,
  /** The rows that a rule's preview shows. */
  statementRulePreviewRows: 20,
  /** The largest number of days between a row and its correction, for proposals and for a person's choice. */
  statementReversalDays: 7,
  statementReversalDaysMax: 60,
  statementReversalsListed: 100,
  chartAccounts: 300,
  chartKeyCharacters: 64,
  chartCodeCharacters: 140,
  /** The rows that a message names if they prevent the withdrawal of an import. */
  statementRowsNamed: 10,

  // Emails of banks.
  mailBytes: 2 * 1024 * 1024,
  mailHeaderBytes: 128 * 1024,
  mailHeaderFields: 200,
  /** Folded fields count line by line. The library takes seconds for thirty thousand lines. */
  mailHeaderLines: 3000,
  /**
   * The size of one field with a signature, because sixty thousand spaces in it take seconds. Other fields are long in
   * Outlook.
   */
  mailSignatureBytes: 4 * 1024,
  /** The signatures of one email, and so the keys that Tepat looks up. */
  mailSignatures: 10,
  mailParts: 50,
  mailPartsDepth: 8,
  /** The deepest nesting of elements in an HTML text, and the longest text that is read. */
  mailElementsDepth: 200,
  mailTextCharacters: 100_000,
  /** The allowed difference of the bank's and server's clocks. */
  mailClockSeconds: 300,
  /** The DNS records of one key, all their characters, the query's time limit, and the response's lifetime. */
  mailKeyRecords: 8,
  mailKeyCharacters: 4096,
  mailKeySeconds: 6,
  mailKeyTrustMinutes: 60,
  mailKeysRemembered: 200,

  // Receiving forwarded emails.
  smtpConnections: 50,
  smtpConnectionsPerPeer: 10,
  /** The sessions of one network in a minute. */
  smtpSessionsPerPeer: 240,
  /** A sender that names more recipients sends the email again for each (RFC 5321, section 4.5.3.1.10). */
  smtpRecipients: 1,
  /** Recipients that do not exist: those of one session, and those of one network in a minute. */
  smtpUnknownPerSession: 5,
  smtpUnknownPerPeer: 60,
  /** Emails to one address in a minute. */
  smtpMailsPerAddress: 120,
  /** Bytes of a merchant's emails whose signatures are checked in a minute. */
  smtpBytesPerMerchant: 16 * 1024 * 1024,
  /** Emails that wait for the check of their signature, one at a time: all, and those of one merchant. */
  smtpChecksWaiting: 20,
  smtpChecksWaitingEach: 5,
  smtpIdleSeconds: 30,
  smtpSessionSeconds: 120,
  /** An email above mailBytes is read to its end before the refusal. Above this size the connection is cut. */
  smtpDiscardBytes: 64 * 1024 * 1024,
  smtpStopSeconds: 5,
  /** The interval at which the certificate's files are read again. */
  smtpCertificateMinutes: 60,
  /** 128 random bits. */
  forwardingNameCharacters: 32,
  forwardingLinkCharacters: 1000,

  // Mailboxes.
  mailboxesPerMerchant: 5,
  /** IMAP with TLS (RFC 8314). */
  mailboxPort: 993,
  mailboxesPerProcess: 100,
  mailboxAddressCharacters: 254,
  mailboxHostCharacters: 253,
  mailboxFolders: 500,
  mailboxFolderCharacters: 255,
  mailboxAccounts: 50,
  /** A sign-in at the mail provider can take this long. */
  mailSignInSeconds: 600,
  mailSignInCharacters: 4096,
  /** A provider's response with tokens, one token, and the shortest time before its end in which it is renewed. */
  mailTokenResponseBytes: 64 * 1024,
  mailTokenCharacters: 8192,
  mailTokenMarginSeconds: 300,
  mailTokensRemembered: 200,
  mailClientCharacters: 500,
  /** The interval of reads if the mail server reports nothing, and of the search for mailboxes to read. */
  mailboxPollSeconds: 60,
  mailboxLookSeconds: 5,
  /** This exceeds the time of a response and a renewal. After a crash, a mailbox is unread for this long. */
  mailboxLeaseSeconds: 90,
  mailboxAnswerSeconds: 20,
  /** The longest wait after failures. */
  mailboxRetrySecondsMax: 15 * 60,
  /** After this time without a read, an inbox's accounts count as unwatched. */
  mailboxSilentSeconds: 300,
  /** A new forwarding address needs a person if no email of a bank has come within this time. */
  mailboxUnheardHours: 24,
  /**
   * A mailbox that has worked needs a person if phones reported this number of transfers of its accounts, this long ago,
   * and no email came since. They are looked for among the merchant's newest reports.
   */
  mailboxMissedTransfers: 10,
  mailboxMissedHours: 24,
  mailboxReportsLooked: 500,
  mailboxProblemCharacters: 300,
  /** The longest line of a mail server's response, and a response's rows. */
  mailboxLineBytes: 1024 * 1024,
  mailboxAnswerRows: 1000,
  /** The emails of an inbox that one search examines, and its restarts after deletions. */
  mailboxSearchWindow: 1000,
  /** The bytes that a mail server may send during one search, and the emails of an inbox that Tepat reads. */
  mailboxSearchBytes: 1024 * 1024,
  mailboxEmails: 1_000_000,
  mailboxWindowsKept: 200,
  mailboxSearchTries: 5,
  /** The emails read in one step, and those read again after the server has renumbered its inbox. */
  mailsPerStep: 50,
  mailsAfterRenumbering: 1000,
  /**
   * Emails with a key that DNS did not return: the number for each mailbox and key, the bytes for each merchant, the
   * interval and duration of the checks, and the failed key lookups of one pass.
   */
  mailsWaiting: 100,
  mailsWaitingBytes: 16 * 1024 * 1024,
  mailWaitSeconds: 30,
  mailWaitHours: 24,
  mailKeysInVain: 3,
  /** A bank can sign with a new key before all DNS servers have it. */
  mailMissingKeyMinutes: 30,
  /** People learn of an email that waits for DNS for this long. */
  mailKeyLateMinutes: 10,
  mailsListed: 20,
  /** Untrusted emails of a merchant that are listed. */
  refusedMailsKept: 200,
  mailLineCharacters: 200,
  mailEvidenceDays: 90,
  mailEvidenceBytes: 32 * 1024 * 1024,

  // Worker reports.
  notificationsPerReport: 100,
  notificationTextCharacters: 8192,
  notificationKeyCharacters: 512,
  unreadTextDays: 7,

  // The matching of transfers and payments.
  /**
   * How long before a payment's creation its transfer can be posted, because a phone's clock can run behind.
   */
  postingToleranceSeconds: 120,
  /**
   * Registrations of a device that are remembered. A transfer from before these registrations pays nothing
   * automatically.
   */
  registrationsKept: 20,
  latePaymentDays: 7,
  /** The largest time between two reports of one payment, by two apps of one phone or two phones of one account. */
  announcementSeconds: 10,
  /**
   * The largest time between a phone's report and an email about one transfer: the phone's clock differs by up to twice
   * postingToleranceSeconds from the bank's, and the email can leave the seconds out.
   */
  proofSeconds: 300,
  /**
   * The largest delay of a phone's report after the email about the same transfer, because the phone had no network. It
   * is not longer than the default quarantine of a released total.
   */
  lateProofHours: 24,
  /**
   * If more reports of one text than this come within twice that time, none counts as a second announcement.
   */
  announcementsMax: 100,
  /** The payments or transfers that the search for a similar one reads, and those shown. */
  nearMissesLookedAt: 1000,
  nearMissesShown: 10,
  /** The reports of one transfer that its page shows. */
  proofsShown: 10,

  // Differences. The lengths are in db/schema/ too, and a test compares them.
  /** The transfers booked for a payment that is still pending. */
  paymentParts: 20,
  transferNoteCharacters: 1000,
  /** The invoices or transfers that one request of the dashboard changes or exports. */
  rowsSelected: 50,
  refundReasonCharacters: 500,
  openDifferencesShown: 100,
  /** The codes tried for the follow-up of an expired invoice, from `-2` on. */
  followUpCodesTried: 50,
  /** The deadline of such an invoice. It is paid in the transaction that creates it. */
  followUpSeconds: 60 * 60,
  /** The number of transfers in time that are listed first, and of the newest late ones that are searched for them. */
  inTimeTransfersFirst: 20,
  lateTransfersLooked: 1000,
  /** A refund whose time is ahead by less than this does not count as in the future, because clocks differ. */
  refundAheadSeconds: 300,

  // Device health.
  /** Four heartbeats. */
  deviceSilentSeconds: 120,
  /**
   * If the watch has made no round for this long, silence is counted from now, because reports might not have arrived.
   * It is the time of two heartbeats, so that a phone which missed two is heard again before it counts as offline.
   */
  deviceWatchGapSeconds: 60,
  /** A report updates the time of the last sign of life no more often than a heartbeat does. */
  deviceSeenLatelySeconds: 30,
  queueGrowingSeconds: 120,
  batteryLowPercent: 15,
  listenerErrorCharacters: 1000,
  /** The ranges of missing numbers kept for each device. */
  missingSequenceRanges: 100,
  /** Tepat expects a missing report for this many hours. Then its number stays listed, without a warning. */
  sequenceGapHours: 24,
  /** A phone that was locked for longer after a restart can have missed transfers. */
  restartGapSeconds: 120,
  /** A phone's page shows a damaged queue or a restart for this long after the phone's report. */
  missedByPhoneHours: 24,
  /** A phone's page shows refused reports for this long after the last one, and counts further ones with them. */
  refusedReportHours: 24,
  refusedReportsCounted: 9999,
  /** The largest age of the figures of `/metrics`. */
  deviceFiguresSeconds: 5,
  /** The interval of reads of PUBLIC_URL's certificate, and that after a failure. */
  certificateReadSeconds: 3600,
  certificateUnreadSeconds: 60,
  /** Tepat no longer expects reports from a phone silent for longer. */
  silentPhoneExpectedHours: 72,
  /** The merchants without an online phone that `/metrics` names: those whose phones went offline last. */
  silentMerchantsNamed: 50,

  // Backups.
  /** The time limit of the operator's command that copies a backup to another place. */
  backupCopySeconds: 6 * 3600,
  /** The length of a failed program's last output that is repeated. */
  programWordsCharacters: 1000,

  // Clocks.
  /** The difference between the clocks of a process and of the database at which a check warns. */
  clockDifferenceSeconds: 5,
  /** The same for the bytes that a replica has not replayed yet, or that a replication slot keeps. */
  replicaBehindBytes: 32 * 1024 * 1024,

  // The operator's own rules.
  rulesFileBytes: 1024 * 1024,
  rulesFileLookSeconds: 10,
  ruleTemplateCharacters: 1000,
  /**
   * The parts with any text that a template can have. Two take 60 ms on the longest text; three of `{text}` take
   * minutes.
   */
  ruleWordings: 2,

  // Apps that no release knows.
  /** The apps about which Tepat asks a merchant, and those that the merchant has decided about. */
  merchantAppsPerMerchant: 50,
  /** Of these, the apps that the merchant confirmed as a bank's. */
  merchantBankAppsPerMerchant: 20,
  merchantAppNameCharacters: 60,
  /** Banks that a merchant adds itself. */
  merchantBanksPerMerchant: 20,
  accountNumberDigitsMax: 20,
  merchantAppTextsCounted: 1000,

  // Rules that a merchant teaches.
  readingRulesPerMerchant: 50,
  /** The amounts of a text that are compared with pending totals: the first ones. */
  namedAmountsKept: 20,
  marksPerRule: 12,
  /** The letters that a rule must have besides its marks. With fewer, a stranger's text could fit it. */
  taughtRuleLetters: 12,
  taughtRuleWords: 3,
  taughtRuleFaultsShown: 3,
  /** An email from which a rule can be taught, and so the rule. */
  taughtMailCharacters: 8000,
  taughtMailLines: 200,
  /** A name, a remark or another free place in such an email. */
  taughtMailPlaceCharacters: 200,
  /** Unread emails of the same sender that are compared with a new rule. */
  taughtMailsCompared: 20,
  /** The merchant's newest transfers that a new rule must read exactly as before. */
  decidedTextsCompared: 1000,
  likelyTextsShown: 20,

  // Webhooks. Above this size the order items are left out; a body without them is always sent.
  webhookBodyBytes: 20 * 1024,
  webhookSecretOverlapHours: 24,
  /** The time of one attempt, from the name's lookup to the last byte of the response. */
  webhookExchangeMilliseconds: 15_000,
  /** This exceeds the time of any attempt. After a crash of the sender a delivery waits no longer than this. */
  webhookLeaseSeconds: 20,
  /** The time for which a connection waits for its merchant's next webhook, and its whole life. */
  webhookConnectionIdleMilliseconds: 2_000,
  webhookConnectionLifeMilliseconds: 60_000,
  webhookIdleConnections: 500,
  webhookAttemptsUnderWay: 300,
  /** The webhooks that one statement leases or records. */
  webhooksPerLook: 100,
  webhookAttemptsUnderWayPerMerchant: 10,
  /** The events that one part of a type's list reads. */
  eventsLookedAt: 1000,

  /** The headers of a response that are kept for the merchant, and the bytes of each and of all. */
  webhookAnswerHeaders: 40,
  webhookAnswerHeaderBytes: 512,
  webhookAnswerHeadersBytes: 4 * 1024,

  // Notices to teams.
  /** The failed attempts of one webhook after which its server counts as failing. */
  webhookFailingAttempts: 4,
  webhookFailingHours: 6,
  quotaLowDays: 3,
  /** The time that money must be without an invoice before a notice, because a person might be about to match it. */
  unmatchedNoticeSeconds: 60,
  /** The messages of one kind that one target gets in the window. Further notices go into a digest. */
  noticeMessagesPerWindow: 3,
  noticeWindowSeconds: 10 * 60,
  noticesPerDigest: 2000,
  noticesNamedInDigest: 5,
  noticeAttemptsUnderWay: 20,
  browsersToldPerPerson: 10,
  telegramOfferSeconds: 10 * 60,
  /** The test messages that a person can request in one window. */
  noticeTestsPerWindow: 5,

  // A phone that a computer sets up by cable.
  adbAnswerSeconds: 30,
  adbAnswerBytes: 1024 * 1024,
  /** During the installation the phone might ask the person to accept on its screen. */
  adbInstallSeconds: 180,
  /** The app has 90 kB. */
  androidAppBytes: 20 * 1024 * 1024,

  // The gateway's settings.
  /** A change reaches other processes at once. A process that missed the message sees the change after this time. */
  gatewaySettingsLookSeconds: 30,
  /** Addresses of the gateway's computer in its local network, as the dashboard shows them. */
  localAddresses: 4,
  /** Such addresses at which the owner has let devices connect, for instance at home and in the shop. */
  allowedLocalHosts: 16,
  /** The longest sealed random text that tests a public address. The text has about 100 characters. */
  challengeCharacters: 512,
  mailPasswordCharacters: 500,
  trialResponseCharacters: 300,

  // Email to customers.
  /** The invoices and reminders together, and separately the receipts, in 24 hours. */
  customerMailsPerDay: 500,
  /** The hours after which an undelivered email is given up. */
  customerMailHours: 24,
  remindersPerInvoice: 3,
  hoursBetweenReminders: 12,
  customerMailAttemptsUnderWay: 10,
} as const;
