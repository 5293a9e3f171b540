import { GatewayError } from "../contract/errors.ts";
import { limits } from "../contract/limits.ts";
import type { HttpResponse, StreamClient } from "./message.ts";

/** Server-sent events (HTML, section 9.2): how many streams may be open, and what keeps them so. */
export interface EventStreams {
  /** Throws `rate_limited` when this address, or this process, has as many as it may have. */
  requireRoom(address: string): void;
  /** An answer that goes on with what `start` sends. What `start` returns is called at the end. */
  open(
    address: string,
    headers: Readonly<Record<string, string>>,
    start: (stream: EventStream) => () => void,
  ): HttpResponse;
  /** How many are open, for the metrics. */
  count(): number;
  stop(): void;
}

export interface EventStream {
  send(event: string, data: unknown): void;
  end(): void;
}

export interface StreamBounds {
  streams: number;
  streamsPerAddress: number;
  streamKeepAliveSeconds: number;
}

/** Waits of browsers that lost us, so that they do not come back all at once. */
const retryMilliseconds = { min: 1_000, max: 4_000 };

export function createEventStreams(
  random: () => number,
  bounds: StreamBounds = limits,
): EventStreams {
  const openOfAddress = new Map<string, number>();
  let openStreams = 0;

  // A comment now and then keeps proxies from closing a quiet connection. Each second it is the turn of some streams.
  const turns = Array.from(
    { length: bounds.streamKeepAliveSeconds },
    () => new Set<StreamClient>(),
  );
  let turn = 0;
  const clock = setInterval(() => {
    turn = (turn + 1) % turns.length;
    for (const client of turns[turn] ?? []) client.write(":\n\n");
  }, 1_000).unref();

  const hasRoom = (address: string): boolean =>
    openStreams < bounds.streams && (openOfAddress.get(address) ?? 0) < bounds.streamsPerAddress;

  /** Answers how to give the place back. */
  function take(address: string, client: StreamClient): () => void {
    const clients = turns[turn] as Set<StreamClient>;
    clients.add(client);
    openStreams += 1;
    openOfAddress.set(address, (openOfAddress.get(address) ?? 0) + 1);
    return () => {
      clients.delete(client);
      openStreams -= 1;
      const left = (openOfAddress.get(address) ?? 0) - 1;
      if (left > 0) openOfAddress.set(address, left);
      else openOfAddress.delete(address);
    };
  }

  return {
    requireRoom(address) {
      if (hasRoom(address)) return;
      throw new GatewayError("rate_limited", {
        message: "Too many event streams are open: ask for the data from time to time instead.",
        headers: { "retry-after": String(limits.rateWindowSeconds) },
      });
    },
    open(address, headers, start) {
      const { min, max } = retryMilliseconds;
      const retry = Math.round(min + random() * (max - min));
      return {
        status: 200,
        headers: { ...streamHeaders, ...headers },
        body: `retry: ${retry}\n\n`,
        stream(client) {
          if (!hasRoom(address)) {
            client.end(); // others were quicker
            return () => {};
          }
          const giveBack = take(address, client);
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
  // A proxy that compresses or buffers would hold an event back.
  "cache-control": "no-store, no-transform",
  "x-accel-buffering": "no",
  "x-content-type-options": "nosniff",
};
