import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { limits } from "./limits.ts";

/** Every limit has a test that checks it. A new limit fails here until it has a test. */

/** Limits whose test would take too long: 65 seconds; and a thread that needs 20 seconds or 256 MB. */
type Untried =
  | "keepAliveMilliseconds"
  | "statementSheetMilliseconds"
  | "statementSheetDataMegabytes";

const bounds = ["server/contract/bounds.test.ts", "%s holds (%#)"] as const;
const batches = [
  "server/domain/base/batch.test.ts",
  "never runs more than its size at once",
] as const;
const listeners = "server/http/transport/listeners.test.ts";
const ignored = "server/http/transport/ignored-fields.test.ts";
const bodyRoom = "server/http/transport/body-room.test.ts";
const pages = "server/http/pages/pages.test.ts";
const slowClients = [
  "server/http/transport/slow-clients.test.ts",
  "the %s listener closes a client that is too slow with %s",
] as const;
const streams = "server/http/pages/event-streams.test.ts";
const events = "server/http/pages/merchant-events.test.ts";
const watch = "server/domain/live/payment-watch.test.ts";
const dashboardWatch = "server/domain/live/dashboard-watch.test.ts";
const lists = "server/domain/overview/bounded-lists.test.ts";
const remembered = "server/domain/base/remembered-lookup.test.ts";
const rates = "contract-tests/rate-limits.test.ts";
const matching = "server/domain/mutations/matching.test.ts";
const signIn = "server/domain/access/sign-in.test.ts";
const guesses = "from everywhere at once is judged twenty times, then after delays that double";
const refusedSignIns = "server/domain/access/refused-sign-ins.test.ts";
const sessions = "server/domain/access/sessions.test.ts";
const resets = "server/domain/access/password-resets.test.ts";
const devices = "server/domain/devices/device-watch.test.ts";
const customerMails = "server/jobs/customer-mail-sender.test.ts";
const notices = "server/jobs/notice-sender.test.ts";
const rules = "server/domain/notifications/operator-rules.test.ts";
const taught = "server/domain/mutations/reading-rules.test.ts";
const sender = "server/jobs/webhook-sender.test.ts";
const webhookClient = "server/outside/webhook-client.test.ts";
const answerHeaders = "server/domain/webhooks/answer-headers.test.ts";
const tenants = "server/domain/merchants/tenant-bounds.test.ts";
const links = "server/domain/sales/links.test.ts";
const linkPictures = "server/domain/sales/link-pictures.test.ts";
const formPages = "server/http/pages/form-pages.test.ts";
const emptyEnvironment = [
  "server/start/config.test.ts",
  "an empty environment is the embedded database on the loopback address",
] as const;
const linkBounds = [
  "server/contract/bounds.test.ts",
  "the address and the deadline of a payment link have their least",
] as const;
const statements = "server/domain/statements/statement-reader.test.ts";
const requestLog = "server/domain/merchants/request-log.test.ts";
const retention = "server/domain/upkeep/retention.test.ts";
const spreadsheets = "server/domain/statements/spreadsheet-process.test.ts";
const turns = "server/domain/statements/spreadsheet-turns.test.ts";
const statementMonths = "server/domain/statements/statement-months.test.ts";
const sharedWithSql = [
  "server/db/schema.test.ts",
  "numbers that SQL and TypeScript share are the same",
] as const;

const provenBy: Record<
  Exclude<keyof typeof limits, Untried>,
  readonly [file: string, title: string]
