/** The messages between a listener and the application. Nothing here depends on node:http or uWebSockets.js. */

export interface HttpRequest {
  /** The method as received. Methods are case-sensitive (RFC 9110, section 9.1), so `get` is unknown. */
  readonly method: string;
  /** The path as received: percent-encoded, beginning with "/", without the query. */
  readonly path: string;
  /** The query as received, without the "?"; empty if there is none. */
  readonly query: string;
  /** The socket's peer address, or the client address that a trusted proxy names (client-address.ts). */
  readonly remoteAddress: string;
  /** Returns a header by its lower-case name. Repeated headers are joined with ", ". */
  header(name: string): string | undefined;
  /**
   * Returns the whole body, which is read at the first call. Rejects with `bad_request` (413) past
   * `limits.bodyBytes`, and with `RequestAborted` if the client leaves.
   */
  body(): Promise<Buffer>;
}

export interface HttpResponse {
  readonly status: number;
  /**
   * The headers by their lower-case names. `set-cookie` can hold several cookies, one in each line (RFC 6265, section
   * 3: cookies cannot be joined).
   */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array;
  /**
   * Continues a response after `body`, as for server-sent events. Called when the headers are sent. Returns a function
   * that is called when either side ends the stream.
   */
  readonly stream?: (client: StreamClient) => () => void;
  /** The rest of a response that is too long to hold in memory. The pieces follow `body` at the reader's pace. */
  readonly chunks?: AsyncIterable<string | Uint8Array>;
}

/** The headers of every JSON response. A response of another type overrides `content-type`. */
export const jsonHeaders = {
  "content-type": "application/json; charset=utf-8",
  "cache-control": "no-store",
  "x-content-type-options": "nosniff",
};

/** The reader of a response that stays open. Both functions do nothing once the stream has ended. */
export interface StreamClient {
  /** Writes a text. Closes the connection of a reader that has left more than `limits.streamUnreadBytes` unread. */
  write(text: string): void;
  end(): void;
}

/** The whole application as a function. It never rejects. */
export type Dispatch = (request: HttpRequest) => Promise<HttpResponse>;

/** The client closed the connection before its request was complete, so there is no client to respond to. */
export class RequestAborted extends Error {
  override readonly name = "RequestAborted";
}
