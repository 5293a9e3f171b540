import { once } from "node:events";
import { createServer } from "node:net";
import { METHODS, STATUS_CODES, validateHeaderValue } from "node:http";
import type * as Uws from "uWebSockets.js";
import type { GatewayError } from "../../contract/errors.ts";
import { limits } from "../../contract/limits.ts";
import { clientNetwork } from "../../domain/base/client-network.ts";
import { createBodyRoom } from "./body-room.ts";
import { clientAddress, peerAddress } from "./client-address.ts";
import { IncomingBody, noBody } from "./incoming-body.ts";
import {
  answer,
  hasNoContent,
  hasUnknownLength,
  headerLines,
  headersTooLarge,
  malformedRequest,
  listenProblem,
  portTaken,
  pour,
  errorResponse,
  whenTaken,
  type Downstream,
  type Listener,
  type ListenerOptions,
  type Send,
} from "./listener.ts";
import type { Dispatch, HttpRequest, HttpResponse, StreamClient } from "./message.ts";

declare module "uWebSockets.js" {
  interface TemplatedApp {
    /** The method exists, but the package's types lack it. */
    listen(
      host: string,
      port: number,
      options: number,
      callback: (socket: us_listen_socket | false) => void,
    ): TemplatedApp;
  }
}

/**
 * LIBUS_LISTEN_EXCLUSIVE_PORT. Without this option, a second server on the port would silently get half of the
 * connections.
 */
const exclusivePort = 1;

/** Loads the binary. Rejects on systems without glibc 2.38, which the binary needs. */
export function loadUws(): Promise<typeof Uws> {
  // The binary reads this variable once, while it loads. The binary's default of 4 kB refuses valid requests with
  // long cookies. Between our limit and this one, Tepat refuses with the envelope. Beyond it, the binary sends its
  // own response.
  process.env["UWS_HTTP_MAX_HEADERS_SIZE"] = String(2 * limits.headerBytes);
  return import("uWebSockets.js");
}

export async function listenWithUws(
  dispatch: Dispatch,
  options: ListenerOptions,
): Promise<Listener> {
  const uws = await loadUws();
  const app = uws.App();
  const streams = new Set<StreamClient>();
  const room = options.room ?? createBodyRoom();
  let requestsInFlight = 0;
  let isDraining = false;
  let stopWaiting: (() => void) | undefined;

  app.any("/*", (response, incoming) => {
    let isOver = false; // the request has its response or its client has gone; using `response` would then throw
    let abandonStream: (() => void) | undefined;
    const send: Send = (answered, keepAlive) => {
      if (isOver) return;
      const isLast = !keepAlive || isChunked || isDraining || stopWaiting !== undefined;
      const isHead = request.method === "HEAD";
      if (isHead && hasUnknownLength(answered)) writeHeadAlone(response, answered, isLast);
      else if (answered.stream) {
        const { client, abandon } = stream(response, answered, streams);
        abandonStream = abandon;
        if (stopWaiting !== undefined) client.end();
      } else if (answered.chunks) {
        const { downstream, abandon } = downstreamOf(response, answered);
        abandonStream = abandon;
        void pour(answered.chunks, downstream, options.log);
      } else write(response, answered, isHead, isLast);
      isOver = true;
    };
    // `incoming` is invalid after this function returns. Body bytes without a listener by then are lost.
    const headers = readHeaders(incoming);
    const isChunked = headers.has("transfer-encoding");
    const remoteAddress = addressOf(response, headers, options);
    const body = hasBody(headers)
      ? new IncomingBody(headers.get("content-length"), room, clientNetwork(remoteAddress))
      : undefined;
    if (body) receiveBody(response, body, () => isOver || response.close());
    const request = readRequest(incoming, { headers, remoteAddress, body });
    response.onAborted(() => {
      isOver = true;
      body?.abort();
      abandonStream?.();
    });
    const refusal = refusalOfHead(request, headers);
    if (refusal) {
      body?.discard();
      setImmediate(send, errorResponse(refusal), false);
      return;
    }
    requestsInFlight += 1;
    const serve = () =>
      void answer(dispatch, request, body, send, options.log).then(() => {
        requestsInFlight -= 1;
        if (requestsInFlight === 0) stopWaiting?.();
      });
    if (isChunked) setImmediate(serve);
    else serve();
  });

  const socket = await open(app, options);
  return {
    transport: "uws",
    port: uws.us_socket_local_port(socket),
    drain: () => {
      isDraining = true;
    },
    close: async () => {
      uws.us_listen_socket_close(socket);
      const { promise: idle, resolve } = Promise.withResolvers<void>();
      stopWaiting = resolve;
      for (const client of streams) client.end();
      const deadline = setTimeout(resolve, limits.closeMilliseconds);
      if (requestsInFlight > 0) await idle;
      clearTimeout(deadline);
      app.close(); // closes connections that wait for another request
    },
  };
}

