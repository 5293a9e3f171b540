import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { limits } from "../../contract/limits.ts";
import { createEventStreams, type EventStream, type EventStreams } from "./event-streams.ts";
import type { HttpResponse } from "../transport/message.ts";

let streams: EventStreams;

beforeEach(() => {
  vi.useFakeTimers();
  streams = createEventStreams(() => 0.5, {
    streams: 3,
    streamKeepAliveSeconds: 15,
  });
});
afterEach(() => {
  streams.stop();
  vi.useRealTimers();
});

/** Imitates a browser that reads a response through a listener. */
function connect(response: HttpResponse) {
  const seen = { received: String(response.body), isOpen: true };
  const client = {
    write: (text: string) => void (seen.received += seen.isOpen ? text : ""),
    end: () => void (seen.isOpen = false),
  };
  const finish = response.stream?.(client);
  return { ...client, seen, leave: () => finish?.() };
}

const of = (name: string) => [{ name, streamsMax: 2 }];

const nothing = () => () => {};

describe("a stream", () => {
  test("cannot be buffered by a proxy, and states when to reconnect", () => {
    const { status, headers, body } = streams.open(of("192.0.2.1"), { "x-rate": "1" }, nothing);
    expect({ status, headers, body }).toEqual({
      status: 200,
      headers: {
        "content-type": "text/event-stream; charset=utf-8",
        "cache-control": "no-store, no-transform",
        "x-accel-buffering": "no",
        "x-content-type-options": "nosniff",
        "x-rate": "1",
      },
      body: "retry: 2500\n\n",
    });
  });

  test("has each event as one line of JSON", () => {
    let stream: EventStream | undefined;
    const { seen } = connect(
      streams.open(of("192.0.2.1"), {}, (opened) => {
        stream = opened;
        return () => {};
      }),
    );
    stream?.send("status", { text: "two\nlines" });
    stream?.end();
    expect(seen).toEqual({
      received: 'retry: 2500\n\nevent: status\ndata: {"text":"two\\nlines"}\n\n',
      isOpen: false,
    });
  });

  test("has a comment every 15 seconds while open", () => {
    const first = connect(streams.open(of("192.0.2.1"), {}, nothing));
    vi.advanceTimersByTime(7_000);
    const second = connect(streams.open(of("192.0.2.1"), {}, nothing));
    const comments = () =>
      [first, second].map(({ seen }) => seen.received.split(":\n\n").length - 1);
    vi.advanceTimersByTime(8_000);
    expect(comments()).toEqual([1, 0]);
    vi.advanceTimersByTime(7_000);
    expect(comments()).toEqual([1, 1]);
    first.leave();
    vi.advanceTimersByTime(30_000);
    expect(comments()).toEqual([1, 3]);
  });

  test("notifies its source of its end", () => {
    const stop = vi.fn<() => void>();
    const { leave } = connect(streams.open(of("192.0.2.1"), {}, () => stop));
    expect(stop).not.toHaveBeenCalled();
    leave();
    expect(stop).toHaveBeenCalledOnce();
  });
});

describe("streams are accepted", () => {
  const refused = expect.objectContaining({
    code: "rate_limited",
    status: 429,
    headers: {
      "retry-after": String(limits.rateWindowSeconds),
      "x-ratelimit-reset": String(limits.rateWindowSeconds),
    },
  });
  const refusal = (...names: string[]) => {
    try {
      streams.requireRoom(names.flatMap(of));
      return null;
    } catch (cause) {
      return cause;
    }
  };

  test("up to a number per address, and again when one ends", () => {
    const [first] = [1, 2].map(() => connect(streams.open(of("192.0.2.1"), {}, nothing)));
    expect(refusal("192.0.2.1")).toEqual(refused);
    expect(refusal("192.0.2.2")).toBeNull();
    first?.leave();
    expect(refusal("192.0.2.1")).toBeNull();
  });

  test("while each of their holders has room, and again when one ends", () => {
    const both = [...of("a session"), ...of("its merchant")];
    const [first] = [1, 2].map(() => connect(streams.open(both, {}, nothing)));
    expect(refusal("another session", "its merchant")).toEqual(refused);
    expect(refusal("another session", "another merchant")).toBeNull();
    first?.leave();
    expect(refusal("another session", "its merchant")).toBeNull();
    expect(refusal("a session")).toBeNull();
  });

  test("up to a total number", () => {
    for (const last of [1, 2, 3]) connect(streams.open(of(`192.0.2.${last}`), {}, nothing));
    expect(refusal("192.0.2.9")).toEqual(refused);
  });

  test("up to exactly that number, for any number of simultaneous requests", () => {
    const started = vi.fn<() => () => void>(nothing);
    const answers = [1, 2, 3].map(() => streams.open(of("192.0.2.1"), {}, started));
    const clients = answers.map(connect);
    expect(clients.map(({ seen }) => seen.isOpen)).toEqual([true, true, false]);
    expect(started).toHaveBeenCalledTimes(2);
    clients[2]?.leave();
    expect(refusal("192.0.2.1")).toEqual(refused);
  });
});
