/** The numbers of these pages. */
export const limits = {
  /** What is on the screen is asked for again this often, and when the window is looked at again. */
  refreshMilliseconds: 15_000,
  /** While somebody holds a phone in front of the pairing code. */
  pairingPollMilliseconds: 2_000,
  copiedMilliseconds: 2_000,
  passwordCharactersMin: 10,
  mutationsPerPage: 25,
} as const;
