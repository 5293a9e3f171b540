/** An invalid command line. The message says what to type instead. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/** An action that failed. The message gives the next step. */
export class CliError extends Error {
  override readonly name = "CliError";
}
