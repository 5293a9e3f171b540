import { connect, type Socket } from "node:net";
import { setTimeout as wait } from "node:timers/promises";

/**
 * A load generator for responses with a Content-Length over persistent HTTP/1.1 connections. It parses as little as
 * possible, because it shares the machine's cores with the measured system.
 */

export interface Load {
  /** The port. The connections are spread over several ports in turn. */
  port: number | readonly number[];
  /** The requests as complete byte sequences. Each is sent once. */
  requests: readonly Buffer[];
  connections: number;
}

export interface LoadResult {
  seconds: number;
  /** The number of responses for each status. */
  statuses: Record<number, number>;
  /**
   * The time of each request, from sending it (or from when it was due) to its complete response.
   */
  milliseconds: Float64Array;
}

/**
 * Sends requests over several connections. Each connection sends its next request after the response
 * to the last one.
 */
export async function runLoad({ port, requests, connections }: Load): Promise<LoadResult> {
  const statuses: Record<number, number> = {};
  const milliseconds = new Float64Array(requests.length);
  const lines = await openLines(port, connections);
  let sent = 0;
  const startedAt = performance.now();
  await Promise.all(
    lines.map(async (line) => {
      for (let index = sent++; index < requests.length; index = sent++) {
        const sentAt = performance.now();
        const status = await line.send(requests[index] as Buffer);
        milliseconds[index] = performance.now() - sentAt;
        statuses[status] = (statuses[status] ?? 0) + 1;
      }
    }),
  );
  const seconds = (performance.now() - startedAt) / 1000;
  lines.forEach((line) => line.close());
  return { seconds, statuses, milliseconds };
}

const paceMilliseconds = 2;

/**
 * Sends requests at an even rate, however slow the responses are. The time of a request begins when the request was
 * due, not when a connection was free, so the delays of a busy server are counted.
 */
export async function runPaced(
  { port, requests, connections }: Load,
  perSecond: number,
): Promise<{ dueAt: Float64Array } & Omit<LoadResult, "seconds">> {
  const statuses: Record<number, number> = {};
  const milliseconds = new Float64Array(requests.length);
  const lines = await openLines(port, connections);
  const startedAt = performance.now();
  const dueAt = Float64Array.from(requests, (_, index) => startedAt + (index * 1000) / perSecond);
  let sent = 0;
  await Promise.all(
    lines.map(async (line) => {
      for (let index = sent++; index < requests.length; index = sent++) {
        const due = dueAt[index] as number;
        const early = due - performance.now();
        if (early > 0) await wait(Math.max(early, paceMilliseconds));
        const status = await line.send(requests[index] as Buffer);
        milliseconds[index] = performance.now() - due;
        statuses[status] = (statuses[status] ?? 0) + 1;
      }
    }),
  );
  lines.forEach((line) => line.close());
  return { dueAt, statuses, milliseconds };
}

/** A connection that carries one request at a time. */
interface Line {
  /** Sends a request and returns the response's status. */
  send(request: Buffer): Promise<number>;
  close(): void;
}

function openLines(port: Load["port"], count: number): Promise<Line[]> {
  const ports = [port].flat();
  return Promise.all(
    Array.from({ length: count }, async (_, index) => {
      const socket = await open(ports[index % ports.length] as number);
      const read = answerReader();
      let answered: PromiseWithResolvers<number> | undefined;
      socket.on("data", (bytes) => {
        const status = read(bytes);
        if (status !== undefined) answered?.resolve(status);
      });
      const fail = (cause: Error) => answered?.reject(cause);
      socket.on("error", fail);
      socket.on("close", () => fail(new Error("the server closed a connection")));
      return {
        send(request) {
          answered = Promise.withResolvers();
          socket.write(request);
          return answered.promise;
        },
        close: () => socket.removeAllListeners().destroy(),
      };
    }),
  );
}

async function open(port: number): Promise<Socket> {
  const socket = connect({ port, host: "127.0.0.1", noDelay: true });
  await new Promise((resolve, reject) => socket.once("connect", resolve).once("error", reject));
  return socket.removeAllListeners("error");
}

const headEnd = Buffer.from("\r\n\r\n");

/**
 * Returns a function that reads the bytes of one response, and returns the status when the response
 * is complete.
 */
function answerReader(): (bytes: Buffer) => number | undefined {
  let head: Buffer = Buffer.alloc(0);
  let missing = -1;
  let status = 0;
  return (bytes) => {
    if (missing < 0) {
      head = head.length === 0 ? bytes : Buffer.concat([head, bytes]);
      const end = head.indexOf(headEnd);
      if (end === -1) return undefined;
      const text = head.toString("latin1", 0, end);
      status = Number(text.slice(9, 12));
      missing = contentLength(text) - (head.length - end - headEnd.length);
      head = Buffer.alloc(0);
    } else missing -= bytes.length;
    if (missing > 0) return undefined;
    if (missing < 0) throw new Error("an answer is longer than its Content-Length");
    missing = -1;
    return status;
  };
}

function contentLength(head: string): number {
  const found = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
  if (found === undefined) throw new Error(`an answer without Content-Length:\n${head}`);
  return Number(found);
}

/** Returns a complete request for `runLoad`. */
export function httpRequest(
  method: string,
  path: string,
  headers: Readonly<Record<string, string>>,
  body?: unknown,
): Buffer {
  const text = body === undefined ? "" : JSON.stringify(body);
  const lines = [
    `${method} ${path} HTTP/1.1`,
    "host: 127.0.0.1",
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    ...(body === undefined
      ? []
      : ["content-type: application/json", `content-length: ${Buffer.byteLength(text)}`]),
  ];
  return Buffer.from(`${lines.join("\r\n")}\r\n\r\n${text}`);
}
