import { requireSuccess } from "./answer.ts";
import {
  AbortError,
  ConnectionError,
  InvalidResponseError,
  TepatError,
  TimeoutError,
} from "./errors.ts";
import { limits } from "./limits.ts";
import type { Fetch } from "./options.ts";

export interface AttemptOptions {
  readonly fetch: Fetch;
  readonly timeoutSeconds: number;
  readonly signal: AbortSignal | undefined;
}

/** One try of one request: bounded in time and size; resolves with a whole success envelope or throws a TepatError. */
export async function attempt(
  request: Request,
  { fetch, timeoutSeconds, signal }: AttemptOptions,
): Promise<Response> {
  return withDeadline({ timeoutSeconds, signal }, async (stopped) => {
    // Not followed, since every header goes along, the key too. Workers know no redirect: "error".
    const response = await fetch(new Request(request, { redirect: "manual", signal: stopped }));
    const text = await readText(response);
    requireSuccess(request, response, text);
    return new Response(text, response);
  }).catch((cause: unknown) => {
    throw cause instanceof TepatError ? cause : connectionError(request, cause);
  });
}

/** The answer's body counts too: a server that sends a byte a minute must not hold the caller. */
async function withDeadline<Result>(
  { timeoutSeconds, signal }: Pick<AttemptOptions, "timeoutSeconds" | "signal">,
  run: (stopped: AbortSignal) => Promise<Result>,
): Promise<Result> {
  if (signal?.aborted) throw abortError(signal);
  const controller = new AbortController();
  // A fetch that was passed in may not heed the signal: whichever comes first decides.
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

/** Promise.withResolvers, which Node 20 has not got. */
function deferred(): { promise: Promise<never>; reject: (reason: unknown) => void } {
  let reject: (reason: unknown) => void = () => {};
  const promise = new Promise<never>((_, rejectPromise) => (reject = rejectPromise));
  return { promise, reject };
}

async function readText(response: Response): Promise<string> {
  if (!response.body) return "";
  const decoder = new TextDecoder();
  let text = "";
  let bytes = 0;
  const reader = response.body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    bytes += value.byteLength;
    if (bytes > limits.answerBytes) {
      await reader.cancel();
      throw new InvalidResponseError({
        code: "invalid_response",
        message: `The answer is larger than ${limits.answerBytes} bytes.`,
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
  new TimeoutError({ code: "timed_out", message: `No complete answer within ${seconds} s.` });

function connectionError(request: Request, cause: unknown): ConnectionError {
  const reason = (cause as { cause?: { code?: unknown } } | null)?.cause?.code;
  const detail = typeof reason === "string" ? ` (${reason})` : "";
  const message = `The connection to ${new URL(request.url).origin} failed${detail}.`;
  return new ConnectionError({ code: "connection_failed", message, cause });
}
