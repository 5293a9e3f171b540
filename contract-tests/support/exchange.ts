/** A request of a test, and its response. */

export interface Request {
  method: string;
  /** The percent-encoded path with its query. */
  path: string;
  headers?: Record<string, string>;
  /** The value to send as JSON, unless there is a `body`. */
  json?: unknown;
  body?: string | Uint8Array<ArrayBuffer>;
}

export interface Answer {
  status: number;
  headers: Headers;
  text: string;
  body: Envelope;
  /** The sender of the request. */
  via: "http" | "sdk";
}

/** The envelope of a response (specification, section 1). */
export interface Envelope {
  success: boolean;
  message: string;
  data?: unknown;
  pagination?: Pagination;
  code?: string;
  errors?: Record<string, string>;
  /** Codes for the dashboard's pages, which have their own texts. */
  problems?: unknown;
  reason?: unknown;
}

export interface Pagination {
  total: number;
  count: number;
  per_page: number;
  current_page: number;
  total_pages: number;
}
