import type { Client } from "undici";
import server from "../package.json" with { type: "json" };
import { limits as bounds } from "../contract/limits.ts";
import {
  type AttemptErrorCode,
  type AttemptResult,
  parseRetryAfter,
} from "../domain/webhooks/webhook-schedule.ts";
import type { AnswerHeaders } from "../domain/webhooks/answer-headers.ts";
import { safeText } from "../domain/base/safe-text.ts";
import { checkWebhookUrl } from "../domain/base/webhook-targets.ts";
import { AttemptFailure, attemptErrorCode } from "./attempt-failure.ts";
import type { ResolveName } from "./webhook-connector.ts";

/** Sends one POST to a receiver that Tepat does not control, with a bound on everything that the receiver controls. */

/** The bounds of one attempt. */
const defaultLimits = {
  exchangeMilliseconds: bounds.webhookExchangeMilliseconds,
  connectMilliseconds: 5_000,
  answerHeaderBytes: 16 * 1024,
  /** The maximum number of bytes to read. After that, the connection is dropped. */
  answerBytes: 16 * 1024,
  /** The number of bytes that are kept for the merchant to read. */
  responseHeadBytes: 4 * 1024,
  idleMilliseconds: bounds.webhookConnectionIdleMilliseconds,
  lifeMilliseconds: bounds.webhookConnectionLifeMilliseconds,
  idleConnections: bounds.webhookIdleConnections,
} as const;

type WebhookLimits = Record<keyof typeof defaultLimits, number>;

export interface WebhookClientOptions {
  /** The setting `WEBHOOK_ALLOW_PRIVATE`. */
  allowPrivate: boolean;
  /** The gateway's own public address, which it refuses to call. */
  ownOrigin?: string;
  lookup?: ResolveName;
  limits?: Partial<WebhookLimits>;
  now?: () => number;
}

const userAgent = `Tepat-Webhooks/${server.version}`;

interface WebhookRequest {
  url: string;
  /** The client adds its user agent, and a content type if there is none. */
  headers: Readonly<Record<string, string>>;
  body: string | Buffer;
  /**
   * The owner of the webhook. The connection is kept for the owner's next webhook. Without an owner, the connection
   * is used once.
   */
  keep_for?: string;
  /** Aborting this signal ends the attempt as `aborted`. */
  signal?: AbortSignal;
}

/** An address that Tepat is allowed to call. */
interface Target {
  origin: string;
  path: string;
}

const rememberedTargets = 1_000;

/**
 * The part of the response that has arrived so far. The part is kept if the exchange breaks off, so that the merchant
 * sees how much arrived.
 */
interface Answer {
  http_status: number | null;
  retry_after_seconds: number | null;
  headers: AnswerHeaders;
  chunks: Buffer[];
}

/**
 * A client whose rules can change while the process runs. A change replaces the client and its connections, because
 * the earlier rules allowed those connections.
 */
export function createCurrentWebhookClient(rules: () => WebhookClientOptions) {
  let current: { rules: WebhookClientOptions; client: ReturnType<typeof createWebhookClient> };
  return {
    post(request: WebhookRequest): Promise<AttemptResult> {
      const now = rules();
      const isSame =
        now.allowPrivate === current?.rules.allowPrivate &&
        now.ownOrigin === current.rules.ownOrigin;
      if (!isSame) current = { rules: now, client: createWebhookClient(now) };
      return current.client.post(request);
    },
  };
}

