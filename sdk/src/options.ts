/**
 * What fetch is told beside the request itself: `dispatcher` in Node.js, `proxy` in Bun, `client` in Deno, `cache` in
 * Next.js. Each runtime has names of its own, so any is taken.
 */
export type FetchOptions = Readonly<Record<string, unknown>>;

/** How the SDK calls fetch: with an address and plain settings, so that any implementation fits, undici's too. */
export type Fetch = (url: string, init: FetchInit) => Promise<FetchAnswer>;

/** As much of a Response as the SDK reads. */
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
  readonly signal: AbortSignal;
}

/** How one call differs from the client's settings. */
export interface RequestOptions {
  /** Gives up when it is aborted, also while waiting to try again. */
  readonly signal?: AbortSignal | undefined;
  /** Of one try, up to the last byte of the answer. Default: the client's. */
  readonly timeoutSeconds?: number | undefined;
  /** 0 to 3. Default: the client's. */
  readonly maxRetries?: number | undefined;
  /**
   * Sent along with each try, over the client's. `X-Request-Id` (1 to 64 letters, digits, `.`, `_` and `-`) names the
   * request in the gateway's log. Those that say who you are or what the body is are the SDK's own.
   */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Handed to fetch, over the client's. */
  readonly fetchOptions?: FetchOptions | undefined;
}

/** Where the SDK says what it does: `console`, or a logger of pino, winston or the like. */
export interface Logger {
  /** Each request and each answer. */
  debug(message: string): void;
  /** What may be tried again: no answer, 429, 5xx. */
  warn(message: string): void;
}

/** Settings of a client. */
export interface TepatOptions {
  /** The merchant's key. null for public calls alone: `checkout.get`, and `webhooks`. */
  readonly apiKey: string | null;
  /** Where Tepat runs, such as `https://pay.example.com`. */
  readonly baseUrl: string;
  /** `whsec_…`, for `webhooks`; several while one is being replaced. */
  readonly webhookSecret?: string | readonly string[] | undefined;
  /** Default 30. */
  readonly timeoutSeconds?: number | undefined;
  /** 0 to 3, default 2. */
  readonly maxRetries?: number | undefined;
  /** Sent along with every request. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Instead of the global one, for a proxy or a test. */
  readonly fetch?: Fetch | undefined;
  /** Handed to fetch with every request. */
  readonly fetchOptions?: FetchOptions | undefined;
  /** Hears of every request and answer, without keys and bodies. Default: nobody. */
  readonly logger?: Logger | undefined;
  /** The key would be everybody's: only for tests that imitate a browser. */
  readonly dangerouslyAllowBrowser?: boolean | undefined;
  /** In [0, 1), for the spread of waits. Default: Math.random. */
  readonly random?: (() => number) | undefined;
}
