import { InvalidArgumentError } from "./errors.ts";
import type { RequestOptions } from "./options.ts";

/** The options of a request for which this SDK has no method. */
export interface RawRequestOptions extends RequestOptions {
  /** The query. Parameters that are undefined are omitted. */
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>> | undefined;
  /** The body, sent as JSON. */
  readonly body?: object | undefined;
  /**
   * The maximum number of retries, 0 to 3. Default: the client's setting, and 0 for a POST, because a second POST
   * might have a second effect.
   */
  readonly maxRetries?: number | undefined;
}

/**
 * The response to a raw request: the gateway's envelope, with `data` of the type that you specify.
 */
export interface RawAnswer<Data> {
  readonly success: true;
  readonly message: string;
  readonly data: Data;
  readonly [more: string]: unknown;
}

/**
 * Returns the address. Throws InvalidArgumentError unless the address is below baseUrl, because the
 * request contains the key.
 *
 * @internal
 */
export function rawAddress(
  baseUrl: string,
  path: string,
  query: RawRequestOptions["query"] = {},
): string {
  const address = `${baseUrl}${path}`;
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (!/^\/[^?#]*$/.test(path) || !url?.href.startsWith(`${baseUrl}/`)) {
    throw new InvalidArgumentError(
      "The path must begin with /, stay below baseUrl, and contain no query or fragment. Pass query as an option.",
    );
  }
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) url.searchParams.set(name, String(value));
  }
  return url.href;
}

/**
 * Returns the body as JSON. Throws InvalidArgumentError for an unknown method, for a GET with a body, and for a body
 * that JSON cannot represent.
 *
 * @internal
 */
export function rawBody(method: string, body: object | undefined): string | undefined {
  if (!rawMethods.has(method)) {
    throw new InvalidArgumentError(`The method must be one of ${[...rawMethods].join(", ")}.`);
  }
  if (body === undefined) return undefined;
  if (method === "GET")
    throw new InvalidArgumentError("A GET request has no body. Pass query instead.");
  try {
    return JSON.stringify(body);
  } catch {
    throw new InvalidArgumentError("The body must be an object that JSON can carry.");
  }
}

/** The methods of raw requests. */
export type RawMethod = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

const rawMethods: ReadonlySet<string> = new Set(["GET", "POST", "PUT", "PATCH", "DELETE"]);
