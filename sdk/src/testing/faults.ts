import { errorCatalogue } from "../generated/errors.gen.ts";
import type {
  PlatformRequest,
  PlatformRequestInit,
  PlatformResponse,
  PlatformUrl,
} from "../platform.ts";

/**
 * The faults of a request: `rate_limited` (429) and `internal_error` (500) from the gateway, `bad_gateway` (a proxy's
 * HTML page with 502), `lost_request` (the request never arrived), and `lost_answer` (the request was carried out, but
 * its response was lost).
 */
export type Fault =
  | "rate_limited"
  | "internal_error"
  | "bad_gateway"
  | "lost_request"
  | "lost_answer";

/** A fetch function with the signature of the global one and of a client's. */
export type AnyFetch = (
  input: string | PlatformUrl | PlatformRequest,
  init?: PlatformRequestInit,
) => Promise<PlatformResponse>;

/**
 * Returns a fetch function that fails once with each fault, in order, and then responds.
 *
 * @internal
 */
export function withFaults(
  answer: (request: Request) => Promise<Response>,
  faults: Fault[],
): AnyFetch {
  return async (input, init) => {
    const request = new Request(input, init);
    // A real fetch would throw here too.
    request.signal.throwIfAborted();
    const fault = faults.shift();
    if (fault === undefined) return answer(request);
    if (fault === "lost_answer") await answer(request);
    if (fault === "lost_answer" || fault === "lost_request") {
      throw new TypeError("fetch failed", { cause: { code: "ECONNRESET" } });
    }
    return answerOf(fault);
  };
}

function answerOf(fault: "rate_limited" | "internal_error" | "bad_gateway"): Response {
  if (fault === "bad_gateway") {
    const headers = { "content-type": "text/html" };
    return new Response("<h1>502 Bad Gateway</h1>", { status: 502, headers });
  }
  const { status, message } = errorCatalogue[fault];
  // The real gateway sends the remaining seconds of its minute. The fake sends 0, so that tests do
  // not wait.
  const headers = { "x-ratelimit-reset": "0", "x-request-id": crypto.randomUUID() };
  return Response.json({ success: false, code: fault, message }, { status, headers });
}
