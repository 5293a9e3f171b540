import type { ErrorCode, Payment } from "../src/generated/types.gen.ts";
import type { CreatePayment, Fetch } from "../src/index.ts";

/** Makes answers as the gateway sends them, and one that never arrives. */

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
  /** `POST /gateway/payments`, in order. */
  readonly calls: string[];
  readonly requests: Request[];
}

/** Answers requests in the order of a script. A request beyond its end is an error that no retry hides. */
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

export const paymentInput: CreatePayment = {
  account_id: "019aa5c2-6d10-7c44-9b1e-5f0a2d3c4b01",
  payment_code: "INV/2026/11",
  payment_amount: 150_000,
  payment_expired_at: "2026-11-22T17:15:30+07:00",
  customer_name: "Siti Rahayu",
  customer_email: "siti@shop.example",
};

export const pendingPayment: Payment = {
  payment_id: "019aa5ea-1f50-7b3c-8d2e-4a5b6c7d8e01",
  payment_code: "INV/2026/11",
  payment_amount: 150_000,
  payment_unique: 347,
  payment_total: 150_347,
  payment_status: "PENDING",
  payment_expired_at: "2026-11-22T10:15:30.000Z",
  payment_updated_at: "2026-11-21T10:22:07.412Z",
  payment_webhook_url: null,
  payment_checkout_url: "http://localhost:8080/pay/019aa5ea-1f50-7b3c-8d2e-4a5b6c7d8e01",
  payment_return_url: null,
  customer_name: "Siti Rahayu",
  customer_email: "siti@shop.example",
  customer_phone: null,
  customer_orders: [],
  account_id: "019aa5c2-6d10-7c44-9b1e-5f0a2d3c4b01",
  account_number: "1234567890",
  account_name: "TOKO CONTOH",
  channel_id: "019aa5c2-6d10-7c44-9b1e-5f0a2d3c4b02",
  channel_name: "BCA",
  channel_type: "TRANSFER",
  channel_instructions: [],
  is_manual_match: false,
  manual_matched_mutation_id: null,
};
