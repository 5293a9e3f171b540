/**
 * A failure that the person at the phone can fix. The message explains how, so no stack is printed.
 */
export class UserFacingError extends Error {
  override readonly name = "UserFacingError";
}

/** Returns the error as one line for a log. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  // fetch reports only "fetch failed". The cause names the address or the certificate.
  const detail = error.cause instanceof Error ? `: ${error.cause.message}` : "";
  return (error.message + detail).split("\n").join(" ");
}
