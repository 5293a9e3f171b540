import {
  requireApiKey,
  requireBaseUrl,
  requireCount,
  requireSeconds,
  requireSignal,
} from "./arguments.ts";
import { attempt } from "./attempt.ts";
import { refuseBrowser, userAgent } from "./environment.ts";
import { InvalidArgumentError, TepatError } from "./errors.ts";
import { createClient, type Client } from "./generated/client/index.ts";
import { limits } from "./limits.ts";
import type { RequestOptions, TepatOptions } from "./options.ts";
import { isRetryable, pause, retryWaitSeconds } from "./retry.ts";

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
    const signal = requireSignal(options.signal);
    const via: Via = {
      client: unseenByRequest(client),
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

/**
 * The generated functions hand all their options to `new Request`, their client too. Deno has an option of that name for
 * something else and refuses ours.
 */
function unseenByRequest(client: Client): Client {
  const without = (send: Client["get"]) =>
    ((given: Parameters<typeof send>[0] & { client?: Client }) => {
      const options = { ...given };
      delete options.client;
      return send(options);
    }) as typeof send;
  const { get, post, delete: remove } = client;
  return { ...client, get: without(get), post: without(post), delete: without(remove) };
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
