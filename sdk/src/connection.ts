import {
  requireApiKey,
  requireBaseUrl,
  requireCount,
  requireHeaders,
  requireSeconds,
  requireSignal,
} from "./arguments.ts";
import { attempt } from "./attempt.ts";
import { refuseBrowser, userAgent } from "./environment.ts";
import { InvalidArgumentError, TepatError } from "./errors.ts";
import { createClient, type Client } from "./generated/client/index.ts";
import {
  withLastResponse,
  lastResponseOf,
  type WithLastResponse,
  type LastResponse,
} from "./last-response.ts";
import { limits } from "./limits.ts";
import { observersOf, type Observers } from "./observers.ts";
import type { Fetch, OutgoingRequest, RequestOptions, TepatOptions } from "./options.ts";
import { rawAddress, rawBody, type RawRequestOptions } from "./raw-request.ts";
import { isRetryable, pause, retryWaitSeconds } from "./retry.ts";

/** The options that every generated function receives. */
interface Via {
  readonly client: Client;
  readonly fetch: typeof globalThis.fetch;
  readonly throwOnError: true;
}

type Call<Envelope> = (via: Via) => Promise<{ data: Envelope }>;

/**
 * The whole response. The envelope has `lastResponse`, and so does its data unless the data is
 * null.
 */
export type EnvelopeWithResponse<Envelope extends { data: unknown }> = WithLastResponse<
  Omit<Envelope, "data"> & {
    data: Envelope["data"] extends object ? WithLastResponse<Envelope["data"]> : Envelope["data"];
  }
>;

export interface Connection {
  /**
   * Sends a request, and retries if that is safe. Calls `onFailure` with the error of every failed attempt.
   */
  send<Envelope extends { data: unknown }>(
    call: Call<Envelope>,
    options?: RequestOptions,
    onFailure?: (error: TepatError) => void,
  ): Promise<EnvelopeWithResponse<Envelope>>;
  /** Sends a request once. */
  sendOnce<Envelope extends { data: unknown }>(
    call: Call<Envelope>,
    options?: RequestOptions,
  ): Promise<EnvelopeWithResponse<Envelope>>;
  /** Sends a request for which this SDK has no method. */
  sendRaw(
    method: string,
    path: string,
    options?: RawRequestOptions,
  ): Promise<EnvelopeWithResponse<{ data: unknown }>>;
  readonly observers: Observers;
}

