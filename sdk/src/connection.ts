import { requireApiKey, requireBaseUrl, requireCount, requireSeconds } from "./arguments.ts";
import { attempt, type Fetch } from "./attempt.ts";
import { refuseBrowser, userAgent } from "./environment.ts";
import { InvalidArgumentError, TepatError } from "./errors.ts";
import { createClient, type Client } from "./generated/client/index.ts";
import { limits } from "./limits.ts";
import { isRetryable, pause, retryWaitSeconds } from "./retry.ts";

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

/** What every generated function is given. */
interface Via {
  readonly client: Client;
  readonly fetch: typeof globalThis.fetch;
  readonly throwOnError: true;
}

type Call<Data> = (via: Via) => Promise<{ data: Data }>;

export interface Connection {
  /** Tries, and tries again what may be tried again. `onFailure` hears of every try that failed. */
  send<Data>(
    call: Call<Data>,
    options?: RequestOptions,
    onFailure?: (error: TepatError) => void,
  ): Promise<Data>;
  /** Tries once. */
  sendOnce<Data>(call: Call<Data>, options?: RequestOptions): Promise<Data>;
}

/** The key lives in this closure and nowhere else. */
export function connect(given: TepatOptions): Connection {
  const apiKey = given.apiKey === null ? null : requireApiKey(given.apiKey);
  if (apiKey !== null && given.dangerouslyAllowBrowser !== true) refuseBrowser();
  const fetch = given.fetch ?? ((request) => globalThis.fetch(request));
  const random = given.random ?? Math.random;
  const defaults = requestSettings(given, {
    timeoutSeconds: limits.timeoutSeconds,
    maxRetries: limits.retriesByDefault,
  });
  const client = createClient({
    baseUrl: requireBaseUrl(given.baseUrl),
    auth: () => apiKey ?? missingKey(),
    headers: { "User-Agent": userAgent(), Accept: "application/json" },
    parseAs: "json",
  });

  async function sendOnce<Data>(call: Call<Data>, options: RequestOptions = {}): Promise<Data> {
    const { timeoutSeconds } = requestSettings(options, defaults);
    const { signal } = options;
    const via: Via = {
      client,
      fetch: (request) => attempt(request as Request, { fetch, timeoutSeconds, signal }),
      throwOnError: true,
    };
    return (await call(via)).data;
  }

  async function send<Data>(
    call: Call<Data>,
    options: RequestOptions = {},
    onFailure?: (error: TepatError) => void,
  ): Promise<Data> {
    const { maxRetries } = requestSettings(options, defaults);
    for (let retries = 0; ; retries += 1) {
      try {
        return await sendOnce(call, options);
      } catch (error) {
        if (!(error instanceof TepatError)) throw error;
        onFailure?.(error);
        if (retries >= maxRetries || !isRetryable(error)) throw error;
        await pause(retryWaitSeconds(error, retries, random()), options.signal);
      }
    }
  }

  return { send, sendOnce };
}

interface RequestSettings {
  readonly timeoutSeconds: number;
  readonly maxRetries: number;
}

function requestSettings(given: RequestOptions, defaults: RequestSettings): RequestSettings {
  const { timeoutSeconds, maxRetries } = given;
  return {
    timeoutSeconds: requireSeconds("timeoutSeconds", timeoutSeconds ?? defaults.timeoutSeconds),
    maxRetries: requireCount("maxRetries", maxRetries ?? defaults.maxRetries, limits.mostRetries),
  };
}

function missingKey(): never {
  throw new InvalidArgumentError("This call needs the merchant's key: new Tepat({ apiKey, … }).");
}
