import ipaddr from "ipaddr.js";
import type { Logger } from "pino";
import { GatewayError } from "../../contract/errors.ts";
import { limits } from "../../contract/limits.ts";
import type { TrustedProxies } from "./client-address.ts";
import type { IncomingBody } from "./incoming-body.ts";
import type { Dispatch, HttpRequest, HttpResponse } from "./message.ts";

/** What the two listeners have in common. */

export interface Listener {
  readonly transport: "node" | "uws";
  readonly port: number;
  /** Refuses new connections, lets requests in flight be answered for at most `limits.closeMilliseconds`. */
  close(): Promise<void>;
}

export interface ListenerOptions {
  readonly host: string;
  /** 0 takes any free port. */
  readonly port: number;
  /** Who may say for whom a request comes. Without it nobody. */
  readonly trustedProxies?: TrustedProxies;
  readonly log: Pick<Logger, "info" | "warn" | "error">;
}

/** Writes the answer; closes the connection after it unless it may carry another request. */
export type Send = (response: HttpResponse, keepAlive: boolean) => void;

/** Takes one request from the application's answer to the wire. Never rejects. */
export async function answer(
  dispatch: Dispatch,
  request: HttpRequest,
  body: IncomingBody | undefined,
  send: Send,
  log: ListenerOptions["log"],
): Promise<void> {
  try {
    const response = await dispatch(request).finally(() => body?.discard());
    send(response, body === undefined || (await body.settle()));
  } catch (error) {
    // Our own mistake, such as a header value that HTTP cannot carry: one request fails, not the process.
    // Without the path: a forwarder's carries its device's token.
    log.error({ err: error }, "a response could not be written");
    send(errorResponse(new GatewayError("internal_error")), false);
  }
}

/** A reader who takes what is written at its own pace. */
export interface Downstream {
  /** Resolves when the reader has taken it: false when nobody takes it any more. */
  pass(text: string): Promise<boolean>;
  end(): void;
  /** Without an end, so that the reader notices that something is missing. */
  cut(): void;
}

/** Never rejects. */
export async function pour(
  chunks: AsyncIterable<string>,
  downstream: Downstream,
  log: ListenerOptions["log"],
): Promise<void> {
  try {
    for await (const chunk of chunks) if (!(await downstream.pass(chunk))) return;
    downstream.end();
  } catch (error) {
    log.error({ err: error }, "an answer broke off");
    downstream.cut();
  }
}

/** Settles with what `settle` was given, or with false when the reader takes nothing for too long. */
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
  message: "This is not a valid HTTP request.",
});

/** The answer to a request that the application never sees. */
export function errorResponse(error: GatewayError): HttpResponse & { readonly body: string } {
  return {
    status: error.status,
    headers: {
      "content-type": "application/json; charset=utf-8",
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
    },
    body: JSON.stringify({ success: false, code: error.code, message: error.message }),
  };
}

export function portTaken(host: string, port: number): Error {
  const message = `Cannot listen on port ${port} of ${host}: another program is using it. Stop that program or choose another port.`;
  return Object.assign(new Error(message), { code: "EADDRINUSE" });
}

/** Each header as it is written. */
export function headerLines(headers: HttpResponse["headers"]): [name: string, value: string][] {
  if (headers["set-cookie"] === undefined) return Object.entries(headers);
  const { "set-cookie": cookies, ...others } = headers;
  const cookieLines = cookies.split("\n").map((cookie): [string, string] => ["set-cookie", cookie]);
  return [...Object.entries(others), ...cookieLines];
}

/** RFC 9110, section 15: these answers have no content, and 204 must not announce a length either (8.6). */
export function hasNoContent(status: number): boolean {
  return status === 204 || status === 304;
}

/** HEAD has the length that GET has, or says nothing of it (RFC 9110, section 9.3.2). */
export const hasUnknownLength = ({ stream, chunks }: HttpResponse): boolean =>
  stream !== undefined || chunks !== undefined;

/** One spelling for each peer, since rates are counted by it: `::ffff:192.0.2.1` and `192.0.2.1` are the same. */
export function peerAddress(text: string): string {
  return text.includes(":") ? ipaddr.process(text).toString() : text;
}
