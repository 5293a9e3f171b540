/** The numbers of these pages. */
export const limits = {
  /** How often a page asks again while the stream of changes is closed … */
  refreshMilliseconds: 15_000,
  /** … and while it is open. */
  quietRefreshMilliseconds: 60_000,
  /** The waits before the stream of changes is opened again; each is twice the one before. */
  reopenMilliseconds: { first: 1_000, last: 30_000 },
  /** While somebody holds a phone in front of the pairing code. */
  pairingPollMilliseconds: 2_000,
  passwordCharactersMin: 10,
  rowsPerPage: 25,
  /** The rows of lists that are shown whole, such as the options of a choice. */
  rowsPerPageMax: 100,
} as const;
