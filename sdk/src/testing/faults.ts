import { errorCatalogue } from "../generated/errors.gen.ts";
import type {
  PlatformRequest,
  PlatformRequestInit,
  PlatformResponse,
  PlatformUrl,
} from "../platform.ts";

/**
 * The faults of a request, as your code sees them: `rate_limited` (429) and `internal_error` (500) from the gateway,
 * `bad_gateway` (a proxy's HTML page with 502), a request that never arrived (`lost_request`), and one that was carried
 * out but whose response was lost (`lost_answer`).
 */
export type Fault =
  | "rate_limited"
  | "internal_error"
  | "bad_gateway"
  | "lost_request"
  | "lost_answer";

/** A fetch that can be called like the global one or like a client's. */
export type AnyFetch = (
  input: string | PlatformUrl | PlatformRequest,
  init?: PlatformRequestInit,
) => Promise<PlatformResponse>;

/**
 * Makes a fetch that fails with each fault once, in order, and then responds.
 *
 * @internal
 */
export function withFaults(
  answer: (request: Request) => Promise<Response>,
  faults: Fault[],
): AnyFetch {
  return async (input, init) => {
    const request = new Request(input, init);
    // A fetch over the network would throw here too.
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
  // A test need not wait: the real gateway names the seconds that remain of its minute.
  const headers = { "x-ratelimit-reset": "0", "x-request-id": crypto.randomUUID() };
  return Response.json({ success: false, code: fault, message }, { status, headers });
}
