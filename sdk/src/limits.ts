/** The SDK's limits. */
export const limits = {
  /** The time limit of one attempt, from the first byte sent to the last byte of the response. */
  timeoutSeconds: 30,
  retriesByDefault: 2,
  /** The maximum in the specification (section 7). */
  mostRetries: 3,
  /** The longest wait that the SDK accepts from a header. A rate-limit window is 60 s. */
  longestAdvisedWaitSeconds: 65,
  firstWaitSeconds: 0.5,
  longestWaitSeconds: 8,
  /** The largest page is smaller than this: 100 payments, each created with a body of 256 KiB. */
  answerBytes: 32 * 1024 * 1024,
  /** The longest value in a path, in code points. The longest one is a payment_code. */
  pathValueCharacters: 128,
  /** The number of ids that an iteration over a list remembers, so that it yields no item twice. */
  rememberedIds: 10_000,
  /** The number of times that an iteration goes back without finding anything new. */
  rereads: 10,
  /** The allowed difference of a webhook's timestamp in either direction (Standard Webhooks). */
  webhookToleranceSeconds: 300,
  /**
   * The largest number of signatures that are checked in one `webhook-signature` header, because
   * each check computes a hash.
   */
  webhookSignatures: 20,
  webhookSecrets: 5,
} as const;
