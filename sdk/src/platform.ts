/**
 * Objects of the platform as the published types name them: the project's own where it has the DOM's types or those of
 * Node.js, and otherwise the part that the SDK uses. So the package's types need neither.
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
