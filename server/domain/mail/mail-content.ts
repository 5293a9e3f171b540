import libmime from "libmime";
import { limits } from "../../contract/limits.ts";
import { Quoting, textOfHtml, TooComplex } from "./html-text.ts";

/**
 * Parses an email (RFC 2045 and 2046). Attachments and emails inside the email show no text. Libraries for this
 * convert HTML with patterns whose time grows with the square of a part's length.
 */

/**
 * Returns the text of each visible part. Returns `too_complex` for more parts, depth or text than a bank's email has,
 * and `quoting` for an email that quotes another.
 */
export function textsOf(mail: Buffer): string[] | "too_complex" | "quoting" {
  try {
    return textsIn(mail.toString("latin1"), { depth: 0, left: { parts: limits.mailParts } });
  } catch (cause) {
    if (cause instanceof TooComplex) return "too_complex";
    if (cause instanceof Quoting) return "quoting";
    throw cause;
  }
}

interface Bounds {
  depth: number;
  /** A count that all parts of an email share. */
  left: { parts: number };
}

/** Returns the texts of a part, in which each character is a byte. */
function textsIn(part: string, { depth, left }: Bounds): string[] {
  left.parts -= 1;
  if (left.parts < 0 || depth > limits.mailPartsDepth) throw new TooComplex();
  const { header, body } = splitPart(part);
  const { value, params } = libmime.parseHeaderValue(header.get("content-type") ?? "text/plain");
  const type = value.toLowerCase();
  if (type.startsWith("multipart/")) {
    return partsOf(body, params["boundary"] ?? "").flatMap((inner) =>
      textsIn(inner, { depth: depth + 1, left }),
    );
  }
  const isAttached = /^attachment\b/i.test(header.get("content-disposition") ?? "");
  if (isAttached || !(type === "text/plain" || type === "text/html")) return [];
  const text = decode(body, header.get("content-transfer-encoding"), params["charset"]);
  if (type === "text/html") return [textOfHtml(text)];
  if (text.length > limits.mailTextCharacters) throw new TooComplex();
  return [text];
}

function splitPart(part: string): { header: Map<string, string>; body: string } {
  const head = part.slice(0, limits.mailHeaderBytes);
  const end = /^\r?\n|\r?\n\r?\n/.exec(head);
  if (end === null && head.length < part.length) throw new TooComplex();
  const written = end === null ? head : head.slice(0, end.index);
  const header = new Map<string, string>();
  for (const line of written.replace(/\r?\n(?=[ \t])/g, "").split(/\r?\n/)) {
    const colon = line.indexOf(":");
    if (colon > 0) header.set(line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim());
  }
  return { header, body: end === null ? "" : part.slice(end.index + end[0].length) };
}

/** Returns the parts between the boundary lines. The text before the first and after the last line is ignored. */
function partsOf(body: string, boundary: string): string[] {
  const mark = `--${boundary}`;
  const parts: string[] = [];
  let from = -1;
  for (let at = markFrom(body, mark, 0); at >= 0; at = markFrom(body, mark, at + 1)) {
    const end = body.indexOf("\n", at);
    const rest = body.slice(at + mark.length, end < 0 ? undefined : end).trimEnd();
    if (rest !== "" && rest !== "--") continue;
    if (from >= 0) parts.push(body.slice(from, at).replace(/\r?\n$/, ""));
    if (parts.length > limits.mailParts) throw new TooComplex();
    from = end < 0 || rest === "--" ? -1 : end + 1;
    if (rest === "--") break;
  }
  if (from >= 0) parts.push(body.slice(from));
  return parts;
}

/** Returns the next place of the mark at the beginning of a line, or -1 if there is none. */
function markFrom(body: string, mark: string, from: number): number {
  if (from === 0 && body.startsWith(mark)) return 0;
  const before = body.indexOf(`\n${mark}`, Math.max(0, from - 1));
  return before < 0 ? -1 : before + 1;
}

function decode(body: string, encoding = "", charset = "utf-8"): string {
  return decoderOf(charset).decode(bytesOf(body, encoding.toLowerCase()));
}

function bytesOf(body: string, encoding: string): Buffer {
  if (encoding === "base64") return Buffer.from(body, "base64");
  if (encoding !== "quoted-printable") return Buffer.from(body, "latin1");
  const bytes = body
    // Carriers can add blanks to a line, which the decoder must drop (RFC 2045, section 6.7, rule 3).
    .replace(/=[ \t]*\r?\n/g, "")
    .replace(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
  return Buffer.from(bytes, "latin1");
}

function decoderOf(charset: string): TextDecoder {
  try {
    return new TextDecoder(charset);
  } catch {
    return new TextDecoder();
  }
}