> = {
  uniqueAmountMin: ["contract-tests/unique-amounts.test.ts", "exactly 999 of 1,000 creates"],
  uniqueAmountMax: ["contract-tests/unique-amounts.test.ts", "exactly 999 of 1,000 creates"],
  paymentTotalMax: [
    "server/procedures/openapi/document.test.ts",
    "bounds every int64 by what JSON readers keep exact",
  ],
  paymentAmountMax: bounds,
  qrisAmountMax: sharedWithSql,
  paymentCodeCharacters: bounds,
  textCharacters: bounds,
  customerPhoneCharacters: bounds,
  urlCharacters: bounds,
  orderItems: bounds,

  openDifferencesShown: [
    "server/domain/reconciliation/reconciliation.test.ts",
    "are shown up to a number",
  ],
  refundAheadSeconds: [
    "server/domain/reconciliation/reconciliation.test.ts",
    "that lies in the future is a mistake",
  ],
  paymentParts: ["server/domain/mutations/ledgers.test.ts", "takes a bounded number of parts"],
  transferNoteCharacters: [
    "server/db/schema.test.ts",
    "the checks of the tables have the limits of the contract",
  ],
  refundReasonCharacters: [
    "server/db/schema.test.ts",
    "the checks of the tables have the limits of the contract",
  ],
  readingRulesPerMerchant: [taught, "there are only so many rules"],
  namedAmountsKept: [taught, "a text of very many amounts names only the first ones"],
  marksPerRule: [taught, "a rule has only so many marks"],
  taughtRuleLetters: [taught, "too few letters or words are refused"],
  taughtRuleWords: [taught, "too few letters or words are refused"],
  taughtRuleFaultsShown: [taught, "only so many texts are named"],
  decidedTextsCompared: [taught, "older transfers than the newest ones are not compared"],
  likelyTextsShown: [taught, "only so many texts are offered"],

  heldBodyBytes: [bodyRoom, "of as many addresses no more is held than a process may have"],
  heldBodyBytesPerAddress: [bodyRoom, "of one address no more is held than an address may have"],
  drainsAtOnce: [bodyRoom, "only so many wait for the rest of a body that nobody wants"],
  ignoredFieldsNamed: [ignored, "only so many are named, and that there are more"],
  ignoredFieldCharacters: [ignored, "a long name is cut"],
  metricsAgeMilliseconds: [pages, "many who ask for metrics cost one reading"],
  contractAgeSeconds: [pages, "/openapi.json is made once, comes compressed, and may be kept"],
  bodyBytes: [listeners, "is refused with 413 one byte past its limit"],
  jsonDepth: ["server/procedures/read-json.test.ts", "reads as many levels as its limit"],
  createsPerStatement: batches,
  readsPerStatement: batches,
  listsPerStatement: batches,
  reportsPerStatement: batches,
  headerBytes: [listeners, "is refused with 431 past its limit in %s"],
  headerCount: [listeners, "is refused with 431 past its limit in %s"],
  headerMilliseconds: slowClients,
  requestMilliseconds: slowClients,
  slowBodyMilliseconds: [
    "contract-tests/accounts.test.ts",
    "a key that is revoked while a body comes in creates nothing",
  ],
  answerMilliseconds: ["server/http/transport/deadline.test.ts", "what takes longer is overdue"],
  receiverAnswerMilliseconds: [
    "server/http/transport/deadline.test.ts",
    "what takes longer is overdue",
  ],
  drainBytes: [listeners, "is refused when it is endless, and costs no memory"],
  drainMilliseconds: [listeners, "in endless chunks is not awaited for long when nobody reads it"],
  closeMilliseconds: [listeners, "waits no longer than its limit for a request in flight"],

  streams: [streams, "for so many streams in all"],
  streamsPerAddress: [streams, "for so many streams of an address"],
  streamUnreadBytes: [listeners, "is cut when the client does not read it, and costs no memory"],
  readerMilliseconds: [listeners, "is made at the reader's pace, and costs no memory"],
  streamKeepAliveSeconds: [streams, "has a comment every 15 seconds, each in its turn"],
  watchSeconds: [watch, "what changed while the connection that listens was lost"],
  watchRetryMilliseconds: [watch, "a read that failed is repeated soon"],
  paymentsPerRead: [watch, "of as many payments share statements"],

  merchantEventStreams: [events, "a process has so many open, a merchant so many of them"],
  merchantEventStreamsPerMerchant: [
    events,
    "a process has so many open, a merchant so many of them",
  ],
  merchantEventLookMilliseconds: [events, "what ends is told once, with the bytes of its webhook"],
  merchantEventReachSeconds: [events, "a position is taken up for a day, and nothing else is one"],
  merchantEventOverlapSeconds: [events, "a stream is taken up where another was lost"],
  dashboardStreams: [streams, "for so many streams in all"],
  streamsPerSession: ["server/processes/dashboard-events.test.ts", "a session may have ${limits"],
  streamsPerMerchant: ["server/processes/dashboard-events.test.ts", "a session may have ${limits"],
  dashboardLookMilliseconds: [dashboardWatch, "of a payment that has ended, before the next round"],
  dashboardTellMilliseconds: [
    dashboardWatch,
    "of many payments no more often than the pace allows",
  ],
  merchantsPerLook: [
    dashboardWatch,
    "two hundred pages of one merchant cost one statement a round",
  ],
  rowsWatched: [dashboardWatch, "of a phone that registers, and of its new name"],
  deedsWatched: [dashboardWatch, "of an account that was switched off, of settings"],

  perPageDefault: ["server/contract/bounds.test.ts", "what is not asked for has its default"],
  perPageMax: ["contract-tests/list-payments.test.ts", "no page has more than 100 payments"],

  rateWindowSeconds: ["server/procedures/rate-limits.test.ts", "counts down, and refuses with"],
  readsPerWindow: [rates, "a merchant reads 3,000 times"],
  writesPerWindow: [rates, "a merchant writes 600 times"],
  checkoutReadsPerWindow: [rates, "one address reads checkout data 3,000 times"],
  workerReportsPerWindow: [rates, "one device reports 1,200 times"],
  dashboardCallsPerWindow: [
    "server/procedures/rate-limits.test.ts",
    "counts down, and refuses with",
  ],

  credentialCharacters: [
    "server/domain/security/credentials.test.ts",
    "has its form, whatever the random",
  ],
  credentialTrustMilliseconds: [remembered, "what was removed is not answered any more once"],
  credentialRefreshMilliseconds: [remembered, "what is in use is asked for ahead of time, once"],
  credentialsRemembered: [remembered, "no more than the maximum is remembered"],
  credentialsPerStatement: batches,
  totpFailures: [matching, "counts no correct code, and lets only five wrong ones through"],
  totpFailureWindowSeconds: [matching, "is throttled from the sixth wrong code in 15 minutes on"],
  totpFailuresOfSessions: [
    "server/domain/access/two-factor.test.ts",
    "is throttled for all sessions after twenty wrong codes",
  ],
  activeApiKeys: ["server/domain/merchants/api-keys.test.ts", "a merchant has at most five"],
  recoveryCodes: [
    "server/domain/access/two-factor.test.ts",
    "takes a scan and one code, and gives ten recovery codes",
  ],
  guessedCodesPauseSeconds: [
    "server/domain/access/guessed-codes.test.ts",
    "guesses that go on are told once an hour",
  ],
  totpOfferSeconds: ["server/domain/access/two-factor.test.ts", "needs an offer that is not old"],
  pairingOfferSeconds: ["server/domain/devices/pairing-offers.test.ts", "it lasts ten minutes"],

  passwordCharactersMin: ["server/contract/bounds.test.ts", "a password has its least length"],
  passwordCharactersMax: bounds,
  passwordHashesAtOnce: ["server/domain/base/admission.test.ts", "only so many run at once"],
  passwordHashesWaiting: [
    "server/domain/base/admission.test.ts",
    "who comes after those who wait is sent away",
  ],
  passwordHashesWaitingOfKnown: [
    "server/domain/base/admission.test.ts",
    "nobody who is known takes the places of the others",
  ],
  passwordHashesWaitingOfAccount: [
    "server/domain/base/admission.test.ts",
    "nobody who is known takes the places of the others",
  ],
  busySeconds: [
    "server/domain/base/admission.test.ts",
    "who comes after those who wait is sent away",
  ],
  signInAttemptsPerAccountAndNetwork: [signIn, "from one network ends after ten wrong ones"],
  signInAttemptsPerAddress: [signIn, "from one address at many accounts ends after fifty"],
  signInWindowSeconds: [signIn, "says how long to wait"],
  signInAttemptsPerAccount: [signIn, guesses],
  signInAttemptsPerBrowser: [signIn, "in such a browser is judged ten times, then after delays"],
  signInDelaySecondsMax: [signIn, guesses],
  signInDaySeconds: [signIn, "at one account is judged ${limits"],
  signInGuessesPerAccountAndDay: [signIn, "at one account is judged ${limits"],
  browserKnownSeconds: [signIn, "a browser is known for 180 days"],
  browsersPerPerson: [lists, "browsers that are known"],
  refusalsSettleSeconds: [refusedSignIns, "the owner finds who tried, from where and how often"],
  refusalsReportedSeconds: [refusedSignIns, "a network has two entries an hour"],
  refusalsPerReport: [refusedSignIns, "two jobs at once report a refusal once"],
  sessionIdleSeconds: [sessions, "a session ends twelve hours after its last use"],
  sessionSeconds: [sessions, "a session ends after seven days"],
  sessionsPerPerson: [sessions, "a merchant has at most fifty sessions"],
  teamPeople: [
    "server/domain/access/team.test.ts",
    "has at most fifty people and invitations, also when many are invited at once",
  ],
  invitationSeconds: [
    "server/domain/access/team.test.ts",
    "ends after seven days, to the second, and is shown as over",
  ],
  invitationsPerDay: [
    "server/domain/access/team.test.ts",
    "makes at most fifty invitations in a day, because each may send an e-mail",
  ],
  useNotedSeconds: [sessions, "its use is written down once a minute"],
  confirmationSeconds: [
    "server/domain/access/two-factor.test.ts",
    "lasts five minutes, in this session",
  ],
  passwordResetSeconds: [resets, "the link lasts thirty minutes"],
  passwordResetAnswerMilliseconds: [resets, "the answer takes as long for an unknown address"],
  passwordResetPauseSeconds: [resets, "nobody is told who has an account, and nobody is sent two"],
  userAgentCharacters: [sessions, "a browser's words about itself are cut and well-formed"],

  paymentsPerSearch: ["server/domain/payments/payment-search.test.ts", "looks at a bounded number"],
  rowsPerTotal: [
    "server/domain/payments/payment-search.test.ts",
    "totals count so many, and say that there may be more",
  ],
  mutationsPerSearch: [
    "server/domain/mutations/mutation-search.test.ts",
    "a search looks at the newest alone",
  ],
  mutationsFound: [
    "server/domain/mutations/mutation-search.test.ts",
    "a search finds so many, the newest first",
  ],
  invoicesPerSearch: [
    "server/domain/sales/invoices.test.ts",
    "looks at a bounded number, and goes on from there",
  ],
  auditEntriesPerPage: [
    "server/domain/access/audit-filters.test.ts",
    "a filter looks at a bounded number, and goes on from there",
  ],
  paymentsPerExportedPart: [
    "server/domain/payments/payment-export.test.ts",
    "a long one comes in parts",
  ],
  attemptsShown: [lists, "the attempts of a payment's webhook"],
  failingDeliveriesCounted: [lists, "deliveries that were given up"],
  overviewDaysDefault: ["server/contract/bounds.test.ts", "what is not asked for has its default"],
  counterSaleSeconds: [
    "server/domain/sales/counter.test.ts",
    "waits for exactly its total for ten minutes",
  ],
  counterSalesShown: [
    "server/domain/sales/counter.test.ts",
    "counts every sale, and lists the latest",
  ],
  overviewDaysMax: bounds,
  overviewLastPaid: [
    "server/domain/overview/overview.test.ts",
    "the invoices that were paid last are in the order in which they were paid",
  ],
  overviewLastPaidLooked: [
    "server/domain/overview/overview.test.ts",
    "no more transfers are looked at than the bound says",
  ],
  attentionCounted: [
    "server/domain/overview/attention.test.ts",
    "more than can be counted are told of as more",
  ],
  attentionWebhookDays: [
    "server/domain/overview/attention.test.ts",
    "a webhook that was given up is told of for a week",
  ],
  endedPaymentsPerCount: [
    "server/domain/overview/overview.test.ts",
    "counting changes nothing that anybody",
  ],

  qrisCharacters: bounds,
  additionalSteps: bounds,
  instructionCharacters: bounds,
  accountQuotaMax: ["server/cli/forms.test.ts", "account update --quota holds its bound"],
  newAccountQuotaDays: [
    "server/domain/accounts/own-accounts.test.ts",
    "of a bank listens to the bank's app",
  ],
  quotaDaysShown: [lists, "days of quota and what was added to them"],
  quotaGrantsShown: [lists, "days of quota and what was added to them"],
  quotaDaysPerOrder: bounds,
  quotaPriceMax: ["server/cli/merchant.test.ts", "makes an operator who sells quota"],
  quotaOrderHours: ["server/domain/accounts/quota.test.ts", "that is not paid credits nothing"],
  unpaidQuotaOrders: ["server/domain/accounts/quota.test.ts", "beyond ten that are not paid"],

  accountsPerMerchant: [tenants, "accounts are so many, whoever adds them at once"],
  matchingPoolsPerMerchant: [tenants, "pairs of app and phone that accounts listen to are so many"],
  devicesPerMerchant: [tenants, "are so many in all, and revoked ones that never told anything"],
  devicesWaitingForApproval: [tenants, "wait for approval so many at once"],
  pairingOffersPerMerchant: [
    tenants,
    "only a bounded number of pairing tokens is valid, the newest",
  ],
  webhookSecretsInForce: [tenants, "so many secrets sign a webhook, whoever makes new ones"],
  revokedApiKeys: [tenants, "API keys that were revoked are forgotten but for the newest"],
  exportsUnderWay: [tenants, "tables of payments are read so many at once by one merchant"],
  unreadTexts: [tenants, "are kept so many of, and the others are answered like them"],
  unreadTextBytes: [tenants, "are kept up to so many bytes, however many come"],
  unreadTextKeptSeconds: [tenants, "give way to newer ones after an hour, and not before"],

  saleCodePatternCharacters: [
    "server/db/schema.test.ts",
    "the checks of the tables have the limits of the contract",
  ],
  saleNoteCharacters: bounds,
  saleDeadlineSecondsMin: ["server/contract/bounds.test.ts", "an invoice has its least deadline"],
  saleDeadlineSecondsMax: bounds,
  itemQuantityMax: bounds,
  saleCodesTried: sharedWithSql,
  linksPerMerchant: [tenants, "payment links are so many"],
  linkSlugCharactersMin: linkBounds,
  linkSlugCharactersMax: bounds,
  linkDescriptionCharacters: bounds,
  linkNoteCharacters: [links, "a form names every field that is wrong"],
  linkAmounts: bounds,
  linkQuantityMax: bounds,
  linkStockMax: bounds,
  linkDeadlineSecondsMin: linkBounds,
  linkDeadlineSecondsDefault: linkBounds,
  linkDeadlineSecondsMax: bounds,
  linkPictureBytes: [linkPictures, "a file that is no small picture is refused"],
  linkPicturePixels: [linkPictures, "a file that is no small picture is refused"],
  linkPictureCharacters: bounds,
  linkFormsAtOnce: [
    formPages,
    "a flood of forms works on so many at once, and the rest are told to wait",
  ],
  linkFormsWaiting: [
    formPages,
    "a flood of forms works on so many at once, and the rest are told to wait",
  ],
  linkFormWaitMilliseconds: [formPages, "a form that has waited long is told to come back"],
  linkFormBytes: [formPages, "a body that is no form of the page is refused"],
  linkUnpaidPerClient: emptyEnvironment,
  linkUnpaidPerLink: emptyEnvironment,
  linkTotalsPerAmount: emptyEnvironment,
  linkUnpaidPiecesPerClient: emptyEnvironment,
  linkStockPercentPerClient: emptyEnvironment,
  linkUnpaidWindowSeconds: [links, "one client can leave so many unpaid in a day"],
  linkClientsKeptSeconds: [links, "the client of a submission is forgotten after two days"],
  statementFileBytes: [statements, "that is larger than may be read is refused before its end"],
  statementSheetBytes: [statements, "of another kind, too large or with too many rows is refused"],
  statementSheetUnpackedBytes: [statements, "that unpacks to more than may be is refused unread"],
  statementSheetRows: [statements, "of another kind, too large or with too many rows is refused"],
  statementSheetParts: [spreadsheets, "with very many parts is refused"],
  statementSheetTextBytes: [statements, "whose many cells share one long text is refused"],
  statementSheetHeapMegabytes: [spreadsheets, "whose shared texts fill the memory of its process"],
  statementSheetCpuSeconds: [spreadsheets, "that takes too long is refused"],
  statementSheetsWaiting: [turns, "so many wait, so long, and others are asked to come again"],
  statementSheetWaitMilliseconds: [turns, "so many wait, so long, and others are asked to come"],
  statementSheetUseMilliseconds: [turns, "one is read at a time, and the merchant that has used"],
  statementLineCharacters: [statements, "has a line of endless length"],
  statementPreambleRows: [statements, "the line of column names is found only near the beginning"],
  statementDescriptionCharacters: [statements, "a description is cut, and rows of one day"],
  statementDaysMax: [statements, "covers more days than any statement"],
  statementPendingRows: [statements, "rows that the bank has not booked are counted, not stored"],
  statementSenMax: [statements, "that counts in hundredths and has %s of them is refused"],
  statementColumns: [statements, "is read up to so many columns"],
  statementUploadBytes: [statementMonths, "so many uploads wait at once, and none is larger"],
  statementPartBytes: [statementMonths, "a file comes in parts, and nothing of it is left"],
  statementUploadsPerMerchant: [statementMonths, "so many uploads wait at once, and none is"],
  statementImportsUnderWay: [statementMonths, "so many uploads are imported at once, so many"],
  statementImportsWaiting: [statementMonths, "so many uploads are imported at once, so many"],
  statementUploadMinutes: [statementMonths, "a file that nobody imports is gone after an hour"],
  statementPreviewRows: [statementMonths, "a file that is refused for good is deleted"],
  statementAlarmsNamed: [
    "server/domain/statements/statement-import.test.ts",
    "an unsupported transfer gets an audit entry; so many",
  ],
  statementRowsNamed: [
    "server/domain/statements/statement-later.test.ts",
    "an import whose money paid an invoice stays",
  ],

  notificationsPerReport: bounds,
  notificationTextCharacters: bounds,
  notificationKeyCharacters: bounds,
  unreadTextDays: [
    "server/domain/mutations/mutations.test.ts",
    "a kept text is forgotten after seven days",
  ],

  postingToleranceSeconds: sharedWithSql,
  registrationsKept: sharedWithSql,
  latePaymentDays: sharedWithSql,
  announcementsMax: [
    "server/domain/mutations/match-reasons.test.ts",
    "is found among as many reports of its text as may be, and not among more",
  ],
  announcementSeconds: sharedWithSql,
  nearMissesLookedAt: [
    "server/domain/upkeep/hot-path-plans.test.ts",
    "near misses, both ways, read through indexes and a bounded number of rows",
  ],
  nearMissesShown: [lists, "what a transfer resembles"],

  deviceSilentSeconds: [devices, "is found offline after two minutes, once"],
  deviceWatchGapSeconds: [devices, "after an outage of %s a phone has time for its next heartbeat"],
  deviceSeenLatelySeconds: [devices, "is brought back by a report %s"],
  queueGrowingSeconds: [devices, "tells of a queue that does not become shorter for two minutes"],
  batteryLowPercent: [devices, "tells since when the battery is low"],
  listenerErrorCharacters: bounds,
  missingSequenceRanges: [
    devices,
    "that skip every second one are kept for the newest ranges only",
  ],
  sequenceGapHours: [devices, "are no warning any more after a day, and still listed"],
  deviceFiguresSeconds: ["server/http/metrics/metrics.test.ts", "the devices are read once"],
  clockDifferenceSeconds: [
    "server/cli/doctor.test.ts",
    "finds clocks that differ by more than 5 seconds",
  ],
  replicaBehindBytes: [
    "server/domain/upkeep/replication.test.ts",
    "a replica that has stopped replaying is found once it is 32 MiB behind",
  ],

  rulesFileBytes: [rules, "a file too long to be one of rules"],
  rulesFileLookSeconds: [rules, "is read with from the next look on"],
  ruleTemplateCharacters: [rules, "a template too long"],
  ruleWordings: [rules, "more than 2 parts of any wording"],

  webhookBodyBytes: [sender, "without its order items when they would make it larger than 20 KiB"],
  webhookSecretOverlapHours: [sender, "is signed with both secrets for 24 hours after a rotation"],
  webhookExchangeMilliseconds: [
    "server/outside/webhook-client.test.ts",
    "ends for a receiver that %s",
  ],
  webhookLeaseSeconds: [
    sender,
    "that died in the middle of an attempt is replaced when its lease runs out",
  ],
  webhookConnectionIdleMilliseconds: [webhookClient, "is closed when it has waited long enough"],
  webhookConnectionLifeMilliseconds: [webhookClient, "is not kept once it is too old"],
  webhookAnswerHeaders: [answerHeaders, "no more are kept than the bounds say"],
  webhookAnswerHeaderBytes: [answerHeaders, "a long value is cut between characters"],
  webhookAnswerHeadersBytes: [answerHeaders, "no more are kept than the bounds say"],
  webhookIdleConnections: [webhookClient, "makes room for others when too many wait"],
  webhookAttemptsUnderWay: [sender, "has a bounded number under way"],
  webhooksPerLook: [sender, "leases the next ones while these are under way"],
  webhookFailingAttempts: sharedWithSql,
  webhookFailingHours: sharedWithSql,
  quotaLowDays: sharedWithSql,
  unmatchedNoticeSeconds: [notices, "money that has no invoice for a minute, and only once"],
  noticeMessagesPerWindow: [notices, "are told one by one as far as the window has room"],
  noticeWindowSeconds: [notices, "are told one by one as far as the window has room"],
  noticesPerDigest: [notices, "more than fit one digest are told by several"],
  noticesNamedInDigest: [notices, "a thousand of them are a few messages"],
  noticeAttemptsUnderWay: [notices, "are sent so many at a time, and each chat's one by one"],
  browsersToldPerPerson: [notices, "may have so many browsers told"],
  telegramOfferSeconds: [notices, "whose code is too old connects nothing"],
  noticeTestsPerWindow: [notices, "may try a channel a few times only"],
  customerMailsPerDay: sharedWithSql,
  customerMailHours: [customerMails, "that could not be sent for a day is sent no more"],
  remindersPerInvoice: [customerMails, "may be reminded of three times, twelve hours apart"],
  hoursBetweenReminders: [customerMails, "may be reminded of three times, twelve hours apart"],
  customerMailAttemptsUnderWay: [customerMails, "of many merchants go out so many at a time"],
  loggedSuccessesPerMinute: [requestLog, "a busy merchant's successes are left out, and counted"],
  loggedErrorsPerMinute: [requestLog, "errors are kept beside them, up to a bound of their own"],
  loggedSuccessesOfAllPerMinute: [
    requestLog,
    "the successes of all merchants together are bounded, and their errors are not left out",
  ],
  loggedRequestsWaiting: [requestLog, "when too many wait, the rest is dropped and counted"],
  loggedRequestsPerStatement: [requestLog, "what waits is written in statements of a bounded size"],
  loggedRequestsPauseMilliseconds: [requestLog, "a request is written a moment later by itself"],
  loggedPathCharacters: [requestLog, "of a long path the beginning is kept, and no credential"],
  loggedRequestDays: [retention, "is kept for a week"],
  loggedRequestsPerMerchant: [retention, "keeps the newest of a merchant that has too many"],
  loggedRequests: [retention, "keeps the newest of a merchant that has too many"],
  webhookAttemptsUnderWayPerMerchant: [sender, "is not held up by one merchant's dead receiver"],
};

test.each(Object.entries(provenBy))("%s", (_limit, [file, title]) => {
  const text = readFileSync(join(import.meta.dirname, "../..", file), "utf8");
  expect(
    ['"', "'", "`"].some((quote) => text.includes(quote + title)),
    title,
  ).toBe(true);
});

test("every limit has one", () => {
  const untried: Untried[] = [
    "keepAliveMilliseconds",
    "statementSheetMilliseconds",
    "statementSheetDataMegabytes",
  ];
  expect([...Object.keys(provenBy), ...untried].toSorted()).toEqual(Object.keys(limits).toSorted());
});
