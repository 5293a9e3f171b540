import type { PlatformAbortSignal } from "./platform.ts";

/**
 * Settings for fetch beside the request itself: `dispatcher` in Node.js, `proxy` in Bun, `client` in Deno, `cache` in
 * Next.js. Each runtime has its own names, so all are accepted.
 */
export type FetchOptions = Readonly<Record<string, unknown>>;

/** The SDK's use of fetch: a URL and plain settings, so that any implementation works, including undici's. */
export type Fetch = (url: string, init: FetchInit) => Promise<FetchAnswer>;

/** A complete request, which can be sent more than once. */
export interface OutgoingRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly body: string | undefined;
  /** True if any data is accepted; false if it must be what the operation returns. */
  readonly isRaw: boolean;
}

/** The parts of a Response that the SDK reads. */
export interface FetchAnswer {
  readonly ok: boolean;
  readonly status: number;
  readonly type: string;
  readonly headers: Iterable<[string, string]> & { get(name: string): string | null };
  readonly body: {
    getReader(): {
      read(): Promise<{ readonly done: boolean; readonly value?: Uint8Array | undefined }>;
      cancel(): Promise<void>;
    };
  } | null;
}

/** The second argument of `Fetch`. */
export interface FetchInit {
  readonly method: string;
  readonly headers: Record<string, string>;
  readonly body?: string;
  readonly redirect: "manual";
  /** Left out where fetch does not know it, or `fetchOptions` says how responses are stored. */
  readonly cache?: "no-store";
  readonly signal: PlatformAbortSignal;
}

/** The settings of one call that differ from the client's. */
export interface RequestOptions {
  /** Aborts the call, also while it waits before a retry. */
  readonly signal?: PlatformAbortSignal | undefined;
  /** The time of one try in seconds, up to the last byte of the response. Default: the client's. */
  readonly timeoutSeconds?: number | undefined;
  /** The maximum number of retries, 0 to 3. Default: the client's. */
  readonly maxRetries?: number | undefined;
  /**
   * Headers of each try, in place of the client's. `X-Request-Id` (1 to 64 letters, digits, `.`, `_` and `-`) is the id
   * of the request in the gateway's log. The SDK sets the headers for the key and the type of the body.
   */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Passed to fetch, in place of the client's. */
  readonly fetchOptions?: FetchOptions | undefined;
}

/** A logger for the SDK: `console`, or a logger of pino, winston or similar libraries. */
export interface Logger {
  /** Called for each request and each response. */
  debug(message: string): void;
  /** Called for failures that the SDK can retry: no response, 429, 5xx. */
  warn(message: string): void;
}

/** Settings of a client. */
export interface TepatOptions {
  /** The merchant's key. Pass null if you only make calls without a key: `checkout.get` and `webhooks`. */
  readonly apiKey: string | null;
  /** The address of Tepat, such as `https://pay.example.com`. */
  readonly baseUrl: string;
  /** The webhook secret, `whsec_…`. Pass several while one is being replaced. */
  readonly webhookSecret?: string | readonly string[] | undefined;
  /** The time of one try in seconds. Default 30. */
  readonly timeoutSeconds?: number | undefined;
  /** The maximum number of retries, 0 to 3. Default 2. */
  readonly maxRetries?: number | undefined;
  /** Headers of every request. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Used instead of the global fetch, for a proxy or a test. */
  readonly fetch?: Fetch | undefined;
  /** Passed to fetch with every request. With `cache`, `next` or `cf` you decide whether responses are stored. */
  readonly fetchOptions?: FetchOptions | undefined;
  /** Gets every request and response, without keys and bodies. Default: none. */
  readonly logger?: Logger | undefined;
  /** Everyone who opens the page could read the key, so use this only in tests that imitate a browser. */
  readonly dangerouslyAllowBrowser?: boolean | undefined;
  /** Returns a number in [0, 1), which spreads the waits before retries. Default: Math.random. */
  readonly random?: (() => number) | undefined;
}
