/** The numbers of these pages. */
export const limits = {
  /** What is on the screen is asked for again this often, and when the window is looked at again. */
  refreshMilliseconds: 15_000,
  copiedMilliseconds: 2_000,
  /** A spinner for less than this would only flicker. */
  slowMilliseconds: 250,
  passwordCharactersMin: 10,
} as const;
