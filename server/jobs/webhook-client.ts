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

/** Sends one POST to a stranger's server, with a bound on everything that the stranger controls. */

/** The bounds of one attempt. */
const defaultLimits = {
  /** From the lookup of the name to the last byte of the answer. */
  exchangeMilliseconds: 15_000,
  connectMilliseconds: 5_000,
  answerHeaderBytes: 16 * 1024,
  /** At most so much is read; then the connection is dropped. */
  answerBytes: 16 * 1024,
  /** This much is kept for the merchant to see. */
  responseHeadBytes: 4 * 1024,
} as const;

type WebhookLimits = Record<keyof typeof defaultLimits, number>;

export interface WebhookClientOptions {
  /** `WEBHOOK_ALLOW_PRIVATE`. */
  allowPrivate: boolean;
  /** The gateway's own public address, which it refuses to call. */
  ownOrigin?: string;
  lookup?: ResolveName;
  limits?: Partial<WebhookLimits>;
  now?: () => number;
}

/** The reason for ending a client that has its answer. One object for all deliveries saves each a stack trace. */
const finished = new Error("the exchange is over");

interface WebhookRequest {
  url: string;
  /** The content type and our user agent are added to these. */
  headers: Readonly<Record<string, string>>;
  body: string;
  /** Ends the attempt as `aborted`. */
  signal?: AbortSignal;
}

/** What has arrived so far. It is kept when the exchange breaks off, so that the merchant sees how far it came. */
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

  /** Never rejects because of the network or the receiver. */
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
    // Checked again, although it was checked at create: settings change while rows stay.
    const target = checkWebhookUrl(request.url, options);
    if ("problem" in target) throw new AttemptFailure("destination_not_allowed");
    const url = new URL(target.url);

    // Each attempt has a client of its own. Nothing is pooled, so no receiver can delay another.
    const client = new Client(url.origin, {
      connect,
      pipelining: 0, // no keep-alive
      maxHeaderSize: limits.answerHeaderBytes,
      headersTimeout: 0, // undici's own timers start again with every byte; ours does not
      bodyTimeout: 0,
    });
    // Ends the attempt at any stage. A request's own signal would wait for the connection first.
    const stop = (code: AttemptErrorCode): void => void client.destroy(new AttemptFailure(code));
    const clearDeadline = startDeadline(limits.exchangeMilliseconds, request.signal, stop);
    try {
      // Follows no redirects, decodes nothing and reads no proxy settings, because a bare client does only what it is
      // told.
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
 * Returns text that can be stored and shown anywhere. Invisible characters (NUL, control and direction marks, line
 * breaks) become one space, broken UTF-8 becomes U+FFFD, and the text is cut between characters.
 */
function safeText(bytes: Buffer, maxBytes: number): string {
  const text = bytes
    .toString("utf8")
    .replace(/[\p{C}\p{Z}]+/gu, " ")
    .trim();
  const { read } = new TextEncoder().encodeInto(text, new Uint8Array(maxBytes));
  return text.slice(0, read);
}
