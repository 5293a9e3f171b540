import { GatewayError } from "../contract/errors.ts";
import { limits } from "../contract/limits.ts";

/** RFC 8259, section 8.1: JSON between systems is UTF-8. Throws if the Content-Type names another charset. */
export function requireUtf8(contentType: string | undefined): void {
  if (!contentType?.includes(";")) return;
  for (const [, charset = ""] of contentType.matchAll(/;\s*charset\s*=\s*"?([^";]*)"?/gi)) {
    if (/^utf-?8$/i.test(charset.trim())) continue;
    throw new GatewayError("bad_request", {
      message:
        "Content-Type names a charset other than utf-8. Send UTF-8, and name utf-8 or no charset.",
    });
  }
}

/** RFC 9110, section 15.5.16: an unsupported content coding gets 415, and a header names the supported codings. */
export function requirePlain(contentEncoding: string | undefined): void {
  if (!contentEncoding || /^\s*identity\s*$/i.test(contentEncoding)) return;
  const coding = JSON.stringify(contentEncoding.slice(0, 50).toWellFormed());
  throw new GatewayError("bad_request", {
    status: 415,
    message: `The request body is compressed (Content-Encoding ${coding}). Send the body without compression.`,
    headers: { "accept-encoding": "identity" },
  });
}

/**
 * Reads a body as JSON: strict UTF-8 without a byte-order mark, and of bounded depth. Throws `code` with a message
 * about the problem.
 *
 * For a repeated name, JSON.parse keeps the last member, and other readers keep the first (RFC 8259, section 4).
 * `namesOnce` refuses such JSON. If an app inserts texts into a template without escaping them, a payer's remark can
 * add a second member and so replace a field.
 */
export function readJson(
  bytes: Uint8Array,
  code: "invalid request body" | "bad_request",
  { namesOnce = false }: { namesOnce?: boolean | undefined } = {},
): unknown {
  try {
    const text = utf8.decode(bytes);
    if (text.startsWith(byteOrderMark)) throw markedBody();
    const membersWritten = countMembers(text);
    const value: unknown = JSON.parse(text);
    if (namesOnce && membersOf(value) !== membersWritten) {
      throw new GatewayError(code, {
        message: "An object in the request body contains a name twice. Send each name once.",
      });
    }
    return value;
  } catch (cause) {
    if (cause instanceof GatewayError) throw cause;
    const reason = cause instanceof SyntaxError ? cause.message : "it is not UTF-8";
    throw new GatewayError(code, {
      message: `The request body is not JSON (${reason}). Correct the body.`,
      cause,
    });
  }

  /**
   * Counts the members before parsing, so that deep brackets cost a scan and no memory. In JSON, each member has one
   * colon outside of strings. In any other text the count is wrong, but parsing then fails.
   */
  function countMembers(text: string): number {
    let members = 0;
    let depth = 0;
    let isInString = false;
    for (let index = 0; index < text.length; index++) {
      const character = text.charCodeAt(index);
      if (isInString) {
        if (character === 0x5c) index += 1;
        else if (character === 0x22) isInString = false;
      } else if (character === 0x22) isInString = true;
      else if (character === 0x3a) members += 1;
      else if (character === 0x5b || character === 0x7b) {
        if (++depth > limits.jsonDepth) {
          throw new GatewayError(code, {
            message: `The request body is nested more than ${limits.jsonDepth} levels deep. Send fewer levels.`,
          });
        }
      } else if (character === 0x5d || character === 0x7d) depth -= 1;
    }
    return members;
  }
}

/** Counts the members of a parsed value. A later member that replaced an earlier one lowers the count. */
function membersOf(value: unknown): number {
  if (typeof value !== "object" || value === null) return 0;
  const inside = Object.values(value);
  let members = Array.isArray(value) ? 0 : inside.length;
  for (const each of inside) members += membersOf(each);
  return members;
}

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

const byteOrderMark = "\ufeff";

/**
 * RFC 8259, section 8.1: JSON must not begin with a byte-order mark. If Tepat skipped the mark, another reader of the
 * body might not skip it.
 */
const markedBody = () =>
  new GatewayError("bad_request", {
    message: "The request body begins with a byte-order mark. Send UTF-8 without one.",
  });
