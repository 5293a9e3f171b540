import type { PlatformHeaders } from "./platform.ts";

/** The response that contained a result. */
export interface LastResponse {
  readonly status: number;
  /** The headers of the response: `headers.get("x-ratelimit-remaining")`. */
  readonly headers: PlatformHeaders;
  /** The id of the request in the gateway's log. */
  readonly requestId: string | undefined;
}

/** The data of a response. `lastResponse` is not enumerable, so JSON, spreading and comparing ignore it. */
export type WithLastResponse<Data> = Data & { readonly lastResponse: LastResponse };

/** @internal */
export function withLastResponse<Data extends object>(
  data: Data,
  lastResponse: LastResponse,
): WithLastResponse<Data> {
  return Object.defineProperty(data, "lastResponse", {
    value: lastResponse,
    configurable: true,
  }) as WithLastResponse<Data>;
}

/** @internal */
export const lastResponseOf = ({ status, headers }: Response): LastResponse => ({
  status,
  headers: new Headers(headers),
  requestId: headers.get("x-request-id") ?? undefined,
});
