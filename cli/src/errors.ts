/** A command line that cannot be understood; the message says what to type instead. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/** Something cannot be done; the message says what to do next. */
export class CliError extends Error {
  override readonly name = "CliError";
}