async function open(
  app: Uws.TemplatedApp,
  options: ListenerOptions,
): Promise<Uws.us_listen_socket> {
  const { host, port } = options;
  const socket = await new Promise<Uws.us_listen_socket | false>((resolve) => {
    app.listen(host, port, exclusivePort, resolve);
  });
  if (socket === false) throw await refusalOf(options);
  return socket;
}

/** Returns the reason why the port cannot be opened. The library gives no reason, so Node.js tries the port. */
async function refusalOf(options: ListenerOptions): Promise<unknown> {
  const probe = createServer();
  try {
    probe.listen(options.port, options.host);
    await once(probe, "listening");
    return portTaken(options.host, options.port);
  } catch (cause) {
    return listenProblem(cause, options);
  } finally {
    probe.close();
  }
}

function readHeaders(incoming: Uws.HttpRequest): Map<string, string> {
  const headers = new Map<string, string>();
  incoming.forEach((name, value) => {
    const earlier = headers.get(name);
    headers.set(name, earlier === undefined ? value : `${earlier}, ${value}`);
  });
  return headers;
}

/** Returns the refusal that the head of a request alone requires, if there is one. */
function refusalOfHead(
  { method, path, query }: HttpRequest,
  headers: Map<string, string>,
): GatewayError | undefined {
  let bytes = method.length + path.length + query.length;
  for (const [name, value] of headers) bytes += name.length + value.length + ": \r\n".length;
  if (bytes > limits.headerBytes) return headersTooLarge;
  const isChunked = headers.has("transfer-encoding");
  const isWell =
    isMethod(method) && !hasDoubtfulLength(headers) && !(isChunked && isReading(method));
  return isWell ? undefined : malformedRequest;
}

/**
 * Returns whether a proxy and Tepat might disagree on the end of a body. A stranger's bytes would then become the
 * next customer's request (RFC 9112, section 11.2). uWebSockets.js uses the first of two lengths. It treats an
 * empty length as none, and any transfer coding as chunks. uWebSockets.js also accepts broken chunks, so nothing that
 * follows a chunked body is served.
 *
 * A response in a later turn of the event loop guarantees this. Requests that arrived together with the body are
 * parsed before that turn, and a second request before the first response closes the connection.
 */
function hasDoubtfulLength(headers: Map<string, string>): boolean {
  const coding = headers.get("transfer-encoding") ?? "chunked";
  return !/^\d+$/.test(headers.get("content-length") ?? "0") || coding.toLowerCase() !== "chunked";
}

/**
 * Responses to these methods can be streams, tables or headers without a body. uWebSockets.js cannot close the
 * connection after such a response without writing into it, so a request behind a chunked body would be served. A
 * server is allowed to refuse a body here (RFC 9110, section 9.3.1), and no client of ours sends one.
 */
const isReading = (method: string): boolean => ["GET", "HEAD", "OPTIONS"].includes(method);

/**
 * The methods of node:http, whose parser accepts no others. uWebSockets.js accepts any word as a method, so a
 * key sent as the method could reach the log.
 */
const isMethod = (text: string): boolean => METHODS.includes(text);

function addressOf(
  response: Uws.HttpResponse,
  headers: Map<string, string>,
  { trustedProxies }: ListenerOptions,
): string {
  const remoteAddress = peerAddress(Buffer.from(response.getRemoteAddressAsText()).toString());
  return clientAddress({ remoteAddress, header: (name) => headers.get(name) }, trustedProxies);
}

const hasBody = (headers: Map<string, string>): boolean =>
  headers.has("content-length") || headers.has("transfer-encoding");

function receiveBody(response: Uws.HttpResponse, body: IncomingBody, giveUp: () => void): void {
  // uWebSockets.js itself allows about 30 s for the headers, and any time for a body at 16 kB/s or more (measured,
  // 20.57.0).
  const deadline = setTimeout(giveUp, limits.requestMilliseconds).unref();
  response.onData((bytes, isLast) => {
    body.push(new Uint8Array(bytes));
    if (!isLast) return;
    clearTimeout(deadline);
    body.end();
  });
}