/** Connects a client to a gateway. Only this closure holds the key. */
export function connect(options: TepatOptions): Connection {
  const apiKey = options.apiKey === null ? null : requireApiKey(options.apiKey);
  if (apiKey !== null && options.dangerouslyAllowBrowser !== true) refuseBrowser();
  // Look up the global fetch for each request, because a test might have replaced it.
  const fetch: Fetch = options.fetch ?? ((url, init) => globalThis.fetch(url, init));
  const random = options.random ?? Math.random;
  const baseUrl = requireBaseUrl(options.baseUrl);
  const observers = observersOf(options.logger);
  const defaults = requestSettings(options, {
    timeoutSeconds: limits.timeoutSeconds,
    maxRetries: limits.retriesByDefault,
    headers: {},
    fetchOptions: {},
  });
  const agent = userAgent();
  const defaultHeaders = { accept: "application/json", ...(agent && { "user-agent": agent }) };
  const client = createClient({ baseUrl, auth: () => apiKey ?? missingKey(), parseAs: "json" });
  let calls = 0;

  /** Returns two functions for one attempt: `send` sends the request, and `last` returns its response. */
  function attemptOf(callId: number, attemptNumber: number, options: RequestOptions) {
    const { timeoutSeconds, headers, fetchOptions } = requestSettings(options, defaults);
    const signal = requireSignal(options.signal);
    let last: LastResponse | undefined;
    async function send(
      request: Omit<OutgoingRequest, "isRaw">,
      isRaw: boolean,
    ): Promise<Response> {
      const outgoing = {
        ...request,
        headers: { ...defaultHeaders, ...headers, ...request.headers },
        isRaw,
      };
      const { method, url } = outgoing;
      const path = url.slice(new URL(url).origin.length);
      const event = { callId, attempt: attemptNumber, method, path };
      const started = performance.now();
      const elapsed = () => Math.round(performance.now() - started);
      observers.asked(event);
      try {
        const response = await attempt(outgoing, { fetch, fetchOptions, timeoutSeconds, signal });
        last = lastResponseOf(response);
        observers.answered(event, elapsed(), last);
        return response;
      } catch (error) {
        if (error instanceof TepatError) observers.failed(event, elapsed(), error);
        throw error;
      }
    }
    return { send, last: () => last as LastResponse };
  }

  async function once<Envelope extends { data: unknown }>(
    call: Call<Envelope>,
    options: RequestOptions,
    callId: number,
    attemptNumber: number,
  ): Promise<EnvelopeWithResponse<Envelope>> {
    const { send, last } = attemptOf(callId, attemptNumber, options);
    const via: Via = {
      client: unseenByRequest(client),
      fetch: async (request) => send(await requestOf(request as Request), false),
      throwOnError: true,
    };
    return envelopeWithResponse((await call(via)).data, last());
  }

  async function again<Result>(
    attemptOnce: (attemptNumber: number) => Promise<Result>,
    options: RequestOptions,
    onFailure?: (error: TepatError) => void,
  ): Promise<Result> {
    const { maxRetries } = requestSettings(options, defaults);
    for (let retries = 0; ; retries += 1) {
      try {
        return await attemptOnce(retries + 1);
      } catch (error) {
        if (!(error instanceof TepatError)) throw error;
        onFailure?.(error);
        if (retries >= maxRetries || !isRetryable(error)) throw error;
        await pause(retryWaitSeconds(error, retries, random()), options.signal);
      }
    }
  }

  return {
    observers,
    sendOnce: (call, options = {}) => once(call, options, (calls += 1), 1),
    async send(call, options = {}, onFailure) {
      const callId = (calls += 1);
      return again((number) => once(call, options, callId, number), options, onFailure);
    },
    async sendRaw(method, path, { query, body, ...options } = {}) {
      const callId = (calls += 1);
      const request = {
        method,
        url: rawAddress(baseUrl, path, query),
        headers: {
          ...(apiKey !== null && { "x-api-key": apiKey }),
          ...(body !== undefined && { "content-type": "application/json" }),
        },
        body: rawBody(method, body),
      };
      // The SDK knows only for its own calls whether a POST can be sent twice.
      const maxRetries = options.maxRetries ?? (method === "POST" ? 0 : undefined);
      return again(
        async (number) => {
          const { send, last } = attemptOf(callId, number, options);
          const envelope = (await (await send(request, true)).json()) as { data: unknown };
          return envelopeWithResponse(envelope, last());
        },
        { ...options, maxRetries },
      );
    },
  };
}

/**
 * Returns the contents of a Request, which the generated functions create. The SDK sends the
 * contents, not the Request.
 */
async function requestOf(request: Request): Promise<Omit<OutgoingRequest, "isRaw">> {
  const { method, url, headers } = request;
  const body = method === "POST" ? await request.text() : "";
  return {
    method,
    url,
    headers: Object.fromEntries(headers),
    body: body === "" ? undefined : body,
  };
}

function envelopeWithResponse<Envelope extends { data: unknown }>(
  envelope: Envelope,
  last: LastResponse,
): EnvelopeWithResponse<Envelope> {
  const { data } = envelope;
  if (typeof data === "object" && data !== null) withLastResponse(data, last);
  return withLastResponse(envelope, last) as unknown as EnvelopeWithResponse<Envelope>;
}

/**
 * Hides the SDK's client from `new Request`, to which the generated functions pass all their options. Deno's Request
 * has an option of the same name with another meaning, and refuses the SDK's client.
 */
function unseenByRequest(client: Client): Client {
  const without = (send: Client["get"]) =>
    ((options: Parameters<typeof send>[0] & { client?: Client }) => {
      const sent = { ...options };
      delete sent.client;
      return send(sent);
    }) as typeof send;
  const { get, post, delete: remove } = client;
  return { ...client, get: without(get), post: without(post), delete: without(remove) };
}

type RequestSettings = Required<Pick<TepatOptions, "headers" | "fetchOptions">> & {
  readonly timeoutSeconds: number;
  readonly maxRetries: number;
};

function requestSettings(options: RequestOptions, defaults: RequestSettings) {
  const { timeoutSeconds, maxRetries, headers, fetchOptions } = options;
  return {
    timeoutSeconds: requireSeconds("timeoutSeconds", timeoutSeconds ?? defaults.timeoutSeconds),
    maxRetries: requireCount("maxRetries", maxRetries ?? defaults.maxRetries, limits.mostRetries),
    headers: { ...defaults.headers, ...requireHeaders(headers ?? {}) },
    fetchOptions: { ...defaults.fetchOptions, ...fetchOptions },
  };
}

function missingKey(): never {
  throw new InvalidArgumentError("This call needs an API key. Pass apiKey to new Tepat().");
}
