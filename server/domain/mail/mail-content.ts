import PostalMime from "postal-mime";
import { limits } from "../../contract/limits.ts";
import { textOfHtml, TooComplex } from "./html-text.ts";

/**
 * Returns the texts that an email shows, each as a person could see the whole of it: the HTML and the plain text.
 * Attachments and emails inside the email are none of them. Returns null for more parts, depth or text than a bank's
 * email has.
 */
export async function textsOf(mail: Buffer): Promise<string[] | null> {
  if (partLines(mail) > limits.mailPartLines) return null;
  try {
    const { html, text } = await PostalMime.parse(mail, {
      forceRfc822Attachments: true,
      maxNestingDepth: limits.mailPartsDepth,
      maxHeadersSize: limits.mailHeaderBytes,
    });
    if (text !== undefined && text.length > limits.mailTextCharacters) return null;
    return [html === undefined ? "" : textOfHtml(html), text ?? ""].filter((shown) => shown.trim());
  } catch (cause) {
    if (cause instanceof TooComplex || isOfParser(cause)) return null;
    throw cause;
  }
}

function partLines(mail: Buffer): number {
  let lines = 0;
  for (let at = mail.indexOf("\n--"); at >= 0; at = mail.indexOf("\n--", at + 1)) {
    lines += 1;
    if (lines > limits.mailPartLines) break;
  }
  return lines;
}

/** postal-mime's own words for its two bounds; it has no class of errors. */
const isOfParser = (cause: unknown): boolean =>
  cause instanceof Error && /maximum .*(?:depth|size)/i.test(cause.message);