export function createWebhookClient(options: WebhookClientOptions) {
  const limits: WebhookLimits = { ...defaultLimits, ...options.limits };
  const { now = Date.now } = options;
  let opened: ReturnType<typeof openConnections> | undefined;

  /** Loads undici at the first exchange, because the import would take a tenth of the start. */
  async function openConnections() {
    const [{ createWebhookConnections }, { createWebhookConnector }] = await Promise.all([
      import("./webhook-connections.ts"),
      import("./webhook-connector.ts"),
    ]);
    const connect = createWebhookConnector({
      allowPrivate: options.allowPrivate,
      connectMilliseconds: limits.connectMilliseconds,
      resolveName: options.lookup,
    });
    return createWebhookConnections({
      connect,
      maxHeaderSize: limits.answerHeaderBytes,
      bounds: limits,
    });
  }

  /**
   * Addresses are checked here again although create checks them, because settings change while rows stay. The
   * settings cannot change during the life of this client, so the results for the last addresses are cached.
   */
  const targets = new Map<string, Target | null>();

  function targetOf(text: string): Target | null {
    const known = targets.get(text);
    if (known !== undefined) return known;
    const checked = checkWebhookUrl(text, options);
    const url = "problem" in checked ? null : new URL(checked.url);
    const target = url && { origin: url.origin, path: url.pathname + url.search };
    if (targets.size >= rememberedTargets) targets.clear();
    targets.set(text, target);
    return target;
  }

  /** Never rejects because of the network or the receiver; the result names the failure. */
  async function post(request: WebhookRequest): Promise<AttemptResult> {
    const started = performance.now();
    const answer: Answer = {
      http_status: null,
      retry_after_seconds: null,
      headers: {},
      chunks: [],
    };
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
      response_head: safeText(
        Buffer.concat(answer.chunks).toString("utf8"),
        limits.responseHeadBytes,
      ),
      response_headers: answer.headers,
      duration_ms: Math.round(performance.now() - started),
    };
  }

  async function exchange(request: WebhookRequest, answer: Answer): Promise<void> {
    const connections = await (opened ??= openConnections());
    if (request.signal?.aborted) throw new AttemptFailure("aborted");
    const target = targetOf(request.url);
    if (target === null) throw new AttemptFailure("destination_not_allowed");

    let connection = connections.take(target.origin, request.keep_for);
    let ended: AttemptErrorCode | undefined;
    // Ends the attempt at any stage. The signal of undici's request takes effect only after the connection opens.
    const stop = (code: AttemptErrorCode): void => {
      ended = code;
      void connection.client.destroy(new AttemptFailure(code));
    };
    const timer = setTimeout(() => stop("timeout"), limits.exchangeMilliseconds);
    const unlisten = request.signal && onAbort(request.signal, () => stop("aborted"));
    let isWhole = false;
    try {
      for (;;) {
        try {
          isWhole = await send(connection.client, target.path, request, answer);
          return;
        } catch (error) {
          // The receiver closed a kept connection before it responded. A second request is safe, because the receiver
          // recognises repetitions by the webhook's id.
          const isStale = connection.hasWaited && answer.http_status === null;
          if (ended !== undefined || !isStale || !isConnectionLost(error)) throw error;
          await Promise.all([connections.end(connection), connections.endOthers(connection)]);
          if (ended !== undefined) throw new AttemptFailure(ended);
          connection = connections.take(target.origin, request.keep_for);
        }
      }
    } finally {
      clearTimeout(timer);
      unlisten?.();
      await (isWhole ? connections.keep(connection) : connections.end(connection));
    }
  }

  /**
   * Resolves with true if the response was read to its end, and with false if only its first part was read. A bare
   * client follows no redirects, decodes nothing and reads no proxy settings.
   */
  function send(
    client: Client,
    path: string,
    request: WebhookRequest,
    answer: Answer,
  ): Promise<boolean> {
    let length = 0;
    return new Promise((resolve, reject) => {
      client.dispatch(
        {
          method: "POST",
          path,
          headers: {
            "content-type": "application/json; charset=utf-8",
            ...request.headers,
            "accept-encoding": "identity",
            "user-agent": userAgent,
          },
          body: request.body,
        },
        {
          onRequestStart() {},
          onResponseStart(_controller, status, headers) {
            if (status < 200) return; // an interim response
            answer.http_status = status;
            answer.headers = headers;
            answer.retry_after_seconds = parseRetryAfter([headers["retry-after"]].flat()[0], now());
          },
          onResponseData(_controller, chunk) {
            if (length >= limits.answerBytes) return;
            answer.chunks.push(Buffer.from(chunk.subarray(0, limits.answerBytes - length)));
            length += chunk.length;
            if (length >= limits.answerBytes) resolve(false);
          },
          onResponseEnd() {
            resolve(true);
          },
          onResponseError(_controller, error) {
            reject(error);
          },
        },
      );
    });
  }

  return { post };
}

const isConnectionLost = (error: unknown): boolean => {
  const code = attemptErrorCode(error);
  return code === "connection_reset" || code === "connection_closed";
};

/** The functions to call when a signal is aborted. */
const stopsOf = new WeakMap<AbortSignal, Set<() => void>>();

/**
 * Calls `stop` when the signal is aborted, unless the returned function is called first. All exchanges under one
 * signal share a listener, because each further listener takes longer to add.
 */
function onAbort(signal: AbortSignal, stop: () => void): () => void {
  let stops = stopsOf.get(signal);
  if (stops === undefined) {
    const all = new Set<() => void>();
    signal.addEventListener("abort", () => all.forEach((each) => each()), { once: true });
    stopsOf.set(signal, (stops = all));
  }
  const mine = stops.add(stop);
  return () => mine.delete(stop);
}
