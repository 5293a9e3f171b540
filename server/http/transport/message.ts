/** What a listener hands to the application and gets back. Nothing here knows node:http or uWebSockets.js. */

export interface HttpRequest {
  /** As it came: methods are case-sensitive (RFC 9110, section 9.1), so `get` is none of ours. */
  readonly method: string;
  /** As it came: percent-encoded, beginning with "/", without the query. */
  readonly path: string;
  /** As it came, without the "?"; empty when there is none. */
  readonly query: string;
  /** The socket's peer address, or the one that a trusted proxy names (client-address.ts). */
  readonly remoteAddress: string;
  /** A header by its lower-case name; repeated headers are joined with ", ". */
  header(name: string): string | undefined;
  /**
   * The whole body, read when first asked for.
   * Rejects with `bad_request` (413) past `limits.bodyBytes`, and with `RequestAborted` when the client leaves.
   */
  body(): Promise<Buffer>;
}

export interface HttpResponse {
  readonly status: number;
  /** By their lower-case names. `set-cookie` may hold several, one a line (RFC 6265, section 3: they cannot be joined). */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array;
  /**
   * For an answer that goes on after `body`, such as server-sent events: called once the headers are on their way.
   * What it returns is called when the stream is over, whoever ended it.
   */
  readonly stream?: (client: StreamClient) => () => void;
  /** For an answer too long to be held, which follows `body` at the reader's pace. */
  readonly chunks?: AsyncIterable<string>;
}

/** The reader of an answer that goes on. Both functions do nothing once the stream is over. */
export interface StreamClient {
  /** Cuts the connection of a reader who has left more than `limits.streamUnreadBytes` unread. */
  write(text: string): void;
  end(): void;
}

/** The whole application as a function. Never rejects. */
export type Dispatch = (request: HttpRequest) => Promise<HttpResponse>;

/** The client closed the connection before its request was complete: there is nobody to answer. */
export class RequestAborted extends Error {
  override readonly name = "RequestAborted";
}
