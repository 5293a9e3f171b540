/** The page's own limits; each name ends with its unit. */
export const limits = {
  /** Issue to customer: time to read the confirmation before the way back is taken for them. */
  returnSeconds: 5,
  /** A stream that says nothing for this long after it was opened is held up by something between us. */
  streamOpenMilliseconds: 5_000,
  /** With a stream: a safety net for one that died without a word. On a hidden page: so that its title tells the news. */
  quietPollMilliseconds: 60_000,
  /** The waits between polls without a stream; each is twice the one before, up to the last. */
  pollMilliseconds: { first: 2_000, last: 30_000 },
  requestMilliseconds: 10_000,
  /** Retry-After beyond this is not waited for. */
  retryAfterMilliseconds: 60_000,
  /** While the countdown stands at zero and the server has not said how it ended. */
  overduePollMilliseconds: 5_000,
  /** Failed checks in a row before the customer hears of it. */
  failuresUntilSlow: 2,
  /** Streams that failed in a row before we only try one with every fifth poll. */
  streamFailures: 3,
  pollsPerStream: 5,
  /** An order of at most this many lines is shown open. */
  openOrderLines: 4,
} as const;
