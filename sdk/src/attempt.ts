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
 * Sends a request once, within limits of time and size. Resolves with a complete success envelope, otherwise
 * throws a TepatError, or an error of Next.js unchanged.
 */
export async function attempt(
  request: OutgoingRequest,
  { fetch, fetchOptions, timeoutSeconds, signal }: AttemptOptions,
): Promise<Response> {
  const { url, method, headers, body } = request;
  return withDeadline({ timeoutSeconds, signal }, async (stopped) => {
    // Pass the URL and settings, not a Request: undici's fetch does not accept a global Request, and undici's agents
    // need undici's fetch.
    const response = await fetch(url, {
      ...unstored(fetchOptions),
      ...fetchOptions,
      method,
      headers,
      ...(body !== undefined && { body }),
      // Do not follow redirects, because fetch would send every header along, including the key. Edge workers do not
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
 * Returns true for an error that Next.js throws from fetch to detect a page that cannot be prerendered. Next.js
 * must receive this error unchanged, and a retry would not help. Next.js and React recognise such errors by their
 * digest.
 */
const isRuntimesOwn = (cause: unknown): boolean =>
  cause instanceof Error && typeof (cause as { digest?: unknown }).digest === "string";

/**
 * Asks for no stored response, because stored responses would be wrong: Next.js 14 would show PENDING forever. The
 * options of fetch, Next.js or Cloudflare's Workers can choose otherwise, and they conflict with this `cache`. A
 * fetch without stored responses, such as that of older Workers, can throw on the option.
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

/**
 * Runs a function with a deadline. The deadline includes the response's body, because a server that sends one
 * byte a minute must not block the program.
 */
async function withDeadline<Result>(
  { timeoutSeconds, signal }: Pick<AttemptOptions, "timeoutSeconds" | "signal">,
  run: (stopped: AbortSignal) => Promise<Result>,
): Promise<Result> {
  if (signal?.aborted) throw abortError(signal);
  const controller = new AbortController();
  // A custom fetch might ignore the signal, so the deadline also rejects this promise.
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

/** Returns the same as Promise.withResolvers, which Node.js 20 does not have. */
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
