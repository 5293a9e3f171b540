/** An invalid command line. The message says what to type instead. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}
