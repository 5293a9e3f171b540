/** Instead of the global fetch. */
export type Fetch = (request: Request) => Promise<Response>;

/** How one call differs from the client's settings. */
export interface RequestOptions {
  /** Gives up when it is aborted, also while waiting to try again. */
  readonly signal?: AbortSignal | undefined;
  /** Of one try, up to the last byte of the answer. Default: the client's. */
  readonly timeoutSeconds?: number | undefined;
  /** 0 to 3. Default: the client's. */
  readonly maxRetries?: number | undefined;
}

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
  /** Instead of the global one, for a proxy or a test. */
  readonly fetch?: Fetch | undefined;
  /** The key would be everybody's: only for tests that imitate a browser. */
  readonly dangerouslyAllowBrowser?: boolean | undefined;
  /** In [0, 1), for the spread of waits. Default: Math.random. */
  readonly random?: (() => number) | undefined;
}
