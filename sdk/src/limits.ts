/** Every bound of the SDK. */
export const limits = {
  /** Of one try, from the first byte sent to the last byte of the answer. */
  timeoutSeconds: 30,
  retriesByDefault: 2,
  /** Specification, section 7. */
  mostRetries: 3,
  /** A rate-limit window is 60 s; a header that asks for longer is not believed. */
  longestAdvisedWaitSeconds: 65,
  firstWaitSeconds: 0.5,
  longestWaitSeconds: 8,
  /** The largest page stays below it: 100 payments, each created with a body of 256 KiB. */
  answerBytes: 32 * 1024 * 1024,
  /** Code points of a value in a path: of a payment_code, which is the longest. */
  pathValueCharacters: 128,
  /** Ids that a walk through a list remembers, to yield nothing twice. */
  rememberedIds: 10_000,
  /** How often a walk goes back without finding anything new. */
  rereads: 10,
  /** How far a webhook's timestamp may be off, either way (Standard Webhooks). */
  webhookToleranceSeconds: 300,
  /** Of one `webhook-signature` header; each costs a hash. */
  webhookSignatures: 20,
  webhookSecrets: 5,
} as const;
