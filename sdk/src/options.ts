import type { PlatformAbortSignal } from "./platform.ts";

/**
 * Additional settings for fetch: `dispatcher` in Node.js, `proxy` in Bun, `client` in Deno, `cache` in Next.js. Each
 * runtime has its own names, so all names are accepted.
 */
export type FetchOptions = Readonly<Record<string, unknown>>;

/**
 * The fetch function that the SDK calls with a URL and plain settings. Any implementation works, including
 * undici's.
 */
export type Fetch = (url: string, init: FetchInit) => Promise<FetchAnswer>;

/** A complete request. It can be sent more than once. */
export interface OutgoingRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly body: string | undefined;
  /** Whether any data is accepted. Otherwise the data must be what the operation returns. */
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
  /**
   * Omitted if fetch does not support the option, or if `fetchOptions` sets how responses are
   * stored.
   */
  readonly cache?: "no-store";
  readonly signal: PlatformAbortSignal;
}

/** The settings of one call. They override the client's settings. */
export interface RequestOptions {
  /** Aborts the call, also during a wait before a retry. */
  readonly signal?: PlatformAbortSignal | undefined;
  /**
   * The time limit of one attempt in seconds, up to the last byte of the response. Default: the client's
   * setting.
   */
  readonly timeoutSeconds?: number | undefined;
  /** The maximum number of retries, 0 to 3. Default: the client's setting. */
  readonly maxRetries?: number | undefined;
  /**
   * The headers of each attempt, instead of the client's. `X-Request-Id` (1 to 64 letters, digits, `.`, `_` and `-`) is
   * the id of the request in the gateway's log. The SDK itself sets the headers for the key and the content type.
   */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Settings that the SDK passes to fetch, instead of the client's. */
  readonly fetchOptions?: FetchOptions | undefined;
}

/** A logger for the SDK: `console`, or a logger of pino, winston or similar libraries. */
export interface Logger {
  /** Called for each request and each response. */
  debug(message: string): void;
  /** Called after a 429, a 5xx or a missing response, and if a listener fails. */
  warn(message: string): void;
}

/** The settings of a client. */
export interface TepatOptions {
  /**
   * The merchant's API key. Pass null if you only make calls without a key: `checkout.get` and `webhooks`.
   */
  readonly apiKey: string | null;
  /** The address of Tepat, such as `https://pay.example.com`. */
  readonly baseUrl: string;
  /**
   * The webhook secret, `whsec_…`. While you replace a secret, pass both the old and the new one.
   */
  readonly webhookSecret?: string | readonly string[] | undefined;
  /** The time limit of one attempt in seconds. Default 30. */
  readonly timeoutSeconds?: number | undefined;
  /** The maximum number of retries, 0 to 3. Default 2. */
  readonly maxRetries?: number | undefined;
  /** Headers to send with every request. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** A replacement for the global fetch, for a proxy or a test. */
  readonly fetch?: Fetch | undefined;
  /**
   * Settings that the SDK passes to fetch with every request. `cache`, `next` or `cf` decide whether responses
   * are stored.
   */
  readonly fetchOptions?: FetchOptions | undefined;
  /**
   * The logger that receives every request and response, without keys and bodies. Default: none.
   */
  readonly logger?: Logger | undefined;
  /**
   * Allows the key in a browser. Use this only in tests that imitate a browser, because everyone who
   * opens a page can read its key.
   */
  readonly dangerouslyAllowBrowser?: boolean | undefined;
  /**
   * Returns a number in [0, 1), which randomises the waits before retries. Default: Math.random.
   */
  readonly random?: (() => number) | undefined;
}