function readRequest(
  incoming: Uws.HttpRequest,
  {
    headers,
    remoteAddress,
    body,
  }: {
    headers: Map<string, string>;
    remoteAddress: string;
    body: IncomingBody | undefined;
  },
): HttpRequest {
  return {
    method: incoming.getCaseSensitiveMethod(),
    path: incoming.getUrl(),
    query: incoming.getQuery() || "", // undefined without a "?", although the types say otherwise
    remoteAddress,
    header: (name) => headers.get(name),
    body: () => body?.read() ?? noBody,
  };
}

function write(
  response: Uws.HttpResponse,
  { status, headers, body }: HttpResponse,
  isHead: boolean,
  isLast: boolean,
): void {
  requireValidHeaders(headers);
  response.cork(() => {
    writeHead(response, status, headers);
    if (hasNoContent(status)) {
      if (isLast) response.writeHeader("Connection", "close");
      response.endWithoutBody(); // with an argument, this method would write a Content-Length
    } else if (isHead) response.endWithoutBody(Buffer.byteLength(body), isLast);
    else response.end(body, isLast);
  });
}

function writeHeadAlone(
  response: Uws.HttpResponse,
  { status, headers }: HttpResponse,
  isLast: boolean,
): void {
  requireValidHeaders(headers);
  response.cork(() => {
    writeHead(response, status, headers);
    if (isLast) response.writeHeader("Connection", "close");
    response.endWithoutBody();
  });
}

/**
 * Throws for a value that HTTP cannot carry. uWebSockets.js writes any value, and a line break would begin a header
 * of the client's choice.
 */
function requireValidHeaders(headers: HttpResponse["headers"]): void {
  for (const [name, value] of headerLines(headers)) validateHeaderValue(name, value);
}

function writeHead(
  response: Uws.HttpResponse,
  status: number,
  headers: HttpResponse["headers"],
): void {
  response.writeStatus(`${status} ${STATUS_CODES[status]}`);
  for (const [name, value] of headerLines(headers)) response.writeHeader(name, value);
}

/** Sends a chunked response, because the length is unknown. `abandon` is called when the client has gone. */
function stream(
  response: Uws.HttpResponse,
  { status, headers, body, stream: start }: HttpResponse,
  streams: Set<StreamClient>,
): { client: StreamClient; abandon: () => void } {
  requireValidHeaders(headers);
  let isOver = false;
  let unreadBytes = 0;
  let finish: (() => void) | undefined;
  response.onWritable(() => {
    unreadBytes = 0;
    return true;
  });
  response.cork(() => {
    writeHead(response, status, headers);
    response.write(body);
  });
  const abandon = () => {
    isOver = true;
    streams.delete(client);
    finish?.();
  };
  const client: StreamClient = {
    write(text) {
      if (isOver) return;
      response.cork(() => {
        unreadBytes = response.write(text) ? 0 : unreadBytes + Buffer.byteLength(text);
      });
      if (unreadBytes > limits.streamUnreadBytes) response.close(); // the library reports this as an abort
    },
    end() {
      if (isOver) return;
      response.cork(() => response.end());
      abandon();
    },
  };
  streams.add(client);
  finish = start?.(client);
  if (isOver) finish?.(); // the response had already ended
  return { client, abandon };
}

/** Sends a chunked response at the reader's pace. `abandon` is called when the client has gone. */
function downstreamOf(
  response: Uws.HttpResponse,
  { status, headers, body }: HttpResponse,
): { downstream: Downstream; abandon: () => void } {
  requireValidHeaders(headers);
  let isOver = false;
  let settle: ((isTaken: boolean) => void) | undefined;
  response.onWritable(() => {
    settle?.(true);
    return true;
  });
  response.cork(() => {
    writeHead(response, status, headers);
    response.write(body);
  });
  const cut = () => {
    if (!isOver) response.close(); // the library reports this as an abort
  };
  const downstream: Downstream = {
    async pass(text) {
      if (isOver) return false;
      const isTaken = await whenTaken((taken) => {
        settle = taken;
        response.cork(() => {
          if (response.write(text)) taken(true);
        });
      });
      if (!isTaken) cut();
      return isTaken;
    },
    end() {
      if (isOver) return;
      isOver = true;
      response.cork(() => response.end());
    },
    cut,
  };
  const abandon = () => {
    isOver = true;
    settle?.(false);
  };
  return { downstream, abandon };
}
