import { UsageError } from "./errors.ts";
import { signTestWebhook } from "../../sdk/src/index.ts";
import type { MerchantEvent } from "./event-stream.ts";

/** The response of a developer's server to an event. */
export interface Forwarded {
  readonly event_type: string;
  readonly payment_code: string | null;
  readonly webhook_id: string;
  readonly forwarded_to: string;
  readonly http_status: number | null;
  readonly error_code: string | null;
  /** The first part of the response's body. The SDK's examples put the reason for a refusal there. */
  readonly response_head: string;
  readonly duration_ms: number;
}

export interface Destination {
  readonly url: string;
  /** The developer's own headers. The webhook's headers override them. */
  readonly headers: Readonly<Record<string, string>>;
  readonly secret: string;
  readonly signal: AbortSignal;
}

export const isTaken = ({ http_status }: Forwarded): boolean =>
  http_status !== null && http_status >= 200 && http_status < 300;

/**
 * Returns whether to repeat the event. A server that is down or broken gets the event again. A server
 * that refuses the event would refuse it again.
 */
export const isDown = ({ http_status }: Forwarded): boolean =>
  http_status === null || http_status >= 500;

/** Parses `Name: value, Other: value`. */
export function headersIn(text: string): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const part of text.split(",")) {
    const [, name, value] =
      /^\s*([!#$%&'*+.^`|~\w-]+)\s*:\s*([\t\x20-\x7e]*?)\s*$/.exec(part) ?? [];
    if (name === undefined || value === undefined)
      throw new UsageError(
        `--headers must look like "X-Tenant: toko, X-Env: test", not ${JSON.stringify(text)}.`,
      );
    headers[name.toLowerCase()] = value;
  }
  return headers;
}

/** The timeout of a forwarded event, the same as the gateway's for a merchant's server. */
const answerMilliseconds = 15_000;
const headBytes = 1024;

/**
 * Forwards an event once, as the gateway would: the same id and bytes, with a new signature. Never
 * throws.
 */
export async function forward(
  { webhook_id, event_type, payment_code, body }: MerchantEvent,
  { url, secret, signal, ...own }: Destination,
): Promise<Forwarded> {
  const started = performance.now();
  const signed = await signTestWebhook({ payload: body, id: webhook_id, secret });
  const headers = { ...own.headers, ...signed.headers };
  const outcome = await post(url, { headers, body, signal });
  const duration_ms = Math.round(performance.now() - started);
  return { event_type, payment_code, webhook_id, forwarded_to: url, ...outcome, duration_ms };
}

async function post(
  url: string,
  { signal, ...request }: { headers: Record<string, string>; body: string; signal: AbortSignal },
): Promise<Pick<Forwarded, "http_status" | "error_code" | "response_head">> {
  const tooLate = AbortSignal.timeout(answerMilliseconds);
  try {
    const response = await fetch(url, {
      ...request,
      method: "POST",
      redirect: "manual",
      signal: AbortSignal.any([signal, tooLate]),
    });
    const response_head = await headOf(response);
    return { http_status: response.status, error_code: null, response_head };
  } catch (cause) {
    const { code } = (cause as { cause?: { code?: string } }).cause ?? {};
    const error_code = tooLate.aborted ? "timeout" : (code ?? "failed");
    return { http_status: null, error_code, response_head: "" };
  }
}

async function headOf({ body }: Response): Promise<string> {
  if (body === null) return "";
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let head = "";
  while (head.length < headBytes) {
    const { done, value } = await reader.read();
    if (done) break;
    head += decoder.decode(value, { stream: true });
  }
  await reader.cancel();
  return head.slice(0, headBytes);
}
