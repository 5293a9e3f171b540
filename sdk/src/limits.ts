/** Every bound of the SDK. */
export const limits = {
  /** For one try, from the first byte sent to the last byte of the response. */
  timeoutSeconds: 30,
  retriesByDefault: 2,
  /** The specification's bound (section 7). */
  mostRetries: 3,
  /** A rate-limit window is 60 s; a header that asks for a longer wait is not followed. */
  longestAdvisedWaitSeconds: 65,
  firstWaitSeconds: 0.5,
  longestWaitSeconds: 8,
  /** The largest page is smaller: 100 payments, each created with a body of 256 KiB. */
  answerBytes: 32 * 1024 * 1024,
  /** In code points. A payment_code is the longest value in a path. */
  pathValueCharacters: 128,
  /** The ids that an iteration over a list remembers, so that it yields nothing twice. */
  rememberedIds: 10_000,
  /** The times that an iteration goes back without finding anything new. */
  rereads: 10,
  /** The allowed difference of a webhook's timestamp in either direction (Standard Webhooks). */
  webhookToleranceSeconds: 300,
  /** The signatures of one `webhook-signature` header that are checked; each costs a hash. */
  webhookSignatures: 20,
  webhookSecrets: 5,
} as const;
