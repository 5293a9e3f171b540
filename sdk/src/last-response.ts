/** The answer that something was read from. */
export interface LastResponse {
  readonly status: number;
  /** Of the answer: `headers.get("x-ratelimit-remaining")`. */
  readonly headers: Headers;
  /** Names the request in the gateway's log. */
  readonly requestId: string | undefined;
}

/** Data, and the answer it came with. `lastResponse` is not enumerable: JSON, spreading and comparing pass over it. */
export type Answered<Data> = Data & { readonly lastResponse: LastResponse };

/** @internal */
export function answered<Data extends object>(
  data: Data,
  lastResponse: LastResponse,
): Answered<Data> {
  return Object.defineProperty(data, "lastResponse", {
    value: lastResponse,
    configurable: true,
  }) as Answered<Data>;
}

/** @internal */
export const lastResponseOf = ({ status, headers }: Response): LastResponse => ({
  status,
  headers: new Headers(headers),
  requestId: headers.get("x-request-id") ?? undefined,
});
