/**
 * The messages that a listener passes to the application and gets back. Nothing here depends on node:http or
 * uWebSockets.js.
 */

export interface HttpRequest {
  /** The method as it came. Methods are case-sensitive (RFC 9110, section 9.1), so `get` is unknown. */
  readonly method: string;
  /** The path as it came: percent-encoded, beginning with "/", without the query. */
  readonly path: string;
  /** The query as it came, without the "?"; empty when there is none. */
  readonly query: string;
  /** The socket's peer address, or the one that a trusted proxy names (client-address.ts). */
  readonly remoteAddress: string;
  /** Returns a header by its lower-case name; repeated headers are joined with ", ". */
  header(name: string): string | undefined;
  /**
   * The whole body, read when first asked for.
   * Rejects with `bad_request` (413) past `limits.bodyBytes`, and with `RequestAborted` when the client leaves.
   */
  body(): Promise<Buffer>;
}

export interface HttpResponse {
  readonly status: number;
  /**
   * The headers by their lower-case names. `set-cookie` can contain several, one in each line (RFC 6265, section 3:
   * they cannot be joined).
   */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array;
  /**
   * For a response that continues after `body`, such as server-sent events. It is called when the headers are sent. It
   * returns a function that is called when the stream ends, whichever side ends it.
   */
  readonly stream?: (client: StreamClient) => () => void;
  /** For an answer that is too long to hold in memory. It follows `body` at the reader's pace. */
  readonly chunks?: AsyncIterable<string | Uint8Array>;
}

/** The headers of every JSON answer. An answer of another type overwrites `content-type`. */
export const jsonHeaders = {
  "content-type": "application/json; charset=utf-8",
  "cache-control": "no-store",
  "x-content-type-options": "nosniff",
};

/** The reader of an answer that stays open. Both functions do nothing once the stream has ended. */
export interface StreamClient {
  /** Writes a text. Ends the connection of a reader who has left more than `limits.streamUnreadBytes` unread. */
  write(text: string): void;
  end(): void;
}

/** The whole application as a function. It never rejects. */
export type Dispatch = (request: HttpRequest) => Promise<HttpResponse>;

/** The client closed the connection before its request was complete, so there is no client to answer. */
export class RequestAborted extends Error {
  override readonly name = "RequestAborted";
}
