/**
 * Platform types for the published package. If the project has the types of the DOM or Node.js, these types are the
 * project's own. Otherwise they are the parts that the SDK uses, so the package requires neither.
 */

/** `Headers`. */
export type PlatformHeaders = typeof globalThis extends { Headers: { prototype: infer Known } }
  ? Known
  : Iterable<[string, string]> & { get(name: string): string | null; has(name: string): boolean };

/** `AbortSignal`. */
export type PlatformAbortSignal = typeof globalThis extends {
  AbortSignal: { prototype: infer Known };
}
  ? Known
  : { readonly aborted: boolean; throwIfAborted(): void };

/** `URL`. */
export type PlatformUrl = typeof globalThis extends { URL: { prototype: infer Known } }
  ? Known
  : { readonly href: string };

/** `Request`. */
export type PlatformRequest = typeof globalThis extends { Request: { prototype: infer Known } }
  ? Known
  : { readonly method: string; readonly url: string; readonly headers: PlatformHeaders };

/** The second argument of `fetch`. */
export type PlatformRequestInit = typeof globalThis extends {
  Request: { new (input: string, init?: infer Known): unknown };
}
  ? Known
  : {
      readonly method?: string;
      readonly headers?: Readonly<Record<string, string>>;
      readonly body?: string;
    };

/** `Response`. */
export type PlatformResponse = typeof globalThis extends { Response: { prototype: infer Known } }
  ? Known
  : {
      readonly ok: boolean;
      readonly status: number;
      readonly headers: PlatformHeaders;
      json(): Promise<unknown>;
      text(): Promise<string>;
    };
