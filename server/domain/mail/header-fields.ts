import libmime from "libmime";
import { limits } from "../../contract/limits.ts";
import type { MailRefusalCode } from "./mail-refusals.ts";

/**
 * Reads the header of an email. Mail programs disagree about headers that break the rules. A person could then see
 * something other than the signed header. A header that RFC 5322 does not allow is therefore refused.
 */

export interface HeaderField {
  /** The name in lower case. */
  name: string;
  /** The value on one line, without surrounding spaces. */
  value: string;
}

/** The fields that an email can have only once, by RFC 5322 (3.6) and RFC 2045. */
const singles: ReadonlySet<string> = new Set([
  "from",
  "to",
  "subject",
  "date",
  "sender",
  "reply-to",
  "cc",
  "message-id",
  "mime-version",
  "content-type",
  "content-transfer-encoding",
]);

const required = ["from", "to", "subject", "date", "content-type"] as const;

const fieldStart = /^[!-9;-~]+:/;
const signature = /^(?:dkim|arc)-/i;
const continuation = /^[ \t]+[^ \t]/;
/** Matches a control character, including a lone carriage return. Bytes from 128 on are UTF-8. */
const control = /[^\t -~\x80-\xFF]/;

/** Returns the fields, or the reason for refusing the header. */
export function readHeader(mail: Buffer): HeaderField[] | MailRefusalCode {
  const head = mail.subarray(0, limits.mailHeaderBytes).toString("latin1");
  const end = /\r?\n\r?\n/.exec(head);
  if (end === null) return mail.length > limits.mailHeaderBytes ? "too_many_fields" : "unreadable";

  const lines = head.slice(0, end.index).split(/\r?\n/);
  if (lines.length > limits.mailHeaderLines) return "too_many_fields";
  const fields: string[] = [];
  for (const line of lines) {
    if (control.test(line)) return "unreadable";
    if (fieldStart.test(line)) fields.push(line);
    else if (fields.length > 0 && continuation.test(line)) fields.push(`${fields.pop()}${line}`);
    else return "unreadable";
    if (fields.length > limits.mailHeaderFields) return "too_many_fields";
  }
  const isLong = fields.some(
    (field) => signature.test(field) && field.length > limits.mailSignatureBytes,
  );
  return isLong ? "too_many_fields" : refusalOf(fields.map(fieldOf));
}

function fieldOf(line: string): HeaderField {
  const colon = line.indexOf(":");
  const value = Buffer.from(line.slice(colon + 1), "latin1").toString("utf8");
  return { name: line.slice(0, colon).toLowerCase(), value: value.trim() };
}

function refusalOf(fields: HeaderField[]): HeaderField[] | MailRefusalCode {
  const names = fields.map(({ name }) => name);
  const seen = new Set<string>();
  for (const name of names) {
    if (singles.has(name) && seen.has(name)) return "repeated_field";
    seen.add(name);
  }
  return required.every((name) => seen.has(name)) ? fields : "missing_field";
}

export const valueOf = (fields: readonly HeaderField[], name: string): string =>
  fields.find((field) => field.name === name)?.value ?? "";

/** Decodes a text for people, which can be in any character set. */
export const readableValue = (fields: readonly HeaderField[], name: string): string =>
  libmime.decodeWords(valueOf(fields, name)).replace(/\s+/gu, " ").trim();

const label = "[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?";
const address = new RegExp(
  String.raw`^[^\s<>@"(),:;\\[\]]{1,64}@${label}(?:\.${label}){1,8}$`,
  "i",
);
/** Matches a name without special characters or in quotation marks, followed by the address in angle brackets. */
const named = /^(?:"[^"]*"\s*|[^"<>@(),:;\\[\]]*)<([^<>]*)>$/;
const senderCharactersMax = 1000;

/**
 * Returns the one address of a From field in lower case, or null for any other form. An address in the name part, as
 * in `"bca@bca.co.id" <someone@example.com>`, is only a name.
 */
export function readSender(from: string): string | null {
  if (from.length > senderCharactersMax) return null;
  const written = named.exec(from)?.[1] ?? from;
  return address.test(written) ? written.toLowerCase() : null;
}
