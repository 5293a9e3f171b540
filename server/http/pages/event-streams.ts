import { GatewayError } from "../../contract/errors.ts";
import { limits } from "../../contract/limits.ts";
import type { HttpResponse, StreamClient } from "../transport/message.ts";

/** Bounds the number of open streams of server-sent events (HTML, section 9.2), and keeps the streams open. */
export interface EventStreams {
  /** Throws `rate_limited` if one of these holders or this process has reached its limit of streams. */
  requireRoom(holders: readonly StreamHolder[]): void;
  /**
   * Creates a response that stays open and sends the text that `start` writes. The function that `start` returns is
   * called when the stream ends.
   */
  open(
    holders: readonly StreamHolder[],
    headers: Readonly<Record<string, string>>,
    start: (stream: EventStream) => () => void,
  ): HttpResponse;
  /** Returns the number of open streams, for the metrics. */
  count(): number;
  stop(): void;
}

/** A holder whose streams are counted together, such as one client address. */
export interface StreamHolder {
  name: string;
  streamsMax: number;
}

export interface EventStream {
  send(event: string, data: unknown): void;
  end(): void;
}

export interface StreamBounds {
  streams: number;
  streamKeepAliveSeconds: number;
}

/** Refuses another stream. A stream can end at any time, so the wait is a guess. */
export function tooManyStreams(message: string): GatewayError {
  const wait = String(limits.rateWindowSeconds);
  return new GatewayError("rate_limited", {
    message,
    headers: { "retry-after": wait, "x-ratelimit-reset": wait },
  });
}

/** The time that browsers wait after a lost connection. A random time keeps them from all returning at once. */
const retryMilliseconds = { min: 1_000, max: 4_000 };

export function createEventStreams(
  random: () => number,
  bounds: StreamBounds = limits,
): EventStreams {
  const openOfHolder = new Map<string, number>();
  let openStreams = 0;

  // Regular comments keep proxies from closing a quiet connection. Each second, the streams of one turn get a
  // comment.
  const turns = Array.from(
    { length: bounds.streamKeepAliveSeconds },
    () => new Set<StreamClient>(),
  );
  let turn = 0;
  const clock = setInterval(() => {
    turn = (turn + 1) % turns.length;
    for (const client of turns[turn] ?? []) client.write(":\n\n");
  }, 1_000).unref();

  const hasRoom = (holders: readonly StreamHolder[]): boolean =>
    openStreams < bounds.streams &&
    holders.every(({ name, streamsMax }) => (openOfHolder.get(name) ?? 0) < streamsMax);

  function count(name: string, change: 1 | -1): void {
    const open = (openOfHolder.get(name) ?? 0) + change;
    if (open > 0) openOfHolder.set(name, open);
    else openOfHolder.delete(name);
  }

  /** Takes a place, and returns a function that releases it. */
  function take(holders: readonly StreamHolder[], client: StreamClient): () => void {
    const clients = turns[turn] as Set<StreamClient>;
    clients.add(client);
    openStreams += 1;
    for (const { name } of holders) count(name, 1);
    return () => {
      clients.delete(client);
      openStreams -= 1;
      for (const { name } of holders) count(name, -1);
    };
  }

  return {
    requireRoom(holders) {
      if (hasRoom(holders)) return;
      throw tooManyStreams("Too many event streams are open. Fetch the data at intervals instead.");
    },
    open(holders, headers, start) {
      const { min, max } = retryMilliseconds;
      const retry = Math.round(min + random() * (max - min));
      return {
        status: 200,
        headers: { ...streamHeaders, ...headers },
        body: `retry: ${retry}\n\n`,
        stream(client) {
          if (!hasRoom(holders)) {
            client.end(); // other requests took the last places first
            return () => {};
          }
          const giveBack = take(holders, client);
          const stop = start({
            send: (event, data) =>
              client.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`),
            end: () => client.end(),
          });
          return () => {
            giveBack();
            stop();
          };
        },
      };
    },
    count: () => openStreams,
    stop: () => clearInterval(clock),
  };
}

const streamHeaders = {
  "content-type": "text/event-stream; charset=utf-8",
  // A proxy that compresses or buffers would delay events.
  "cache-control": "no-store, no-transform",
  "x-accel-buffering": "no",
  "x-content-type-options": "nosniff",
};
