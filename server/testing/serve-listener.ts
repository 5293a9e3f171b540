import { setTimeout as wait } from "node:timers/promises";
import { GatewayError } from "../contract/errors.ts";
import { listen, type ListenOptions } from "../http/transport/listen.ts";
import { errorResponse } from "../http/transport/listener.ts";
import { RequestAborted, type HttpRequest, type HttpResponse } from "../http/transport/message.ts";

/**
 * Runs a listener in its own process, with a small application that shows the received requests. It sends its port to
 * the parent process and stops on "close". uWebSockets.js might need another Node.js binary than the one that runs the
 * tests.
 */

const [transport, port = "0", host] = process.argv.slice(2);
const events: string[] = [];

async function respond(request: HttpRequest): Promise<HttpResponse> {
  const parameters = new URLSearchParams(request.query);
  switch (request.path) {
    case "/events":
      return json(200, events);
    case "/memory":
      return json(200, process.memoryUsage().rss);
    case "/large":
      return { status: 200, headers: {}, body: Buffer.alloc(Number(parameters.get("bytes")), "x") };
    case "/no-content":
      return { status: 204, headers: {}, body: "" };
    case "/broken-header":
      return { status: 200, headers: { location: "/a\r\nx-injected: 1" }, body: "" };
    case "/stream":
      return ticking(
        Number(parameters.get("bytes")),
        Number(parameters.get("every_milliseconds") ?? 10),
        Number(parameters.get("times") ?? Infinity),
      );
    case "/download":
      return {
        status: 200,
        headers: { "content-type": "text/csv" },
        body: "head\n",
        chunks: pieces(
          Number(parameters.get("times")),
          Number(parameters.get("bytes")),
          Number(parameters.get("fails_at") ?? -1),
        ),
      };
    case "/unread":
      return json(401, "unread");
    default:
      await wait(Number(parameters.get("wait_milliseconds") ?? 0));
      return json(200, await describe(request));
  }
}

async function describe(request: HttpRequest): Promise<unknown> {
  return {
    method: request.method,
    path: request.path,
    query: request.query,
    remote_address: request.remoteAddress,
    probe: request.header("x-probe"),
    user_agent: request.header("user-agent"),
    body: (await request.body()).toString("latin1"),
  };
}

/** Yields a number of pieces of equal size, as fast as they are read. */
async function* pieces(times: number, bytes: number, failsAt: number): AsyncGenerator<string> {
  try {
    for (let piece = 0; piece < times; piece += 1) {
      if (piece === failsAt) throw new Error("no more");
      events.push(`piece ${piece}`);
      yield "x".repeat(bytes);
    }
  } finally {
    events.push("pieces are over");
  }
}

/**
 * Returns a response that stays open: it sends a number of bytes at this interval, a number of
 * times.
 */
function ticking(bytes: number, every_milliseconds: number, times: number): HttpResponse {
  return {
    status: 200,
    headers: { "content-type": "text/event-stream" },
    body: "begun\n",
    stream(client) {
      let left = times;
      const tick = () => {
        if (left === 0) client.end();
        left -= 1;
        client.write(`tick${"x".repeat(bytes)}\n`);
      };
      const timer = setInterval(tick, every_milliseconds);
      tick();
      return () => {
        clearInterval(timer);
        events.push("/stream over");
      };
    },
  };
}

function json(status: number, value: unknown): HttpResponse {
  const headers = { "content-type": "application/json; charset=utf-8" };
  return { status, headers, body: JSON.stringify(value) };
}

async function dispatch(request: HttpRequest): Promise<HttpResponse> {
  try {
    const response = await respond(request);
    events.push(`${request.path} answered`);
    return response;
  } catch (error) {
    events.push(`${request.path} ${error instanceof RequestAborted ? "aborted" : String(error)}`);
    return errorResponse(
      error instanceof GatewayError ? error : new GatewayError("internal_error"),
    );
  }
}

const remember = (...words: unknown[]): void => void events.push(`log ${String(words.at(-1))}`);
const options: ListenOptions = {
  transport: transport as ListenOptions["transport"],
  host: host ?? "127.0.0.1",
  port: Number(port),
  log: { debug: () => {}, info: remember, warn: remember, error: remember },
};

try {
  const listener = await listen(dispatch, options);
  process.send?.({ port: listener.port });
  process.on("message", async () => {
    await listener.close();
    process.disconnect();
  });
} catch (error) {
  process.send?.({ failure: String(error) }, () => process.disconnect());
}
