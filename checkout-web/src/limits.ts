/** The limits of the checkout page. Each name ends with its unit. */
export const limits = {
  /** The time to read the confirmation before the page returns to the merchant automatically. */
  returnSeconds: 5,
  /** A stream that is silent for this long after it was opened counts as blocked by a proxy. */
  streamOpenMilliseconds: 5_000,
  /**
   * The polling interval beside a stream, in case the stream has died silently. A hidden page also uses it, so that its
   * title stays current.
   */
  quietPollMilliseconds: 60_000,
  /**
   * The first and the longest wait between polls without a stream. Each wait is twice the previous
   * one.
   */
  pollMilliseconds: { first: 2_000, last: 30_000 },
  requestMilliseconds: 10_000,
  /** Checks this far apart that find nothing make the page say what a customer who has paid can do. */
  notSeenMilliseconds: 60_000,
  /** The longest `Retry-After` that the page respects. */
  retryAfterMilliseconds: 60_000,
  /**
   * The polling interval while the countdown is at zero and the server has not announced the
   * outcome.
   */
  overduePollMilliseconds: 5_000,
  /** The number of failed checks in a row after which the customer sees a warning. */
  failuresUntilSlow: 2,
  /** After this many failed streams in a row, only every fifth poll tries a stream. */
  streamFailures: 3,
  pollsPerStream: 5,
  /** An order of at most this many lines is shown unfolded. */
  openOrderLines: 4,
} as const;
