import { limits } from "../../contract/limits.ts";
import { withoutCredentials } from "../security/credentials.ts";
import { safeText } from "../base/safe-text.ts";

/** The headers of a receiver's response in undici's form: names in lower case, repeated headers as a list. */
export type AnswerHeaders = Readonly<Record<string, string | string[] | undefined>>;

/** Headers whose values might be credentials. Their names are kept, so that a merchant sees that they were sent. */
const secretName = /auth|cookie|token|secret|session|credential|password|signature|csrf|xsrf|key/u;

/** Headers whose value is an address. Its query might contain a token. */
const addressNames: ReadonlySet<string> = new Set([
  "location",
  "content-location",
  "refresh",
  "link",
]);

/**
 * Returns the headers in the form for the merchant: one `name: value` on each line, in the order of arrival. A
 * stranger wrote them, so their number and size are bounded, invisible characters become a space, and values that
 * could be credentials are dropped.
 */
export function keptHeaders(headers: AnswerHeaders): string | null {
  const lines: string[] = [];
  let bytes = 0;
  for (const [name, value] of Object.entries(headers)) {
    for (const each of [value ?? []].flat()) {
      const line = safeText(`${name}: ${shownValue(name, each)}`, limits.webhookAnswerHeaderBytes);
      bytes += Buffer.byteLength(line) + 1;
      if (lines.length === limits.webhookAnswerHeaders || bytes > limits.webhookAnswerHeadersBytes)
        return lines.join("\n");
      lines.push(line);
    }
  }
  return lines.length === 0 ? null : lines.join("\n");
}

function shownValue(name: string, value: string): string {
  if (secretName.test(name.toLowerCase())) return "[redacted]";
  const shown = addressNames.has(name.toLowerCase())
    ? value.replace(/[?#][^>;,\s]*/gu, "?…")
    : value;
  return withoutCredentials(shown);
}
