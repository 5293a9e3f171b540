/** The numbers of these pages. */
export const limits = {
  /** What is on the screen is asked for again this often while nothing tells of changes … */
  refreshMilliseconds: 15_000,
  /** … and while something does. */
  quietRefreshMilliseconds: 60_000,
  /** Until the stream of changes is opened again, doubling. */
  reopenMilliseconds: { first: 1_000, last: 30_000 },
  /** While somebody holds a phone in front of the pairing code. */
  pairingPollMilliseconds: 2_000,
  passwordCharactersMin: 10,
  rowsPerPage: 25,
  /** Of what fills a choice, or is looked through as a whole. */
  rowsPerPageMax: 100,
} as const;
