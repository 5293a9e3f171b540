import type { z } from "zod";
import type { Role } from "./dashboard/roles.ts";
import type { Deprecation } from "./deprecation.ts";
import type { ErrorCode } from "./errors.ts";

/**
 * The credential of a caller: the merchant's key, a phone's pairing token, a Worker's device token (in a header or in
 * the path), the session of a person, or none.
 */
export type Credential =
  | "api_key"
  | "api_key_or_pairing_token"
  | "device_token"
  | "device_token_in_path"
  | "session"
  | "none";

/** The rate limit that counts a call (specification, section 8; the last three are not in it). */
export type RateClass = "read" | "write" | "checkout" | "worker" | "dashboard";

/** The shape of a success. */
export type Envelope = "ok" | "created" | "page" | SavedFile;

/** A file has no envelope. A table gets its format, CSV or XLSX, when it is sent. */
export type SavedFile = TableFile | WrittenFile;
export type TableFile = "csv" | "xlsx";
export type WrittenFile = "txt" | "zip";

export const fileTypes: Readonly<Record<SavedFile, string>> = {
  csv: "text/csv",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  txt: "text/plain",
  zip: "application/zip",
};

export const isSavedFile = (envelope: Envelope): envelope is SavedFile => envelope in fileTypes;

/** The contract's description of an operation. */
type Description = {
  operationId: string;
  method: "GET" | "POST" | "DELETE";
  /**
   * The path as an OpenAPI template; `{name}` is a field of the input. The other fields come from the query or the JSON
   * body.
   */
  path: `/${string}`;
  tag: string;
  summary: string;
  description: string;
  credential: Credential;
  rateClass: RateClass;
  /**
   * The shape of a success: `data`, the same with 201 and "created", `data` with `pagination`, or a table without an
   * envelope.
   */
  envelope: Envelope;
  /** The status for a missing or wrong API key: 401 on list accounts, 403 elsewhere (specification, 5.5). */
  credentialStatus?: 401;
  /** The code for a body that is not a JSON object. */
  malformedBody?: "invalid request body" | "bad_request";
  /** With a session: the roles that can call it. */
  roles?: readonly Role[];
  /** A request that another site's page has sent is refused with `bad_request`. */
  sameSiteOnly?: true;
  /** Calls are counted for each session apart; otherwise all sessions of the merchant are counted together. */
  ratePerSession?: true;
  /** POST only: a JSON Schema that no body can match, for a rule about several fields. */
  bodyNot?: object;
  /** POST only: the body is optional. */
  bodyOptional?: true;
  /** No object of the body can contain a name twice. */
  bodyNamesOnce?: true;
  /** POST only: form bodies, and fields that the query maps, are accepted too; the procedure reads them itself. */
  bodyForm?: true;
  /** The answer contains a merchant's server's response, so it can take longer. */
  waitsForReceiver?: true;
  /** The code for path parameters that do not fit their schema, if it is not `validation_error`. */
  malformedPath?: "bad_request" | "not_found";
  /**
   * True if a replica of the database can answer the operation, because it only reads. Credential, role and rate are
   * still checked on the leader.
   */
  mayReadReplica?: true;
  /** Pages of other sites can read it (CORS). */
  anyOrigin?: true;
  /** The page to which a browser is sent that asks for HTML. Its parameter is the operation's. */
  browserPage?: `/${string}`;
  /** Refusals contain codes beside the English text, for pages in other languages. */
  hasReasons?: true;
  /** The noun for the "not found" message. */
  subject?: string;
  /** The code for an empty path parameter; without it such a path is unknown. */
  emptyPath?: "channel_id is required";
  /** Request headers beside the credential, with their descriptions. */
  requestHeaders?: Readonly<
    Record<string, { description: string; pattern: string; example: string }>
  >;
  /** The deprecated parts: the operation or some of its fields. Every response names them in its headers. */
  deprecations?: readonly Deprecation[];
  /** Every code that the operation can return, in the order of the checks. */
  errors: readonly ErrorCode[];
};

/** The description together with the form that trpc-to-openapi reads. `operation` writes both. */
export type OperationMeta = Description & { openapi: OpenApi };

type OpenApi = Pick<Description, "operationId" | "method" | "path" | "summary" | "description"> & {
  tags: string[];
  /** procedures/openapi/responses.ts adds the exact codes. */
  errorResponses: [];
};

/** One entry of the contract: its input and its output. It has no behaviour. */
export interface Operation<
  Input extends z.ZodObject = z.ZodObject,
  Output extends z.ZodType = z.ZodType,
  Kind extends Envelope = Envelope,
> {
  readonly meta: OperationMeta & { envelope: Kind };
  readonly input: Input;
  /** The schema of `data`; the envelope is added around it. */
  readonly output: Output;
}

export function operation<
  Input extends z.ZodObject,
  Output extends z.ZodType,
  Kind extends Envelope,
>({
  meta,
  input,
  output,
}: {
  meta: Description & { envelope: Kind };
  input: Input;
  output: Output;
}): Operation<Input, Output, Kind> {
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
