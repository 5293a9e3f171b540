import type { AttemptErrorCode } from "../domain/webhooks/webhook-schedule.ts";

/** An attempt that ended before a complete response. The merchant reads its `code`. */
export class AttemptFailure extends Error {
  override readonly name = "AttemptFailure";
  readonly code: AttemptErrorCode;

  constructor(code: AttemptErrorCode, cause?: unknown) {
    super(code, { cause });
    this.code = code;
  }
}

const namedCodes: ReadonlyMap<string, AttemptErrorCode> = new Map([
  ["ETIMEDOUT", "timeout"],
  ["UND_ERR_CONNECT_TIMEOUT", "timeout"],
  ["ECONNREFUSED", "connection_refused"],
  ["ECONNRESET", "connection_reset"],
  ["EPIPE", "connection_reset"],
  ["UND_ERR_SOCKET", "connection_closed"],
  ["UND_ERR_RES_CONTENT_LENGTH_MISMATCH", "connection_closed"],
  ["UND_ERR_HEADERS_OVERFLOW", "invalid_response"],
  ["ERR_STREAM_PREMATURE_CLOSE", "connection_closed"],
  ["EPROTO", "tls_error"],
]);

/** Families of codes. The library or the operating system can add members to a family. */
const namedFamilies: readonly (readonly [RegExp, AttemptErrorCode])[] = [
  [/^ERR_(SSL|TLS)_/, "tls_error"],
  [/^E[A-Z0-9]+$/, "connection_failed"], // the operating system's codes: EHOSTUNREACH, ENETUNREACH …
  [/^UND_ERR_(?!INVALID_ARG)/, "connection_failed"],
];

/**
 * Returns the code of a network's or receiver's error. Returns undefined for any other error, which is a fault of
 * Tepat.
 */
export function attemptErrorCode(error: unknown): AttemptErrorCode | undefined {
  if (error instanceof AttemptFailure) return error.code;
  if (error instanceof Error && error.name === "HTTPParserError") {
    // undici 8 omits the parser's code from this error, so only the message distinguishes the two reasons.
    return error.message.includes("Invalid EOF state") ? "connection_closed" : "invalid_response";
  }
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  return namedCodes.get(code) ?? namedFamilies.find(([family]) => family.test(code))?.[1];
}
