import type { Logger } from "pino";
import { GatewayError } from "../../contract/errors.ts";
import { limits } from "../../contract/limits.ts";
import type { BodyRoom } from "./body-room.ts";
import type { TrustedProxies } from "./client-address.ts";
import type { IncomingBody } from "./incoming-body.ts";
import { jsonHeaders, type Dispatch, type HttpRequest, type HttpResponse } from "./message.ts";

/** The parts that the two listeners share. */

export interface Listener {
  readonly transport: "node" | "uws";
  readonly port: number;
  /** From now on, each response ends its connection. New connections are still served. */
  drain(): void;
  /** Refuses new connections, and gives requests in flight at most `limits.closeMilliseconds` to finish. */
  close(): Promise<void>;
}

export interface ListenerOptions {
  readonly host: string;
  /** 0 chooses any free port. */
  readonly port: number;
  /** The proxies whose X-Forwarded-For is trusted. The default is none. */
  readonly trustedProxies?: TrustedProxies;
  /** The listeners of one process share the room for bodies, so that its bounds apply to all of them together. */
  readonly room?: BodyRoom;
  readonly log: Pick<Logger, "info" | "warn" | "error">;
}

/** Writes the response. Closes the connection afterwards if it must not carry another request. */
export type Send = (response: HttpResponse, keepAlive: boolean) => void;

/** Calls the application and sends its response. Never rejects. */
export async function answer(
  dispatch: Dispatch,
  request: HttpRequest,
  body: IncomingBody | undefined,
  send: Send,
  log: ListenerOptions["log"],
): Promise<void> {
  try {
    const response = await dispatch(request);
    send(response, body === undefined || (await body.settle()));
  } catch (error) {
    body?.discard();
    // A fault of Tepat, such as a header value that HTTP cannot carry, fails one request and not the process. The
    // path is not logged, because a forwarder's path contains its device's token.
    log.error({ err: error }, "a response could not be written");
    send(errorResponse(new GatewayError("internal_error")), false);
  }
}

/** The reader of a long response, at its own pace. */
export interface Downstream {
  /** Resolves with true when the reader has taken the piece, and with false when the reader has gone. */
  pass(piece: string | Uint8Array): Promise<boolean>;
  end(): void;
  /** Closes the connection before the response's end, so that the reader notices that something is missing. */
  cut(): void;
}

/** Writes a long response piece by piece. Never rejects. */
export async function pour(
  chunks: AsyncIterable<string | Uint8Array>,
  downstream: Downstream,
  log: ListenerOptions["log"],
): Promise<void> {
  try {
    for await (const chunk of chunks) if (!(await downstream.pass(chunk))) return;
    downstream.end();
  } catch (error) {
    log.error({ err: error }, "a response broke off");
    downstream.cut();
  }
}

/** Resolves with the value that `settle` receives, or with false if the reader takes nothing for too long. */
export function whenTaken(begin: (settle: (isTaken: boolean) => void) => void): Promise<boolean> {
  return new Promise((resolve) => {
    const deadline = setTimeout(resolve, limits.readerMilliseconds, false);
    begin((isTaken) => {
      clearTimeout(deadline);
      resolve(isTaken);
    });
  });
}

export const malformedRequest = new GatewayError("bad_request", {
  message: "This is not a valid HTTP request. Check the request line and the headers.",
});

export const headersTooLarge = new GatewayError("bad_request", {
  status: 431,
  message: `The header section has more than ${limits.headerBytes} bytes or ${limits.headerCount} fields. Send fewer or shorter headers.`,
});

/** Creates the response to a request that the application did not answer. */
export function errorResponse(error: GatewayError): HttpResponse & { readonly body: string } {
  return {
    status: error.status,
    headers: jsonHeaders,
    body: JSON.stringify({ success: false, code: error.code, message: error.message }),
  };
}

/**
 * Returns an error that explains why the listener cannot listen. Without the explanation, a wrong HOST would look
 * like a wrong name of the database.
 */
export function listenProblem(cause: unknown, { host, port }: ListenerOptions): unknown {
  const { code = "" } = cause as NodeJS.ErrnoException;
  if (code === "EADDRINUSE") return portTaken(host, port);
  if (!noSuchAddress.has(code)) return cause;
  const message = `Tepat cannot listen on ${host}.`;
  return Object.assign(new Error(message, { cause }), { code: "EADDRNOTAVAIL" });
}

const noSuchAddress = new Set(["EADDRNOTAVAIL", "ENOTFOUND", "EAI_AGAIN", "EAFNOSUPPORT"]);

export function portTaken(host: string, port: number): Error {
  const message = `Tepat cannot listen on port ${port} of ${host}.`;
  return Object.assign(new Error(message), { code: "EADDRINUSE" });
}

/** Lists the headers one by one, with a header for each cookie. */
export function headerLines(headers: HttpResponse["headers"]): [name: string, value: string][] {
  if (headers["set-cookie"] === undefined) return Object.entries(headers);
  const { "set-cookie": cookies, ...others } = headers;
  const cookieLines = cookies.split("\n").map((cookie): [string, string] => ["set-cookie", cookie]);
  return [...Object.entries(others), ...cookieLines];
}

/** RFC 9110, section 15: these responses have no content, and 204 must not announce a length (8.6). */
export function hasNoContent(status: number): boolean {
  return status === 204 || status === 304;
}

/** A response to HEAD announces the length that GET would have, or none (RFC 9110, section 9.3.2). */
export const hasUnknownLength = ({ stream, chunks }: HttpResponse): boolean =>
  stream !== undefined || chunks !== undefined;
