import document from "../../openapi/openapi.json" with { type: "json" };
import type { ErrorCode, Payment } from "../src/generated/types.gen.ts";
import type { CreatePayment, Fetch } from "../src/index.ts";

/** Creates responses as the gateway sends them, and one that never arrives. */

export const ok = (data: unknown, more: object = {}): Response =>
  Response.json({ success: true, message: "ok", data, ...more });

export const refused = (
  status: number,
  code: ErrorCode,
  headers: Record<string, string> = {},
  more: object = {},
): Response =>
  Response.json({ success: false, code, message: `about ${code}`, ...more }, { status, headers });

export const html = (status: number): Response =>
  new Response("<h1>Bad gateway</h1>", { status, headers: { "content-type": "text/html" } });

export const lost = (): never => {
  throw new TypeError("fetch failed", { cause: { code: "ECONNRESET" } });
};

type Answer = (request: Request) => Response | Promise<Response>;

export interface ScriptedFetch {
  (...call: Parameters<Fetch>): Promise<Response>;
  /** The methods and paths in order, for example `POST /gateway/payments`. */
  readonly calls: string[];
  readonly requests: Request[];
}

/**
 * Responds to requests in the order of a script. A request beyond its end is an error that no retry hides.
 */
export function scriptedFetch(...answers: readonly Answer[]): ScriptedFetch {
  const requests: Request[] = [];
  const calls: string[] = [];
  async function fetch(...call: Parameters<Fetch>): Promise<Response> {
    const request = new Request(...call);
    const { pathname, search } = new URL(request.url);
    const answer = answers[requests.length];
    requests.push(request);
    calls.push(`${request.method} ${pathname}${search}`);
    if (!answer) return refused(400, "bad_request");
    return answer(request);
  }
  return Object.assign(fetch, { calls, requests });
}

const { transfer } =
  document.paths["/gateway/payments"].post.responses[201].content["application/json"].examples;

/**
 * The document's example. Its code needs escaping in a path, and its customer provided no phone
 * number.
 */
export const pendingPayment: Payment = {
  ...(transfer.value.data as Payment),
  payment_code: "INV/2026/11",
  customer_phone: null,
};

export const paymentInput: CreatePayment = {
  account_id: pendingPayment.account_id,
  payment_code: pendingPayment.payment_code,
  payment_amount: pendingPayment.payment_amount,
  payment_expired_at: "2026-11-22T17:15:30+07:00",
  customer_name: "Siti Rahayu",
  customer_email: "siti@shop.example",
};
