import type { z } from "zod";
import type { Role } from "./dashboard/roles.ts";
import type { Deprecation } from "./deprecation.ts";
import type { ErrorCode } from "./errors.ts";

/**
 * The credential of a call: the merchant's key, a phone's pairing token, a Worker's device token (in a header or in
 * the path), a person's session, or none.
 */
export type Credential =
  | "api_key"
  | "api_key_or_pairing_token"
  | "device_token"
  | "device_token_in_path"
  | "session"
  | "none";

/** The rate limit that counts a call (specification, section 8). The last three are Tepat's own. */
export type RateClass = "read" | "write" | "checkout" | "worker" | "dashboard";

/** The shape of a success. */
export type Envelope = "ok" | "created" | "page" | SavedFile;

/** A file has no envelope. The format of a table, CSV or XLSX, is decided when it is sent. */
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
   * The path as an OpenAPI template, in which `{name}` is a field of the input. The other fields come from the query
   * or the JSON body.
   */
  path: `/${string}`;
  tag: string;
  summary: string;
  description: string;
  credential: Credential;
  rateClass: RateClass;
  /**
   * The shape of a success: `data`, `data` with 201 and "created", `data` with `pagination`, or a file without an
   * envelope.
   */
  envelope: Envelope;
  /**
   * The status for a missing or wrong API key: 401 on list accounts, 403 on all other operations (specification,
   * 5.5).
   */
  credentialStatus?: 401;
  /** The code for a body that is not a JSON object. */
  malformedBody?: "invalid request body" | "bad_request";
  /** With a session: the roles that can call the operation. */
  roles?: readonly Role[];
  /** A request from another site's page is refused with `bad_request`. */
  sameSiteOnly?: true;
  /** Calls are counted for each session separately. Otherwise all sessions of the merchant are counted together. */
  ratePerSession?: true;
  /** POST only: a JSON Schema that the body must not match, for a rule about several fields. */
  bodyNot?: object;
  /** POST only: the body is optional. */
  bodyOptional?: true;
  /** No object in the body can repeat a name. */
  bodyNamesOnce?: true;
  /** POST only: form bodies and fields that the query maps are accepted too. The procedure itself reads them. */
  bodyForm?: true;
  /** The operation waits for a merchant's server, so its response can take longer. */
  waitsForReceiver?: true;
  /** The code for path parameters that do not fit their schema, if that code is not `validation_error`. */
  malformedPath?: "bad_request" | "not_found";
  /**
   * True if a replica of the database can serve the operation, because it only reads. Credential, role and rate are
   * still checked on the leader.
   */
  mayReadReplica?: true;
  /** Pages of other sites can read the response (CORS). */
  anyOrigin?: true;
  /** The page to which a browser that asks for HTML is redirected. Its parameter is the operation's parameter. */
  browserPage?: `/${string}`;
  /** Refusals contain codes beside the English text, for pages in other languages. */
  hasReasons?: true;
  /** The noun for the "not found" message. */
  subject?: string;
  /** The code for an empty path parameter. Without this code, such a path is unknown. */
  emptyPath?: "channel_id is required";
  /** Request headers other than the credential, with their descriptions. */
  requestHeaders?: Readonly<
    Record<string, { description: string; pattern: string; example: string }>
  >;
  /** The deprecated parts: the operation or some of its fields. Every response names them in its headers. */
  deprecations?: readonly Deprecation[];
  /** Every code that the operation can return, in the order of the checks. */
  errors: readonly ErrorCode[];
};

/** The description and the form that trpc-to-openapi reads. `operation` writes both. */
export type OperationMeta = Description & { openapi: OpenApi };

type OpenApi = Pick<Description, "operationId" | "method" | "path" | "summary" | "description"> & {
  tags: string[];
  /** procedures/openapi/responses.ts adds the exact codes. */
  errorResponses: [];
};

/** An entry of the contract: its input and its output, without behaviour. */
export interface Operation<
  Input extends z.ZodObject = z.ZodObject,
  Output extends z.ZodType = z.ZodType,
  Kind extends Envelope = Envelope,
> {
  readonly meta: OperationMeta & { envelope: Kind };
  readonly input: Input;
  /** The schema of `data`. The document adds the envelope. */
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
