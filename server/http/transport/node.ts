import { once } from "node:events";
import {
  createServer,
  STATUS_CODES,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type Server,
  type ServerResponse,
} from "node:http";
import type { AddressInfo } from "node:net";
import type { Duplex } from "node:stream";
import { GatewayError } from "../../contract/errors.ts";
import { limits } from "../../contract/limits.ts";
import { clientNetwork } from "../../domain/base/client-network.ts";
import { createBodyRoom, type BodyRoom } from "./body-room.ts";
import { clientAddress, peerAddress } from "./client-address.ts";
import { IncomingBody, noBody } from "./incoming-body.ts";
import {
  answer,
  hasNoContent,
  hasUnknownLength,
  headersTooLarge,
  malformedRequest,
  listenProblem,
  pour,
  errorResponse,
  whenTaken,
  type Downstream,
  type Listener,
  type ListenerOptions,
  type Send,
} from "./listener.ts";
import type { Dispatch, HttpRequest, HttpResponse, StreamClient } from "./message.ts";

/**
 * The interval between checks for slow connections. The time limits are shortened by this interval, so that they
 * hold.
 */
const sweepMilliseconds = 1_000;

const serverOptions = {
  maxHeaderSize: limits.headerBytes,
  headersTimeout: limits.headerMilliseconds - sweepMilliseconds,
  requestTimeout: limits.requestMilliseconds - sweepMilliseconds,
  connectionsCheckingInterval: sweepMilliseconds,
  keepAliveTimeout: limits.keepAliveMilliseconds,
  // node:http would refuse such a request without the error envelope, so `readRequest` checks the header.
  requireHostHeader: false,
  optimizeEmptyRequests: true,
};

export async function listenWithNode(
  dispatch: Dispatch,
  options: ListenerOptions,
): Promise<Listener> {
  let isDraining = false;
  let isClosing = false;
  const streams = new Set<StreamClient>();
  const room = options.room ?? createBodyRoom();
  /**
   * Connections on which an unreadable request was refused. The bytes that follow might not be a request of the
   * client.
   */
  const refused = new WeakSet<object>();
  const handle = (message: IncomingMessage, response: ServerResponse): void => {
    const send: Send = (answered, keepAlive) => {
      if (response.destroyed) return; // the client has gone
      if (!keepAlive || isDraining || isClosing) response.shouldKeepAlive = false;
      if (message.method === "HEAD" && hasUnknownLength(answered)) {
        response.writeHead(answered.status, fieldsOf(answered.headers)).end();
      } else if (answered.stream) {
        const client = stream(response, answered, streams);
        if (isClosing) client.end();
      } else if (answered.chunks) {
        void pour(answered.chunks, downstreamOf(response, answered), options.log);
      } else write(response, answered);
    };
    if (refused.has(message.socket)) return;
    const header = (name: string) => message.headersDistinct[name]?.join(", ");
    const peer = { remoteAddress: peerAddress(message.socket.remoteAddress ?? ""), header };
    const remoteAddress = clientAddress(peer, options.trustedProxies);
    const body = receiveBody(message, room, remoteAddress);
    const request = readRequest(message, remoteAddress, header, body);
    if (request instanceof GatewayError) {
      refused.add(message.socket);
      body?.discard();
      send(errorResponse(request), false);
    } else void answer(dispatch, request, body, send, options.log);
  };
  const server = createServer(serverOptions, handle)
    // An expectation other than 100-continue is ignored, because refusing it is optional (RFC 9110, 10.1.1).
    .on("checkExpectation", handle)
    .on("clientError", refuseMalformed);
  // A client that has sent its request and closed its side still reads the response. The types lack this property.
  Object.assign(server, { httpAllowHalfOpen: true });
  server.maxHeadersCount = 0; // otherwise node:http silently drops the headers beyond its maximum
  await open(server, options);
  return {
    transport: "node",
    port: (server.address() as AddressInfo).port,
    drain: () => {
      isDraining = true;
    },
    close: () => {
      isClosing = true;
      for (const client of streams) client.end();
      return close(server);
    },
  };
}

async function open(server: Server, options: ListenerOptions): Promise<void> {
  try {
    server.listen(options.port, options.host);
    await once(server, "listening");
  } catch (error) {
    throw listenProblem(error, options);
  }
}

async function close(server: Server): Promise<void> {
  const deadline = setTimeout(() => server.closeAllConnections(), limits.closeMilliseconds);
  await new Promise((resolve) => server.close(resolve));
  clearTimeout(deadline);
}

function receiveBody(
  message: IncomingMessage,
  room: BodyRoom,
  remoteAddress: string,
): IncomingBody | undefined {
  // node:http has already refused a request with two lengths.
  const contentLength = message.headersDistinct["content-length"]?.[0];
  if (contentLength === undefined && !message.headersDistinct["transfer-encoding"]) return;
  const body = new IncomingBody(contentLength, room, clientNetwork(remoteAddress));
  message
    .on("data", (bytes: Buffer) => body.push(bytes))
    .on("end", () => body.end())
    .on("close", () => body.abort());
  return body;
}

