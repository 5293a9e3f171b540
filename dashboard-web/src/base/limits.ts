/** The dashboard's limits and intervals. */
export const limits = {
  /** The polling interval of a page while the stream of changes is closed. */
  refreshMilliseconds: 15_000,
  /** The overview compares today with yesterday up to a time that moves on in these steps. */
  comparedMilliseconds: 300_000,
  /** The polling interval of a page while the stream of changes is open. */
  quietRefreshMilliseconds: 60_000,
  /**
   * The first and the longest wait before the page reopens the stream of changes. Each wait is
   * twice the previous one.
   */
  reopenMilliseconds: { first: 1_000, last: 30_000 },
  /** The polling interval of a counter sale while the stream of changes is closed. */
  counterPollMilliseconds: 3_000,
  tunnelPollMilliseconds: 2_000,
  /** A counter sale shows its remaining time once less than this is left, because no customer waits for a day. */
  counterClockSeconds: 3_600,
  /** Allows hundreds of billions of rupiah in one sale. */
  counterAmountDigits: 12,
  /** A form asks once more about a larger amount, which is usually a slip of the keys. */
  amountUnasked: 1_000_000_000,
  /** The counter asks sooner, because its keys have no room for a second look. */
  counterAmountUnasked: 100_000_000,
  counterNoteCharacters: 500,
  /** The most lines of a cart that a browser tab keeps. A shop's list has fewer items. */
  counterCartLines: 100,
  /** The shortest time between two reloads of the document after a page's script failed to load. */
  reloadPauseMilliseconds: 60_000,
  /** The delay before the other pages load, so that the first page loads alone. */
  pagesAheadMilliseconds: 2_000,
  /** The polling interval while the pairing code is on the screen. */
  pairingPollMilliseconds: 2_000,
  /** The number of attempts to send a part of a file when no response comes. */
  sendsOfPart: 4,
  /** The bounds of an invoice's deadline, from now. */
  saleDeadlineMinutesMin: 5,
  saleDeadlineDaysMax: 90,
  /** The largest count of invoices that the server sends. At this count, there might be more. */
  paymentsCounted: 1000,
  /**
   * The largest statement that the server accepts. The page refuses a larger file before sending it.
   */
  statementMegabytes: 4,
  /** The days for which the server keeps the request log. Texts mention this number. */
  loggedRequestDays: 7,
  loggedSuccessesPerMinute: 60,
  loggedErrorsPerMinute: 600,
  /** The most rows of a month that are printed. The table on the page has all rows. */
  printedRowsMax: 3_000,
  /** The most missed rows of a month that one press records. */
  recordedAtOnceMax: 1_000,
  /**
   * The most days of use in one order. An account of a merchant's own gateway has more: a hundred years of
   * days.
   */
  quotaDaysTold: 3_650,
  passwordCharactersMin: 10,
  rowsPerPage: 25,
  /** The numbers of rows a page that a person can choose. */
  rowsPerPageChoices: [25, 50, 100],
  uniqueAmountMax: 999,
  /** The number of likely invoices shown for a transfer before the person asks for more. */
  candidatesShown: 3,
  /** A shop with this many paid invoices needs no guide. The overview lists no more of them. */
  guidePaidInvoices: 8,
  /** The overview's unpaid invoices: the days in which they expired, and the number shown. */
  unpaidDays: 7,
  unpaidShown: 5,
  /** The most saved filters for each person and list. */
  savedFilters: 12,
  savedFilterCharacters: 40,
  /** A search text with more words is one phrase. */
  searchWords: 8,
  /** The palette's results of each kind, and its wait while a person is still typing. */
  paletteResults: 5,
  paletteMilliseconds: 150,
  /** The newest invoices that the palette finds, of which it shows those with the best names. */
  paletteRanked: 50,
  /** The most form fields kept while the document reloads in the other language. */
  typedFields: 300,
  typedCharacters: 100_000,
  /** The most rows of a list that is shown whole, for example the options of a choice. */
  rowsPerPageMax: 100,
} as const;
