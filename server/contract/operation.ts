import type { z } from "zod";
import type { ErrorCode } from "./errors.ts";

/**
 * Who may call: the merchant's key, a phone that has scanned a pairing code, a Worker's device token (in a header or in
 * the path), who has signed in, or anybody.
 */
export type Credential =
  | "api_key"
  | "api_key_or_pairing_token"
  | "device_token"
  | "device_token_in_path"
  | "session"
  | "none";

/** Which window a call counts in (specification, section 8; the last three are ours). */
export type RateClass = "read" | "write" | "checkout" | "worker" | "dashboard";

/** What the contract says of an operation. */
type Description = {
  operationId: string;
  method: "GET" | "POST" | "DELETE";
  /** OpenAPI template; `{name}` is a field of the input. The other fields come from the query or the JSON body. */
  path: `/${string}`;
  tag: string;
  summary: string;
  description: string;
  credential: Credential;
  rateClass: RateClass;
  /** Shape of a success: `data`, the same with 201 and "created", `data` with `pagination`, or a table without envelope. */
  envelope: "ok" | "created" | "page" | "csv";
  /** Status of a missing or bad API key: 401 on list accounts, 403 elsewhere (specification, 5.5). */
  credentialStatus?: 401;
  /** Code for a body that is not a JSON object. */
  malformedBody?: "invalid request body" | "bad_request";
  /** Refused with `bad_request` when another site's page has sent it. */
  sameSiteOnly?: true;
  /** Counted for each session by itself, where others of the merchant are counted together. */
  ratePerSession?: true;
  /** POST only: the body may be left out. */
  bodyOptional?: true;
  /** No object of the body may name a member twice. */
  bodyNamesOnce?: true;
  /** POST only: form bodies and fields mapped by the query are accepted too; the procedure reads them itself. */
  bodyForm?: true;
  /** The answer tells what a merchant's server said. */
  waitsForReceiver?: true;
  /** Code for path parameters that do not fit their schema, where that is not `validation_error`. */
  malformedPath?: "bad_request" | "not_found";
  /** A page of another site may read it. */
  anyOrigin?: true;
  /** Path of the page that a browser is sent to which asks for HTML; its parameter is the operation's. */
  browserPage?: `/${string}`;
  /** Its refusals tell codes beside the English, for pages that speak to people in other languages too. */
  hasReasons?: true;
  /** What is not found, in the answer's message. */
  subject?: string;
  /** Code for an empty path parameter; without it such a path is unknown. */
  emptyPath?: "channel_id is required";
  /** Request headers beside the credential, with their descriptions. */
  requestHeaders?: Readonly<
    Record<string, { description: string; pattern: string; example: string }>
  >;
  /** Every code the operation may answer, in the order in which they are checked. */
  errors: readonly ErrorCode[];
};

/** With the same in the words of trpc-to-openapi, which reads the router. `operation` writes them. */
export type OperationMeta = Description & { openapi: OpenApi };

type OpenApi = Pick<Description, "operationId" | "method" | "path" | "summary" | "description"> & {
  tags: string[];
  /** procedures/openapi/responses.ts lays the exact codes over. */
  errorResponses: [];
};

/** One entry of the contract: what may be asked, what is answered. It has no behaviour. */
export interface Operation<Input extends z.ZodObject, Output extends z.ZodType> {
  readonly meta: OperationMeta;
  readonly input: Input;
  /** The bare `data`; the envelope is added around it. */
  readonly output: Output;
}

export function operation<Input extends z.ZodObject, Output extends z.ZodType>({
  meta,
  input,
  output,
}: {
  meta: Description;
  input: Input;
  output: Output;
}): Operation<Input, Output> {
  const { operationId, method, path, tag, summary, description } = meta;
  const openapi: OpenApi = {
    operationId,
    method,
    path,
    tags: [tag],
    summary,
    description,
    errorResponses: [],
  };
  return { meta: { ...meta, openapi }, input, output };
}
