import type { CheckoutView, PaymentStatus } from "@tepat/sdk";
import { doubled, jittered } from "../../web-shared/src/backoff.ts";
import { limits } from "./limits.ts";

/** The state of the connection to the server. `slow`: several checks failed although the device is online. */
export type Connection = "good" | "slow" | "offline";

export interface PaymentWatch {
  /** Asks the server now. Resolves after the response or the failure. */
  check(): Promise<void>;
  stop(): void;
}

interface Listener {
  onStatus(status: PaymentStatus): void;
  /** Called with the sum received so far in rupiah when the merchant books a partial payment. */
  onReceived(received: number): void;
  /** Called with the total in rupiah. It changes if the customer chooses another way to pay. */
  onTotal(total: number): void;
  /** Called with the server's time, in milliseconds since the epoch. */
  onServerTime(time: number): void;
  onConnection(connection: Connection): void;
}

/**
 * Watches the payment's status through a stream of events, or without one by polling with backoff and jitter. A hidden
 * page has no stream and polls rarely. When the page becomes visible or the device comes online, it asks at once.
 */
export function watchPayment(paymentId: string, listener: Listener): PaymentWatch {
  const address = `/checkout/${encodeURIComponent(paymentId)}`;
  const stopped = new AbortController();
  let stream: EventSource | null = null;
  let streamTimer: number | undefined;
  let pollTimer: number | undefined;
  let checking: Promise<void> | null = null;
  let polls = 0;
  let failedChecks = 0;
  let failedStreams = 0;

  function openStream() {
    closeStream();
    const opened = new EventSource(`${address}/events`);
    stream = opened;
    streamTimer = window.setTimeout(loseStream, limits.streamOpenMilliseconds);
    opened.addEventListener("error", loseStream);
    opened.addEventListener("status", ({ data }: MessageEvent<string>) => {
      window.clearTimeout(streamTimer);
      polls = failedStreams = 0;
      heard();
      const { status, received, total, server_time } = JSON.parse(data) as {
        status: PaymentStatus;
        received: number;
        total: number;
        server_time: string;
      };
      listener.onServerTime(Date.parse(server_time));
      listener.onStatus(status);
      listener.onReceived(received);
      listener.onTotal(total);
    });
    schedule(limits.quietPollMilliseconds);
  }

  function closeStream() {
    window.clearTimeout(streamTimer);
    stream?.close();
    stream = null;
  }

  function loseStream() {
    closeStream();
    failedStreams += 1;
    schedule(backoff());
  }

  const backoff = () => doubled(polls, limits.pollMilliseconds);

  function schedule(milliseconds: number, atLeast = 0) {
    window.clearTimeout(pollTimer);
    if (stopped.signal.aborted) return;
    pollTimer = window.setTimeout(() => void check(), atLeast + jittered(milliseconds));
  }

  function check(): Promise<void> {
    checking ??= ask().finally(() => {
      checking = null;
    });
    return checking;
  }

  async function ask() {
    polls += 1;
    let atLeast = 0;
    try {
      const { payment, serverTime, retryAfter } = await readStatus(address, stopped.signal);
      listener.onServerTime(serverTime);
      heard();
      if (payment) {
        listener.onStatus(payment.status);
        listener.onTotal(payment.amount_total);
      }
      atLeast = retryAfter;
    } catch {
      failed();
    }
    if (stopped.signal.aborted) return;
    if (stream === null && isStreamDue()) openStream();
    else schedule(hasTime() ? limits.quietPollMilliseconds : backoff(), atLeast);
  }

  const hasTime = () => stream !== null || document.hidden;

  const isStreamDue = () =>
    !document.hidden &&
    failedChecks === 0 &&
    (failedStreams < limits.streamFailures || polls % limits.pollsPerStream === 0);

  function heard() {
    failedChecks = 0;
    listener.onConnection("good");
  }

  function failed() {
    if (stopped.signal.aborted) return;
    failedChecks += 1;
    // A failed request means that the stream is dead too, even if the stream looks open.
    closeStream();
    if (!navigator.onLine) listener.onConnection("offline");
    else if (failedChecks >= limits.failuresUntilSlow) listener.onConnection("slow");
  }

  function comeBack() {
    if (document.hidden) return;
    polls = failedStreams = 0;
    void check();
  }

  /**
   * Closes the stream of a hidden page, because over HTTP/1.1 a browser shares six connections to the server among
   * all tabs.
   */
  function lookAway() {
    closeStream();
    schedule(limits.quietPollMilliseconds);
  }

  const until = { signal: stopped.signal };
  const look = () => (document.hidden ? lookAway() : comeBack());
  document.addEventListener("visibilitychange", look, until);
  window.addEventListener("pageshow", ({ persisted }) => persisted && comeBack(), until);
  window.addEventListener("online", comeBack, until);
  window.addEventListener("offline", () => listener.onConnection("offline"), until);
  if (document.hidden) lookAway();
  else openStream();

  return {
    check,
    stop() {
      stopped.abort();
      closeStream();
      window.clearTimeout(pollTimer);
    },
  };
}

interface Answer {
  /** null if the server limited the rate (429). */
  payment: Pick<CheckoutView, "status" | "amount_total"> | null;
  serverTime: number;
  retryAfter: number;
}

async function readStatus(address: string, stopped: AbortSignal): Promise<Answer> {
  const signal = AbortSignal.any([stopped, AbortSignal.timeout(limits.requestMilliseconds)]);
  const response = await fetch(address, { cache: "no-store", signal });
  const retrySeconds = Number(response.headers.get("retry-after") ?? 0);
  const answer = {
    serverTime: Date.parse(response.headers.get("date") ?? ""),
    retryAfter: Math.min(retrySeconds * 1_000 || 0, limits.retryAfterMilliseconds),
  };
  if (response.status === 429) return { ...answer, payment: null };
  if (!response.ok) throw new Error(`status ${response.status}`);
  const { data } = (await response.json()) as { data: CheckoutView };
  return { ...answer, payment: data };
}
