/**
 * The specification's numbers, and bounds that several files share. Each name contains the unit.
 * scripts/sql-limits.ts turns the bounds for SQL into functions of the database.
 */

export const limits = {
  // Amounts (specification 2.2 and 8), in whole rupiah. Every JSON reader reads these exactly.
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
  /** A payment's metadata: the number of keys, and the characters of each key and value. */
  metadataKeys: 20,
  metadataKeyCharacters: 40,
  metadataValueCharacters: 500,

  // Requests.
  bodyBytes: 256 * 1024,
  /** The bytes of all bodies that a process holds at once, in total and for one address (for IPv6, a /64 network). */
  heldBodyBytes: 24 * 1024 * 1024,
  heldBodyBytesPerAddress: 4 * 1024 * 1024,
  jsonDepth: 32,
  createsPerStatement: 100,
  readsPerStatement: 100,
  listsPerStatement: 10,
  reportsPerStatement: 30,
  /** The number of a request's unknown fields that the response names, and the characters of each name. */
  ignoredFieldsNamed: 20,
  ignoredFieldCharacters: 64,
  /** The largest age of `/metrics` and of the connection for `/readyz`, and the cache time of `/openapi.json`. */
  metricsAgeMilliseconds: 1_000,
  contractAgeSeconds: 300,
  headerBytes: 16 * 1024,
  /** The largest number of headers that uWebSockets.js reads. */
  headerCount: 98,
  /** The time limits for a client to send its headers, and then its whole body. */
  headerMilliseconds: 10_000,
  requestMilliseconds: 15_000,
  /** After a body that took longer, the sender's credential is checked again. */
  slowBodyMilliseconds: 100,
  /** The time limit of the response to a complete request. After this time the response is `internal_error`. */
  answerMilliseconds: 10_000,
  /** The same limit for a request that waits for a merchant's server: see `webhookExchangeMilliseconds`. */
  receiverAnswerMilliseconds: 25_000,
  keepAliveMilliseconds: 65_000,
  /** An unwanted body is read up to this size, so that the client can read the response. */
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
  /** The longest pause of the reader of a long response before the connection closes. */
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
  /**
   * Every transaction becomes visible within this time. A continued stream repeats the events of these seconds, so
   * that none is lost.
   */
  merchantEventOverlapSeconds: 60,

  // The dashboard's server-sent events.
  dashboardStreams: 5_000,
  streamsPerSession: 20,
  streamsPerMerchant: 100,
  /** The time between two checks for changes. The streams of an ended session close within a second. */
  dashboardLookMilliseconds: 700,
  /** The shortest time between two events of one kind. */
  dashboardTellMilliseconds: 1_000,
  merchantsPerLook: 200,
  /** The number of a merchant's newest devices and accounts that are watched for changes. */
  rowsWatched: 100,
  auditEventsWatched: 20,

  // Lists (specification 8).
  perPageDefault: 20,
  perPageMax: 100,

  // Rates (specification 8).
  rateWindowSeconds: 60,
  readsPerWindow: 3000,
  writesPerWindow: 600,
  /** The limit for one address. Whole towns share an address behind their carrier's NAT. */
  checkoutReadsPerWindow: 3000,
  workerReportsPerWindow: 1200,
  dashboardCallsPerWindow: 600,

  // Credentials.
  credentialCharacters: 128,
  /**
   * The time for which a process caches a key, counted from the query. The time is below a second, so every process
   * refuses a revoked key within a second.
   */
  credentialTrustMilliseconds: 900,
  credentialRefreshMilliseconds: 450,
  credentialsRemembered: 10_000,
  credentialsPerStatement: 100,
  totpFailures: 5,
  /** The limit for all sessions of a person together. Each session also has its own `totpFailures`. */
  totpFailuresOfSessions: 20,
  totpFailureWindowSeconds: 15 * 60,
  /** The shortest time between two warnings to one merchant about wrong codes with the API key. */
  guessedCodesPauseSeconds: 60 * 60,
  activeApiKeys: 5,
  recoveryCodes: 10,
  /** The validity of an offered TOTP secret, from the QR code to the app's first code. */
  totpOfferSeconds: 15 * 60,
  pairingOfferSeconds: 10 * 60,

  // Signing in to the dashboard.
  passwordCharactersMin: 10,
  passwordCharactersMax: 255,
  /** The number of concurrent and of waiting hashes. Argon2id takes 19 MiB for each. */
  passwordHashesAtOnce: 2,
  passwordHashesWaiting: 50,
  /** Additional places in the queue, for accounts with a session and for browsers that have signed in before. */
  passwordHashesWaitingOfKnown: 50,
  passwordHashesWaitingOfAccount: 2,
  /** The Retry-After, in seconds, if all places are taken. */
  busySeconds: 2,
  /** Attempts from one network in one window: for one account, and for all accounts. */
  signInAttemptsPerAccountAndNetwork: 10,
  signInAttemptsPerAddress: 50,
  signInWindowSeconds: 15 * 60,
  /**
   * Free attempts for one account in one day, from all networks. After these attempts the delays double, from one
   * second to `signInDelaySecondsMax`.
   */
  signInAttemptsPerAccount: 20,
  signInAttemptsPerBrowser: 10,
  signInDelaySecondsMax: 15 * 60,
  signInDaySeconds: 24 * 60 * 60,
  /** The resulting maximum of strangers' guesses at one account in a day. */
  signInGuessesPerAccountAndDay: 124,
  browserKnownSeconds: 180 * 24 * 60 * 60,
  browsersPerPerson: 50,
  /**
   * The delay before refused sign-ins enter the audit log, and the window in which one network's refusals are counted
   * together.
   */
  refusalsSettleSeconds: 2 * 60,
  refusalsReportedSeconds: 60 * 60,
  refusalsPerReport: 500,
  /**
   * For each person, the number of operations whose refusals get their own entries in the audit log. The other
   * operations share an entry. A process thus writes at most twenty entries for each person and hour: two for each
   * operation.
   */
  refusedOperationsTold: 9,
  sessionIdleSeconds: 12 * 60 * 60,
  sessionSeconds: 7 * 24 * 60 * 60,
  sessionsPerPerson: 50,
  /** The shortest interval between two records of the use of a session or a key. */
  useNotedSeconds: 60,
  /** The time for which one code confirms the person. */
  confirmationSeconds: 5 * 60,
  /** The number of a team's members and invitations together. */
  teamPeople: 50,
  /** The validity of an invitation's link, and a merchant's invitations in a day. */
  invitationSeconds: 7 * 24 * 60 * 60,
  invitationsPerDay: 50,
  passwordResetSeconds: 30 * 60,
  /** The fixed time of the response, which exceeds the time for storing the request for an email. */
  passwordResetAnswerMilliseconds: 250,
  /** The shortest time between two emails to one person. */
  passwordResetPauseSeconds: 5 * 60,
  userAgentCharacters: 255,

  // Payments in the dashboard.
  /** The number of payments that one statement of a search reads, so that no statement takes long. */
  paymentsPerSearch: 10_000,
  /** The time in which a search, a count or a sum of payments begins to read a next part of the list. */
  searchMilliseconds: 2000,
  /** A search text with more words is one phrase. Each word is one more comparison with every row. */
  searchWords: 8,
  /** The number of transfers or other rows that are counted for a filter, and of invoices in one statement. */
  rowsPerTotal: 10_000,
  /** The same number for expired invoices without money. The search for late money makes these more expensive. */
  unpaidCounted: 1000,
  /** The number to which the invoices in each state are counted for the list's head. */
  paymentsCountedPerState: 1000,
  /** The number of transfers that one search reads. */
  mutationsPerSearch: 10_000,
  /** The number of audit log entries that one page of a filter reads. */
  auditEntriesPerPage: 2000,
  paymentsPerExportedPart: 1000,
  mutationsPerExportedPart: 1000,
  /** The longest text in a workbook's cell. Spreadsheet programs accept no longer text. */
  workbookCellCharacters: 32_767,
  /** After this number of rows, a process that writes a workbook serves other requests. */
  workbookRowsPerTurn: 50,
  attemptsShown: 200,
  failingDeliveriesCounted: 1000,
  /**
   * Whole weeks, because the period is compared with as many days before it: a shop's Saturday must be compared with a
   * Saturday, and the same number of Sundays must be in both.
   */
  overviewDaysDefault: 28,
  overviewDaysMax: 91,
  /**
   * The latest paid invoices shown, and the number of newest transfers and newest paid invoices that are searched for
   * them.
   */
  overviewLastPaid: 8,
  overviewLastPaidLooked: 200,
  /** The overview counts up to this number of one kind, and then adds a plus. */
  attentionCounted: 99,
  /** The number of days for which the overview shows an abandoned webhook. */
  attentionWebhookDays: 7,
  endedPaymentsPerCount: 1000,

  // The counter.
  /** The time in which a customer at the counter must pay. */
  counterSaleSeconds: 10 * 60,
  /** The same, if a person must look for the money, or upload the day's bank statement in the evening. */
  counterSaleUnwatchedSeconds: 24 * 60 * 60,
  counterSalesShown: 100,
  /**
   * The number of items in a merchant's list, so that the list fits the counter's page. The table `counter_catalogues`
   * checks this bound too.
   */
  counterItems: 60,

  // Accounts in the dashboard.
  /** The length of a static code (EMVCo, Merchant-Presented Mode 1.1, 3.1). */
  qrisCharacters: 512,
  additionalSteps: 10,
  instructionCharacters: 1000,
  /** The initial days of use of an account on a gateway with public sign-up. */
  newAccountQuotaDays: 30,
  /** A hundred years, so that accounts on a merchant's own gateway do not run out of days. */
  ownGatewayQuotaDays: 36_500,
  /**
   * The largest number that an operator can set. Bought or granted days are added to it, and the sum must fit
   * PostgreSQL's integer.
   */
  accountQuotaMax: 1_000_000,
  quotaDaysShown: 400,
  quotaGrantsShown: 100,
  quotaDaysPerOrder: 3650,
  quotaPriceMax: 1_000_000_000,
  quotaOrderHours: 24,
  /**
   * Each unpaid order holds one of the operator's totals for `quotaOrderHours`. With 999 orders no total would be
   * left.
   */
  unpaidQuotaOrders: 10,

  // The number of records that one merchant can create. Records of events, such as payments and transfers, have no
  // such bound.
  accountsPerMerchant: 200,
  /** The number of combinations of an app with a phone, or with any phone, that a merchant's accounts have used. */
  matchingPoolsPerMerchant: 1000,
  /** The number includes revoked devices, because transfers and accounts refer to them. */
  devicesPerMerchant: 500,
  devicesWaitingForApproval: 20,
  pairingOffersPerMerchant: 20,
  /** The number of secrets that sign at once. Rotations within one day can leave several. */
  webhookSecretsInForce: 10,
  /** The number of newest revoked keys that are kept, so that the page can show the time of their revocation. */
  revokedApiKeys: 50,
  /** The successes and errors of one merchant that one process logs in a minute. */
  loggedSuccessesPerMinute: 60,
  loggedErrorsPerMinute: 600,
  /**
   * The same limit for the successes of all merchants together. The limit bounds the log's cost: 1.4 ms of CPU a
   * second.
   */
  loggedSuccessesOfAllPerMinute: 6_000,
  /** The number of requests that wait to be logged, the number in one statement, and the longest wait of the first. */
  loggedRequestsWaiting: 5_000,
  loggedRequestsPerStatement: 500,
  loggedRequestsPauseMilliseconds: 1_000,
  loggedPathCharacters: 512,
  /** The bounds of the request log after the hourly job. */
  loggedRequestDays: 7,
  loggedRequestsPerMerchant: 20_000,
  loggedRequests: 1_000_000,
  /** The number of a merchant's tables that one process writes at once. */
  exportsUnderWay: 3,
  unreadTexts: 2000,
  /**
   * The number of unread texts that are kept only to ask whether an app belongs to a bank: of all apps, and of one
   * app. Strangers might write these texts, so longer ones are not kept.
   */
  askedTexts: 100,
  askedTextsPerApp: 20,
  askedTextBytes: 4096,
  unreadTextBytes: 4 * 1024 * 1024,
  /** Younger texts are not deleted for newer ones, so a flood of texts causes few writes. */
  unreadTextKeptSeconds: 60 * 60,

  // Sales: manual invoices, payment links and the counter.
  saleCodePatternCharacters: 64,
  saleNoteCharacters: 500,
  saleDeadlineSecondsMin: 5 * 60,
  saleDeadlineSecondsMax: 90 * 24 * 60 * 60,
  itemQuantityMax: 1_000_000,
  /** The number of codes that are tried in turn before a search for the highest one. */
  saleCodesTried: 100,
  /**
   * The number of times that a customer can change the choice for an invoice. Each change keeps the previous total
   * reserved.
   */
  choiceChanges: 5,

  /** The longest logo that the page embeds as a `data:` URL. */
  logoCharacters: 16_384,
  /**
   * The amount of the dashboard's test invoice, in rupiah, large enough that the unique amount looks small beside it.
   * The account's own bounds apply if they exclude it.
   */
  testPaymentAmount: 50_000,
  testPaymentSeconds: 60 * 60,

  // Payment links.
  linksPerMerchant: 500,
  linkSlugCharactersMin: 3,
  linkSlugCharactersMax: 64,
  linkDescriptionCharacters: 2000,
  linkNoteCharacters: 500,
  /** The number of amounts that a link offers to the customer. */
  linkAmounts: 20,
  linkQuantityMax: 1000,
  linkStockMax: 1_000_000,
  linkDeadlineSecondsMin: 5 * 60,
  linkDeadlineSecondsDefault: 60 * 60,
  linkDeadlineSecondsMax: 7 * 24 * 60 * 60,
  linkPictureBytes: 128 * 1024,
  linkPicturePixels: 1600,
  /** The largest picture's bytes in base64. */
  linkPictureCharacters: 4 * Math.ceil((128 * 1024) / 3),
  /**
   * The number of forms that one process handles at once, and of those that wait. A flood of forms must leave
   * connections to the database.
   */
  linkFormsAtOnce: 4,
  linkFormsWaiting: 100,
  /**
   * The longest wait of a form. After this time the form is refused with the advice to send it again, long before the
   * response is overdue.
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
  /** The time after which the client of a submission is deleted. */
  linkClientsKeptSeconds: 2 * 24 * 60 * 60,

  // Bank statements.
  /** The largest file that the command line reads, and the largest that the dashboard uploads. */
  statementFileBytes: 160 * 1024 * 1024,
  statementUploadBytes: 4 * 1024 * 1024,
  /**
   * The number of lines of an uploaded file. A line of a statement has 40 bytes or more, so a file of many shorter
   * lines only wastes time.
   */
  statementUploadRows: 100_000,
  /** The part of a file that is read before other work gets a turn. With two characters a line, it takes 20 ms. */
  statementPieceCharacters: 4 * 1024,
  /** The size of one part of an upload. Each part is a normal request, in which base64 turns three bytes into four. */
  statementPartBytes: 180 * 1024,
  statementUploadsPerMerchant: 3,
  /** The number of running and of waiting imports in one process. Each import holds a connection for some seconds. */
  statementImportsUnderWay: 2,
  statementImportsWaiting: 20,
  /**
   * The longest wait of a change while another change holds the account's statements, and the pause between attempts.
   */
  statementTurnMilliseconds: 2_000,
  statementTurnPauseMilliseconds: 25,
  statementUploadMinutes: 60,
  /** The number of lines that a person sees while assigning the columns. */
  statementPreviewRows: 20,
  /**
   * Spreadsheets are read in a separate process. These are the bounds on the file, its parts, their unpacked size,
   * its rows and their text.
   */
  statementSheetBytes: 8 * 1024 * 1024,
  statementSheetParts: 1000,
  statementSheetUnpackedBytes: 48 * 1024 * 1024,
  statementSheetRows: 100_000,
  statementSheetTextBytes: 16 * 1024 * 1024,
  /**
   * The heap of that process, all memory that the process can reserve (an idle Node.js reserves 600 MB and uses
   * little of it), and its time.
   */
  statementSheetHeapMegabytes: 32,
  statementSheetDataMegabytes: 900,
  statementSheetCpuSeconds: 6,
  /**
   * The time limit of that process. With the wait for a turn, 18 of the response's 25 seconds are used. The rows are
   * stored in the other seven.
   */
  statementSheetMilliseconds: 9_000,
  /**
   * The number of merchants that wait for spreadsheets, their longest wait, and the time for which a merchant's use
   * of the process counts. The longest wait is the slowest file's time. The merchant with the least use is next.
   */
  statementSheetsWaiting: 20,
  statementSheetWaitMilliseconds: 9_000,
  statementSheetUseMilliseconds: 10 * 60_000,
  statementLineCharacters: 16 * 1024,
  /** The longest text that is read as a day, a time or an amount. */
  statementValueCharacters: 64,
  /** The number of first rows that are searched for the column names. */
  statementPreambleRows: 60,
  /** The number of lines in one file that a person can leave out because they are not transactions. */
  statementLeftOutRows: 50,
  statementDescriptionCharacters: 1000,
  /** The longest time between the first and the last day of a file. */
  statementDaysMax: 800,
  /** The number of rows in one file that the bank has not booked yet. */
  statementPendingRows: 1000,
  statementColumns: 100,
  /** The largest amount of a row, and the largest balance after it: ten trillion rupiah. */
  statementSenMax: 999_999_999_999_999,
  /** The number of unsupported transfers that one import writes into the audit log. The dashboard lists all of them. */
  statementAlarmsNamed: 100,
  /** The largest number of matching rounds. Each round matches at least one row. Two or three rounds are usual. */
  statementTyingRounds: 20,
  statementRulesPerMerchant: 200,
  statementRuleWordsCharacters: 100,
  /** The number of rows that a rule's preview shows. */
  statementRulePreviewRows: 20,
  /** The largest number of days between a row and its correction, for proposals and for a person's choice. */
  statementReversalDays: 7,
  statementReversalDaysMax: 60,
  statementReversalsListed: 100,
  chartAccounts: 300,
  chartKeyCharacters: 64,
  chartCodeCharacters: 140,
  /** The number of rows that a message names when they prevent the withdrawal of an import. */
  statementRowsNamed: 10,

  // Emails of banks.
  mailBytes: 2 * 1024 * 1024,
  mailHeaderBytes: 128 * 1024,
  mailHeaderFields: 200,
  /**
   * The number of header lines, which includes the lines of folded fields. The library takes seconds for thirty
   * thousand lines.
   */
  mailHeaderLines: 3000,
  /**
   * The size of one field with a signature. Sixty thousand spaces in such a field take seconds. Other fields can be
   * long in Outlook's emails.
   */
  mailSignatureBytes: 4 * 1024,
  /** The number of signatures in one email, and therefore of the keys that Tepat looks up. */
  mailSignatures: 10,
  mailParts: 50,
  mailPartsDepth: 8,
  /** The deepest nesting of elements in an HTML text, and the longest text that is read. */
  mailElementsDepth: 200,
  mailTextCharacters: 100_000,
  /** The allowed difference between the bank's clock and the server's. */
  mailClockSeconds: 300,
  /**
   * The number of DNS records of one key, their characters in all, the time limit of the query, and the lifetime of
   * the response.
   */
  mailKeyRecords: 8,
  mailKeyCharacters: 4096,
  mailKeySeconds: 6,
  mailKeyTrustMinutes: 60,
  mailKeysRemembered: 200,

  // Receiving forwarded emails.
  smtpConnections: 50,
  smtpConnectionsPerPeer: 10,
  /** The number of sessions from one network in a minute. */
  smtpSessionsPerPeer: 240,
  /** A sender that names more recipients repeats the email for each of them (RFC 5321, section 4.5.3.1.10). */
  smtpRecipients: 1,
  /** The number of unknown recipients: in one session, and from one network in a minute. */
  smtpUnknownPerSession: 5,
  smtpUnknownPerPeer: 60,
  /** The number of emails to one address in a minute. */
  smtpMailsPerAddress: 120,
  /** The bytes of a merchant's emails whose signatures are checked in a minute. */
  smtpBytesPerMerchant: 16 * 1024 * 1024,
  /**
   * The number of emails that wait for the check of their signatures, which runs one at a time: of all merchants, and
   * of one.
   */
  smtpChecksWaiting: 20,
  smtpChecksWaitingEach: 5,
  smtpIdleSeconds: 30,
  smtpSessionSeconds: 120,
  /** An email above `mailBytes` is read to its end before the refusal. Above this size the connection is closed. */
  smtpDiscardBytes: 64 * 1024 * 1024,
  smtpStopSeconds: 5,
  /** The interval at which the certificate's files are read again. */
  smtpCertificateMinutes: 60,
  /** The characters encode 128 random bits. */
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
  /** The time limit of a sign-in at the mail provider. */
  mailSignInSeconds: 600,
  mailSignInCharacters: 4096,
  /**
   * The size of a provider's response with tokens, the length of one token, and the shortest time before its end at
   * which the token is renewed.
   */
  mailTokenResponseBytes: 64 * 1024,
  mailTokenCharacters: 8192,
  mailTokenMarginSeconds: 300,
  mailTokensRemembered: 200,
  mailClientCharacters: 500,
  /** The interval of reads if the mail server reports nothing, and the interval of the search for mailboxes to read. */
  mailboxPollSeconds: 60,
  mailboxLookSeconds: 5,
  /**
   * The lease exceeds the time of a response and a renewal. After a crash, a mailbox stays unread for up to this
   * time.
   */
  mailboxLeaseSeconds: 90,
  mailboxAnswerSeconds: 20,
  /** The longest wait after failures. */
  mailboxRetrySecondsMax: 15 * 60,
  /** After this time without a read, an inbox's accounts count as unwatched. */
  mailboxSilentSeconds: 300,
  /** A new forwarding address needs attention if no email from a bank arrives within this time. */
  mailboxUnheardHours: 24,
  /**
   * A mailbox that has worked needs attention if phones have reported this number of transfers to its accounts, at
   * least this long ago, and no email has come since. The merchant's newest reports are searched for these transfers.
   */
  mailboxMissedTransfers: 10,
  mailboxMissedHours: 24,
  mailboxReportsLooked: 500,
  mailboxProblemCharacters: 300,
  /** The longest line of a mail server's response, and the number of rows in a response. */
  mailboxLineBytes: 1024 * 1024,
  mailboxAnswerRows: 1000,
  /** The number of emails in an inbox that one search examines, and the number of restarts after deletions. */
  mailboxSearchWindow: 1000,
  /** The bytes that a mail server can send during one search, and the number of emails in an inbox that Tepat reads. */
  mailboxSearchBytes: 1024 * 1024,
  mailboxEmails: 1_000_000,
  mailboxWindowsKept: 200,
  mailboxSearchTries: 5,
  /** The number of emails read in one step, and the number read again after the server has renumbered its inbox. */
  mailsPerStep: 50,
  mailsAfterRenumbering: 1000,
  /**
   * The bounds on emails whose key DNS did not return. They are the number for each mailbox and key, the bytes for
   * each merchant, the interval and duration of the checks, and the failed key lookups of one pass.
   */
  mailsWaiting: 100,
  mailsWaitingBytes: 16 * 1024 * 1024,
  mailWaitSeconds: 30,
  mailWaitHours: 24,
  mailKeysInVain: 3,
  /** A bank can sign with a new key before all DNS servers have that key. */
  mailMissingKeyMinutes: 30,
  /** The team gets a notice about an email that has waited for DNS for this time. */
  mailKeyLateMinutes: 10,
  mailsListed: 20,
  /** The number of a merchant's untrusted emails in the list. */
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
  /** The time by which a transfer can be posted before its payment's creation, because a phone's clock can be slow. */
  postingToleranceSeconds: 120,
  /**
   * The number of a device's registrations that are kept. A transfer from before these registrations pays nothing
   * automatically.
   */
  registrationsKept: 20,
  latePaymentDays: 7,
  /** The longest time between two reports of one payment, by two apps of one phone or by two phones of one account. */
  announcementSeconds: 10,
  /**
   * The longest time between a phone's report and an email about the same transfer. The phone's clock differs from
   * the bank's by up to twice `postingToleranceSeconds`, and the email can omit the seconds.
   */
  proofSeconds: 300,
  /**
   * The longest delay of a phone's report after the email about the same transfer, because the phone had no network.
   * The delay does not exceed the default quarantine of a released total.
   */
  lateProofHours: 24,
  /**
   * If more reports of one text than this arrive within twice `announcementSeconds`, none of them counts as a
   * repeated report.
   */
  announcementsMax: 100,
  /** The number of payments or transfers that the search for a similar one reads, and the number shown. */
  nearMissesLookedAt: 1000,
  nearMissesShown: 10,
  /** The number of payments above and below each transfer of a list that its guess compares. */
  nearestLookedAt: 5,
  /** The number of reports that a transfer's page shows. */
  proofsShown: 10,

  // Differences. db/schema/ repeats the lengths, and a test compares them.
  /** The number of transfers booked for a payment that is still pending. */
  paymentParts: 20,
  transferNoteCharacters: 1000,
  /** The number of invoices or transfers that one request of the dashboard changes or exports. */
  rowsSelected: 100,
  refundReasonCharacters: 500,
  openDifferencesShown: 100,
  /** The number of codes that are tried for the follow-up of an expired invoice, from `-2` on. */
  followUpCodesTried: 50,
  /** The deadline of a follow-up. The follow-up is paid in the transaction that creates it. */
  followUpSeconds: 60 * 60,
  /**
   * The number of transfers in time that are listed first, and the number of newest late transfers that are searched.
   */
  inTimeTransfersFirst: 20,
  lateTransfersLooked: 1000,
  /** A refund can be dated ahead by less than this, because clocks differ. */
  refundAheadSeconds: 300,

  // Device health.
  /** Four heartbeats. */
  deviceSilentSeconds: 120,
  /**
   * If the watch has paused for longer than this, silence is counted from now, because reports might not have
   * arrived. The time equals two heartbeats, so that a phone that missed two is heard again before it counts as
   * offline.
   */
  deviceWatchGapSeconds: 60,
  /** A report updates the time of the last sign of life no more often than a heartbeat does. */
  deviceSeenLatelySeconds: 30,
  queueGrowingSeconds: 120,
  batteryLowPercent: 15,
  listenerErrorCharacters: 1000,
  /** The number of ranges of missing sequence numbers that are kept for each device. */
  missingSequenceRanges: 100,
  /**
   * The number of hours for which Tepat expects a missing report. After that, its number stays listed without a
   * warning.
   */
  sequenceGapHours: 24,
  /** A phone that stayed locked for longer than this after a restart might have missed transfers. */
  restartGapSeconds: 120,
  /** The time for which a phone's page shows a damaged queue or a restart after the phone's report. */
  missedByPhoneHours: 24,
  /**
   * The time for which a phone's page shows refused reports after the last one. Further reports in this time are
   * counted with them.
   */
  refusedReportHours: 24,
  refusedReportsCounted: 9999,
  /** The largest age of the devices' figures in `/metrics`. */
  deviceFiguresSeconds: 5,
  /** The interval at which PUBLIC_URL's certificate is read, and the interval after a failure. */
  certificateReadSeconds: 3600,
  certificateUnreadSeconds: 60,
  /** The time after which Tepat no longer expects reports from a silent phone. */
  silentPhoneExpectedHours: 72,
  /**
   * The number of merchants without an online phone that `/metrics` names. The merchants whose phones went offline
   * last are named.
   */
  silentMerchantsNamed: 50,

  // Backups.
  /** The time limit of the operator's command that copies a backup to another place. */
  backupCopySeconds: 6 * 3600,
  /** The length of a failed program's last output that a message repeats. */
  programWordsCharacters: 1000,

  // Clocks.
  /** The difference between a process's clock and the database's at which a check warns. */
  clockDifferenceSeconds: 5,
  /**
   * The number of bytes that a replica has not replayed yet, or that a replication slot keeps, at which a check
   * warns.
   */
  replicaBehindBytes: 32 * 1024 * 1024,

  // The operator's own rules.
  rulesFileBytes: 1024 * 1024,
  rulesFileLookSeconds: 10,
  ruleTemplateCharacters: 1000,
  /**
   * The number of a template's parts that match any text. Two parts take 60 ms on the longest text, and three of
   * `{text}` take minutes.
   */
  ruleWordings: 2,

  // Apps that no release knows.
  /** The number of apps about which Tepat asks a merchant, and of those that the merchant has decided about. */
  merchantAppsPerMerchant: 50,
  /** The number of these apps that the merchant confirmed as a bank's. */
  merchantBankAppsPerMerchant: 20,
  merchantAppNameCharacters: 60,
  /** Banks that merchants add. */
  merchantBanksPerMerchant: 20,
  accountNumberDigitsMax: 20,
  merchantAppTextsCounted: 1000,

  // Rules that a merchant teaches.
  readingRulesPerMerchant: 50,
  /** The number of a text's first amounts that are compared with pending totals. */
  namedAmountsKept: 20,
  marksPerRule: 12,
  /**
   * The number of letters that a rule must have besides its marks. With fewer, the rule could fit a stranger's text.
   */
  taughtRuleLetters: 12,
  taughtRuleWords: 3,
  taughtRuleFaultsShown: 3,
  /** The length of an email from which a rule can be taught, and thus of the rule. */
  taughtMailCharacters: 8000,
  taughtMailLines: 200,
  /** The length of a name, a remark or another free place in such an email. */
  taughtMailPlaceCharacters: 200,
  /** The number of the sender's unread emails that are compared with a new rule. */
  taughtMailsCompared: 20,
  /** The number of the merchant's newest transfers that a new rule must read exactly as before. */
  decidedTextsCompared: 1000,
  likelyTextsShown: 20,

  // Webhooks. Above `webhookBodyBytes` the order items are omitted. A body without items is always sent.
  webhookBodyBytes: 20 * 1024,
  webhookSecretOverlapHours: 24,
  /** The time limit of one attempt, from the name's lookup to the last byte of the response. */
  webhookExchangeMilliseconds: 15_000,
  /** The lease exceeds the time of any attempt. After a crash of the sender, a delivery waits for at most this time. */
  webhookLeaseSeconds: 20,
  /** The time for which a connection waits for the merchant's next webhook, and the connection's longest life. */
  webhookConnectionIdleMilliseconds: 2_000,
  webhookConnectionLifeMilliseconds: 60_000,
  webhookIdleConnections: 500,
  webhookAttemptsUnderWay: 300,
  /** The number of webhooks that one statement leases or records. */
  webhooksPerLook: 100,
  webhookAttemptsUnderWayPerMerchant: 10,
  /** The number of events that one part of a type's list reads. */
  eventsLookedAt: 1000,

  /** The number of a response's headers that are kept for the merchant, and the bytes of each and of all. */
  webhookAnswerHeaders: 40,
  webhookAnswerHeaderBytes: 512,
  webhookAnswerHeadersBytes: 4 * 1024,

  // Notices to teams.
  /** The number of failed attempts of one webhook after which the merchant's server counts as failing. */
  webhookFailingAttempts: 4,
  webhookFailingHours: 6,
  quotaLowDays: 3,
  /** The time before a notice about a transfer without an invoice, because a team member might be about to match it. */
  unmatchedNoticeSeconds: 60,
  /** The number of messages of one kind to one target in the window. Further notices go into a digest. */
  noticeMessagesPerWindow: 3,
  noticeWindowSeconds: 10 * 60,
  noticesPerDigest: 2000,
  noticesNamedInDigest: 5,
  noticeAttemptsUnderWay: 20,
  browsersToldPerPerson: 10,
  telegramOfferSeconds: 10 * 60,
  /** The number of test messages that a person can request in one window. */
  noticeTestsPerWindow: 5,

  // Phones that a computer sets up by cable.
  adbAnswerSeconds: 30,
  adbAnswerBytes: 1024 * 1024,
  /** The time limit of the installation, during which the phone might ask the person to accept on its screen. */
  adbInstallSeconds: 180,
  /** The largest installation file. The app itself has 90 kB. */
  androidAppBytes: 20 * 1024 * 1024,

  // The gateway's settings.
  /** A change reaches other processes at once. A process that missed the message reads the change within this time. */
  gatewaySettingsLookSeconds: 30,
  /** The number of the computer's addresses in its local network that the dashboard shows. */
  localAddresses: 4,
  /** The number of such addresses at which the owner lets devices connect, for instance at home and in the shop. */
  allowedLocalHosts: 16,
  // The tunnel that the gateway runs itself.
  tunnelDownloadSeconds: 900,
  /** The program has about 40 MB. */
  tunnelProgramBytes: 64 * 1_024 * 1_024,
  tunnelAddressSeconds: 30,
  tunnelStopSeconds: 5,
  /** The length of the program's last output, in which Tepat searches for the tunnel's address. */
  tunnelOutputCharacters: 4_096,
  /** The restarts take about four minutes in all, for a computer that starts before its Wi-Fi. */
  tunnelRestarts: 8,
  /** After running for this long, a tunnel that ends has all its restarts again. */
  tunnelSteadySeconds: 60,
  /** The longest sealed random text that tests a public address. The text usually has about 100 characters. */
  challengeCharacters: 512,
  mailPasswordCharacters: 500,
  trialResponseCharacters: 300,

  // Email to customers.
  /** The number of emails in 24 hours: invoices and reminders together, and receipts separately. */
  customerMailsPerDay: 500,
  /** The number of hours after which an undelivered email is abandoned. */
  customerMailHours: 24,
  remindersPerInvoice: 3,
  hoursBetweenReminders: 12,
  customerMailAttemptsUnderWay: 10,
} as const;
