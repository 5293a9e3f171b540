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

/** Sends one POST to a stranger's server, with a bound on everything that the stranger controls. */

/** The bounds of one attempt. */
const defaultLimits = {
  exchangeMilliseconds: bounds.webhookExchangeMilliseconds,
  connectMilliseconds: 5_000,
  answerHeaderBytes: 16 * 1024,
  /** The maximum that is read; then the connection is dropped. */
  answerBytes: 16 * 1024,
  /** This much is kept for the merchant to see. */
  responseHeadBytes: 4 * 1024,
  idleMilliseconds: bounds.webhookConnectionIdleMilliseconds,
  lifeMilliseconds: bounds.webhookConnectionLifeMilliseconds,
  idleConnections: bounds.webhookIdleConnections,
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

const userAgent = `Tepat-Webhooks/${server.version}`;

interface WebhookRequest {
  url: string;
  /** The content type, if there is none, and our user agent are added to these. */
  headers: Readonly<Record<string, string>>;
  body: string | Buffer;
  /**
   * The owner of the webhook: the connection can be kept for the owner's next one. Without an owner, it is used once.
   */
  keep_for?: string;
  /** Ends the attempt as `aborted`. */
  signal?: AbortSignal;
}

/** An address that Tepat is allowed to call. */
interface Target {
  origin: string;
  path: string;
}

const rememberedTargets = 1_000;

/**
 * The part of the response that has arrived so far. It is kept when the exchange breaks off, so that the merchant sees
 * how far it came.
 */
interface Answer {
  http_status: number | null;
  retry_after_seconds: number | null;
  headers: AnswerHeaders;
  chunks: Buffer[];
}

/**
 * A client whose rules can change while the process runs. A change replaces the client, and with it the connections
 * that the earlier rules allowed.
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

  /** Loads undici at the first exchange, because loading it would take a tenth of the time of a start. */
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
   * Checked again, although it was checked at create: settings change while rows stay. They do not change while this
   * client lives, so the last addresses are remembered.
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

  /** Never rejects because of the network or the receiver. */
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
    // Ends the attempt at any stage. A request's own signal would wait for the connection first.
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
          // The receiver closed a connection that had waited, before it answered anything. It knows repetitions by the
          // webhook's id.
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
   * Resolves with true if the response was read to its end, and with false if only the first part was read. A bare
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
            if (status < 200) return; // an interim answer
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

/** The functions that a signal calls when it is aborted. */
const stopsOf = new WeakMap<AbortSignal, Set<() => void>>();

/**
 * Calls this when the signal is aborted, unless the function that it returns is called before. All exchanges under one
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
