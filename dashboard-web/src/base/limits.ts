/** The numbers of these pages. */
export const limits = {
  /** The polling interval of a page while the stream of changes is closed … */
  refreshMilliseconds: 15_000,
  /** … and while it is open. */
  quietRefreshMilliseconds: 60_000,
  /** The waits before the stream of changes is opened again; each is twice the one before. */
  reopenMilliseconds: { first: 1_000, last: 30_000 },
  /** The polling interval of a sale at the counter while the stream of changes is closed. */
  counterPollMilliseconds: 3_000,
  /** Hundreds of billions of rupiah are enough for one sale. */
  counterAmountDigits: 12,
  counterNoteCharacters: 500,
  /** The least time between two documents that are loaded because a page's script did not come. */
  reloadPauseMilliseconds: 60_000,
  /** The delay before the other pages load, so that the first page loads before them. */
  pagesAheadMilliseconds: 2_000,
  /** The polling interval while a person holds a phone in front of the pairing code. */
  pairingPollMilliseconds: 2_000,
  /** Attempts to send a part of a file that gets no response. */
  sendsOfPart: 4,
  /** The largest statement that the server takes; the page refuses a larger one before sending it. */
  statementMegabytes: 4,
  /** The days that the server keeps the request log, for texts that mention it. */
  loggedRequestDays: 7,
  loggedSuccessesPerMinute: 60,
  loggedErrorsPerMinute: 600,
  /** A longer month is printed up to here; its table has the rest. */
  printedRowsMax: 3_000,
  /** The most days of use that one order can have. A merchant's own gateway gives a hundred years of them. */
  quotaDaysTold: 3_650,
  passwordCharactersMin: 10,
  rowsPerPage: 25,
  /** The likeliest invoices for a transfer, before a person asks for more. */
  candidatesShown: 3,
  /** The days in which an invoice expired, and how many of them the overview shows. */
  unpaidDays: 7,
  unpaidShown: 5,
  /** The saved filters of each person and list. */
  savedFilters: 12,
  savedFilterCharacters: 40,
  /** The results of each kind that the palette shows, and its wait for a person who is still typing. */
  paletteResults: 5,
  paletteMilliseconds: 150,
  /** The form fields kept while the document is loaded in the other language. */
  typedFields: 300,
  typedCharacters: 100_000,
  /** The rows of lists that are shown whole, such as the options of a choice. */
  rowsPerPageMax: 100,
} as const;
