import { Client } from "undici";
import server from "../package.json" with { type: "json" };
import {
  type AttemptErrorCode,
  type AttemptResult,
  parseRetryAfter,
} from "../domain/webhooks/webhook-schedule.ts";
import { checkWebhookUrl } from "../domain/base/webhook-targets.ts";
import { AttemptFailure, attemptErrorCode } from "./attempt-failure.ts";
import { createWebhookConnector, type ResolveName } from "./webhook-connector.ts";

/** One POST to a stranger's server, with a bound on everything that the stranger decides. */

/** Decisions, section 4. */
const defaultLimits = {
  /** From the lookup of the name to the last byte of the answer. */
  exchangeMilliseconds: 15_000,
  connectMilliseconds: 5_000,
  answerHeaderBytes: 16 * 1024,
  /** Read at most; the connection is then dropped. */
  answerBytes: 16 * 1024,
  /** Kept for the merchant to look at. */
  responseHeadBytes: 4 * 1024,
} as const;

type WebhookLimits = Record<keyof typeof defaultLimits, number>;

export interface WebhookClientOptions {
  /** `WEBHOOK_ALLOW_PRIVATE`. */
  allowPrivate: boolean;
  /** The gateway's own public base, which it refuses to call. */
  ownOrigin?: string;
  lookup?: ResolveName;
  limits?: Partial<WebhookLimits>;
  now?: () => number;
}

/** Why a client ends that has its answer. One for all deliveries spares each a stack trace. */
const finished = new Error("the exchange is over");

interface WebhookRequest {
  url: string;
  /** Beside the content type and our user agent, which are added. */
  headers: Readonly<Record<string, string>>;
  body: string;
  /** Ends the attempt as `aborted`. */
  signal?: AbortSignal;
}

/** What has arrived so far: kept when the exchange breaks off, so that the merchant sees how far it came. */
interface Answer {
  http_status: number | null;
  retry_after_seconds: number | null;
  chunks: Buffer[];
}

export function createWebhookClient(options: WebhookClientOptions) {
  const limits: WebhookLimits = { ...defaultLimits, ...options.limits };
  const { now = Date.now } = options;
  const connect = createWebhookConnector({
    allowPrivate: options.allowPrivate,
    connectMilliseconds: limits.connectMilliseconds,
    resolveName: options.lookup,
  });

  /** Never rejects for what the network or the receiver does. */
  async function post(request: WebhookRequest): Promise<AttemptResult> {
    const started = performance.now();
    const answer: Answer = { http_status: null, retry_after_seconds: null, chunks: [] };
    const error_code = await exchange(request, answer).then(
      () => null,
      (error: unknown) => {
        const code = attemptErrorCode(error);
        if (code === undefined) throw error;
        return code;
      },
    );
    const isSuccess = error_code === null && Math.floor((answer.http_status ?? 0) / 100) === 2;
    return {
      outcome: isSuccess ? "success" : "failure",
      http_status: answer.http_status,
      error_code,
      retry_after_seconds: answer.retry_after_seconds,
      response_head: safeText(Buffer.concat(answer.chunks), limits.responseHeadBytes),
      duration_ms: Math.round(performance.now() - started),
    };
  }

  async function exchange(request: WebhookRequest, answer: Answer): Promise<void> {
    if (request.signal?.aborted) throw new AttemptFailure("aborted");
    // Judged again, although it was judged at create: settings change, and rows outlive them.
    const target = checkWebhookUrl(request.url, options);
    if ("problem" in target) throw new AttemptFailure("destination_not_allowed");
    const url = new URL(target.url);

    // A client of its own per attempt: nothing is pooled, so no receiver can hold up another.
    const client = new Client(url.origin, {
      connect,
      pipelining: 0, // no keep-alive
      maxHeaderSize: limits.answerHeaderBytes,
      headersTimeout: 0, // undici's own timers start anew with every byte; ours does not
      bodyTimeout: 0,
    });
    // Ends the attempt at whatever stage it is. A request's own signal would wait for the connection first.
    const stop = (code: AttemptErrorCode): void => void client.destroy(new AttemptFailure(code));
    const clearDeadline = startDeadline(limits.exchangeMilliseconds, request.signal, stop);
    try {
      // Follows no redirects, decodes nothing and reads no proxy settings: a bare client does only what is asked.
      const response = await client.request({
        method: "POST",
        path: url.pathname + url.search,
        headers: {
          ...request.headers,
          "content-type": "application/json; charset=utf-8",
          "accept-encoding": "identity",
          "user-agent": `Tepat-Webhooks/${server.version}`,
        },
        body: request.body,
      });
      answer.http_status = response.statusCode;
      answer.retry_after_seconds = parseRetryAfter(
        [response.headers["retry-after"]].flat()[0],
        now(),
      );
      await readBounded(response.body, answer.chunks, limits.answerBytes);
    } finally {
      clearDeadline();
      await client.destroy(finished);
    }
  }

  return { post };
}

function startDeadline(
  milliseconds: number,
  signal: AbortSignal | undefined,
  stop: (code: AttemptErrorCode) => void,
): () => void {
  const onAbort = (): void => stop("aborted");
  const timer = setTimeout(() => stop("timeout"), milliseconds);
  signal?.addEventListener("abort", onAbort, { once: true });
  return () => {
    clearTimeout(timer);
    signal?.removeEventListener("abort", onAbort);
  };
}

async function readBounded(
  body: AsyncIterable<Buffer>,
  chunks: Buffer[],
  maxBytes: number,
): Promise<void> {
  let length = 0;
  for await (const chunk of body) {
    chunks.push(chunk.subarray(0, maxBytes - length));
    length += chunk.length;
    if (length >= maxBytes) return;
  }
}

/**
 * Text that can be stored and shown anywhere: whatever is not visible (NUL, control and direction marks, line breaks)
 * becomes one space, broken UTF-8 becomes U+FFFD, and the cut falls between characters.
 */
function safeText(bytes: Buffer, maxBytes: number): string {
  const text = bytes
    .toString("utf8")
    .replace(/[\p{C}\p{Z}]+/gu, " ")
    .trim();
  const { read } = new TextEncoder().encodeInto(text, new Uint8Array(maxBytes));
  return text.slice(0, read);
}