function readRequest(
  message: IncomingMessage,
  remoteAddress: string,
  header: HttpRequest["header"],
  body: IncomingBody | undefined,
): HttpRequest | GatewayError {
  if (message.rawHeaders.length > 2 * limits.headerCount) return headersTooLarge;
  // RFC 9112, section 3.2: a request in HTTP/1.1 names its host exactly once.
  const hosts = message.headersDistinct["host"];
  if (message.httpVersion === "1.1" && hosts?.length !== 1) return malformedRequest;
  // RFC 9112, section 6.1: a client of HTTP/1.0 does not know chunks, and an HTTP/1.0 proxy might forward them in any
  // way.
  if (message.httpVersion === "1.0" && message.headersDistinct["transfer-encoding"]) {
    return malformedRequest;
  }
  const target = splitTarget(message.url ?? "");
  if (target === undefined) return malformedRequest;
  return {
    method: message.method ?? "",
    path: target.path,
    query: target.query,
    remoteAddress,
    header,
    body: () => body?.read() ?? noBody,
  };
}

/** Parses the origin form, or the absolute form that proxies send and servers must accept (RFC 9112, section 3.2.2). */
function splitTarget(url: string): { path: string; query: string } | undefined {
  const target = url.startsWith("/") ? url : /^https?:\/\/[^/?#]+(.*)$/i.exec(url)?.[1];
  if (target === undefined) return;
  const mark = target.indexOf("?");
  const path = mark === -1 ? target : target.slice(0, mark);
  return { path: path || "/", query: mark === -1 ? "" : target.slice(mark + 1) };
}

function write(response: ServerResponse, { status, headers, body }: HttpResponse): void {
  const fields = fieldsOf(headers);
  if (hasNoContent(status)) response.writeHead(status, fields).end();
  else {
    const length = Buffer.byteLength(body);
    response.writeHead(status, { ...fields, "content-length": length }).end(body);
  }
}

function fieldsOf(headers: HttpResponse["headers"]): OutgoingHttpHeaders {
  const cookies = headers["set-cookie"];
  return cookies === undefined ? headers : { ...headers, "set-cookie": cookies.split("\n") };
}

/** Sends a chunked response, because the length is unknown. */
function stream(
  response: ServerResponse,
  { status, headers, body, stream: start }: HttpResponse,
  streams: Set<StreamClient>,
): StreamClient {
  response.writeHead(status, headers).write(body);
  const client: StreamClient = {
    write(text) {
      if (response.writableEnded || response.destroyed) return;
      response.write(text);
      if (response.writableLength > limits.streamUnreadBytes) response.destroy();
    },
    end: () => void response.end(),
  };
  streams.add(client);
  const finish = start?.(client);
  // A complete response is still written to a client that has closed its side. An endless response is ended.
  response.socket?.once("end", () => response.destroy());
  response.once("close", () => {
    streams.delete(client);
    finish?.();
  });
  return client;
}

/** Sends a chunked response, and then closes the connection. */
function downstreamOf(
  response: ServerResponse,
  { status, headers, body }: HttpResponse,
): Downstream {
  response.shouldKeepAlive = false;
  response.writeHead(status, headers).write(body);
  return {
    async pass(text) {
      if (response.destroyed) return false;
      if (response.write(text)) return true;
      const isTaken = await whenTaken((settle) => {
        const finish = (hasDrained: boolean) => {
          response.off("drain", taken).off("close", gone);
          settle(hasDrained);
        };
        const taken = () => finish(true);
        const gone = () => finish(false);
        response.on("drain", taken).on("close", gone);
      });
      if (!isTaken) response.destroy();
      return isTaken;
    },
    end: () => void response.end(),
    cut: () => void response.destroy(),
  };
}

function refuseMalformed(error: NodeJS.ErrnoException, socket: Duplex): void {
  // The connection of a client that is too slow or gone is closed without a response, as in uWebSockets.js. Clients
  // then retry.
  if (!socket.writable || silentErrors.has(error.code ?? "")) {
    socket.destroy();
    return;
  }
  const { status, headers, body } = errorResponse(
    error.code === "HPE_HEADER_OVERFLOW" ? headersTooLarge : malformedRequest,
  );
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    `content-length: ${Buffer.byteLength(body)}`,
    "connection: close",
  ];
  socket.end(`${head.join("\r\n")}\r\n\r\n${body}`, () => socket.destroy());
}

const silentErrors = new Set(["ECONNRESET", "EPIPE", "ERR_HTTP_REQUEST_TIMEOUT"]);
