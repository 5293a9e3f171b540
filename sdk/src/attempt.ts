import { requireSuccess } from "./answer.ts";
import {
  AbortError,
  ConnectionError,
  InvalidResponseError,
  TepatError,
  TimeoutError,
} from "./errors.ts";
import { limits } from "./limits.ts";
import type { Fetch, FetchAnswer, FetchOptions, OutgoingRequest } from "./options.ts";

export interface AttemptOptions {
  readonly fetch: Fetch;
  readonly fetchOptions: FetchOptions;
  readonly timeoutSeconds: number;
  readonly signal: AbortSignal | undefined;
}

/**
 * Makes one try of one request, bounded in time and size. Resolves with a whole success envelope or throws a
 * TepatError.
 */
export async function attempt(
  request: OutgoingRequest,
  { fetch, fetchOptions, timeoutSeconds, signal }: AttemptOptions,
): Promise<Response> {
  const { url, method, headers, body } = request;
  return withDeadline({ timeoutSeconds, signal }, async (stopped) => {
    // The request is not passed as a Request: undici's fetch does not accept the global one, and undici's agents accept
    // no other fetch.
    const response = await fetch(url, {
      ...unstored(fetchOptions),
      ...fetchOptions,
      method,
      headers,
      ...(body !== undefined && { body }),
      // A redirect is not followed, because fetch would send every header along, and so the key. Edge workers do not
      // support redirect: "error".
      redirect: "manual",
      signal: stopped,
    });
    const text = await readText(response);
    requireSuccess(request, response, text);
    return new Response(text, { status: response.status, headers: [...response.headers] });
  }).catch((cause: unknown) => {
    throw cause instanceof TepatError || isRuntimesOwn(cause) ? cause : connectionError(url, cause);
  });
}

/**
 * True for the error that Next.js throws from fetch to learn that a page cannot be prerendered. Next.js must get it
 * as it is, and repeating the request would not help. Next.js and React know such errors by their digest.
 */
const isRuntimesOwn = (cause: unknown): boolean =>
  cause instanceof Error && typeof (cause as { digest?: unknown }).digest === "string";

/**
 * Asks for no stored response, whatever the runtime does otherwise: Next.js 14 would show PENDING for ever. A caller
 * says how responses are kept by fetch's own option, or by that of Next.js or Cloudflare's Workers, which contradict a
 * `cache` beside them. A fetch without stored responses, such as that of older Workers, can throw on the option.
 */
function unstored(fetchOptions: FetchOptions): { cache?: "no-store" } {
  const cache = "no-store";
  try {
    if ("cache" in fetchOptions || "next" in fetchOptions || "cf" in fetchOptions) return {};
    return new Request("http://localhost", { cache }).cache === cache ? { cache } : {};
  } catch {
    return {};
  }
}

/** The deadline includes the response's body: a server that sends a byte a minute must not hold the caller. */
async function withDeadline<Result>(
  { timeoutSeconds, signal }: Pick<AttemptOptions, "timeoutSeconds" | "signal">,
  run: (stopped: AbortSignal) => Promise<Result>,
): Promise<Result> {
  if (signal?.aborted) throw abortError(signal);
  const controller = new AbortController();
  // A fetch that was passed in might ignore the signal, so the first of the two decides.
  const { promise: stop, reject } = deferred();
  const stopWith = (reason: TepatError) => {
    reject(reason);
    controller.abort(reason);
  };
  const onAbort = () => stopWith(abortError(signal));
  const timer = setTimeout(() => stopWith(timeoutError(timeoutSeconds)), timeoutSeconds * 1000);
  signal?.addEventListener("abort", onAbort, { once: true });
  try {
    return await Promise.race([run(controller.signal), stop]);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", onAbort);
  }
}

/** Does what Promise.withResolvers does, which Node.js 20 does not have. */
function deferred(): { promise: Promise<never>; reject: (reason: unknown) => void } {
  let reject: (reason: unknown) => void = () => {};
  const promise = new Promise<never>((_, rejectPromise) => (reject = rejectPromise));
  return { promise, reject };
}

async function readText(response: FetchAnswer): Promise<string> {
  if (!response.body) return "";
  const decoder = new TextDecoder();
  let text = "";
  let bytes = 0;
  const reader = response.body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done || !value) return text + decoder.decode();
    bytes += value.byteLength;
    if (bytes > limits.answerBytes) {
      await reader.cancel();
      throw new InvalidResponseError({
        code: "invalid_response",
        message: `The response is larger than ${limits.answerBytes} bytes.`,
        status: response.status,
      });
    }
    text += decoder.decode(value, { stream: true });
  }
}

export function abortError(signal: AbortSignal | undefined): AbortError {
  const message = "The request was aborted by its signal.";
  return new AbortError({ code: "aborted", message, cause: signal?.reason });
}

const timeoutError = (seconds: number) =>
  new TimeoutError({ code: "timed_out", message: `No complete response within ${seconds} s.` });

function connectionError(url: string, cause: unknown): ConnectionError {
  const reason = (cause as { cause?: { code?: unknown } } | null)?.cause?.code;
  const detail = typeof reason === "string" ? ` (${reason})` : "";
  const message = `The connection to ${new URL(url).origin} failed${detail}.`;
  return new ConnectionError({ code: "connection_failed", message, cause });
}
