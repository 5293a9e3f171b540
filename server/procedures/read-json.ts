import { GatewayError } from "../contract/errors.ts";
import { limits } from "../contract/limits.ts";

/** Reads a body as JSON: fatal UTF-8, bounded depth. Throws `code` with a message that says what is wrong. */
export function readJson(bytes: Uint8Array, code: "invalid request body" | "bad_request"): unknown {
  try {
    const text = utf8.decode(bytes);
    requireShallow(text);
    return JSON.parse(text);
  } catch (cause) {
    if (cause instanceof GatewayError) throw cause;
    const reason = cause instanceof SyntaxError ? cause.message : "it is not UTF-8";
    throw new GatewayError(code, { message: `The request body is no JSON: ${reason}.`, cause });
  }

  /** Before parsing, so that a tower of brackets costs a scan and no memory. */
  function requireShallow(text: string): void {
    let depth = 0;
    let isInString = false;
    for (let index = 0; index < text.length; index++) {
      const character = text.charCodeAt(index);
      if (isInString) {
        if (character === 0x5c) index += 1;
        else if (character === 0x22) isInString = false;
      } else if (character === 0x22) isInString = true;
      else if (character === 0x5b || character === 0x7b) {
        if (++depth > limits.jsonDepth) {
          throw new GatewayError(code, {
            message: `The request body is nested more than ${limits.jsonDepth} levels deep.`,
          });
        }
      } else if (character === 0x5d || character === 0x7d) depth -= 1;
    }
  }
}

const utf8 = new TextDecoder("utf-8", { fatal: true });
