import type { oas31 } from "zod-openapi";
import { errorCatalogue, type ErrorCode } from "../../contract/errors.ts";
import { problemInEnglish } from "../../contract/field-problems.ts";
import { fileTypes, isSavedFile, type OperationMeta } from "../../contract/operation.ts";
import type { Draft, OperationExamples } from "./draft.ts";
import { ignoredFields, rateLimitHeaders, errorHeaders, type Headers } from "./headers.ts";
import { componentRef, namedExamples, tidySchema, type Schema } from "./schemas.ts";

/**
 * Returns the responses of an operation: one success, and the exact codes of each error status, each with an example.
 */

export function responsesOf({ meta, generated, examples }: Draft): oas31.ResponsesObject {
  const errorResponses = [...codesByStatus(meta)].map(([status, codes]) => [
    status,
    errorResponse(meta, status, codes, examples),
  ]);
  const status = meta.envelope === "created" ? 201 : 200;
  return {
    [status]: success(meta, dataSchema(meta, generated), examples),
    ...(meta.browserPage && { 303: pageForBrowsers(meta.browserPage) }),
    ...Object.fromEntries(errorResponses),
  };
}

/**
 * Returns the schema of the data. The generator describes the procedure's result with status 200: the data, or for a
 * list its items beside `pagination`.
 */
function dataSchema(meta: OperationMeta, generated: oas31.OperationObject): Schema {
  const answer = generated.responses?.["200"] as oas31.ResponseObject;
  const schema = (answer.content?.["application/json"]?.schema ?? {}) as oas31.SchemaObject;
  return tidySchema((meta.envelope === "page" ? schema.properties?.items : schema) ?? {});
}

const pageForBrowsers = (page: string): oas31.ResponseObject => ({
  description:
    "Only for a browser that navigates here (`Sec-Fetch-Dest: document`, or an `Accept` that names `application/xhtml+xml`): the checkout page.",
  headers: {
    Location: {
      description: "The page's address.",
      required: true,
      schema: { type: "string", format: "uri" },
      example: `http://localhost:8080${page.replace(/\{\w+\}/, "01920f4e-7c1a-7b3e-9a77-1f2e3d4c5b6a")}`,
    },
  },
});

/** A table file has no envelope and is not JSON. */
function tableAnswer(
  type: string,
  data: Schema,
  { data: values }: OperationExamples,
): oas31.ResponseObject {
  return {
    description: "The table.",
    headers: { ...rateLimitHeaders("always"), ...ignoredFields() },
    content: { [type]: { schema: data, examples: namedExamples(Object.entries(values)) } },
  };
}

const successes = {
  ok: { schema: "SuccessEnvelope", message: "ok", description: "Success." },
  created: { schema: "CreatedEnvelope", message: "created", description: "Created." },
  page: { schema: "PaginatedEnvelope", message: "ok", description: "One page of the list." },
} as const;

function success(
  meta: OperationMeta,
  data: Schema,
  samples: OperationExamples,
): oas31.ResponseObject {
  if (isSavedFile(meta.envelope)) return tableAnswer(fileTypes[meta.envelope], data, samples);
  const { data: values, pagination } = samples;
  const { schema, message, description } = successes[meta.envelope];
  const envelope = (value: unknown) => ({
    success: true,
    message,
    data: value,
    ...(meta.envelope === "page" && { pagination }),
  });
  return answer({
    description,
    headers: { ...rateLimitHeaders("always"), ...ignoredFields() },
    schema: narrowed(schema, "data", isNothing(data) ? nothing : data),
    examples: Object.entries(values).map(([name, value]) => [name, envelope(value)]),
  });
}

/** The `data` of a response without data: only null, in the one form that client generators understand. */
const nothing: Schema = { type: ["string", "null"], const: null };
const isNothing = (schema: Schema) => !("$ref" in schema) && schema.type === "null";

function errorResponse(
  meta: OperationMeta,
  status: number,
  codes: readonly ErrorCode[],
  examples: OperationExamples,
): oas31.ResponseObject {
  const messageOf = (code: ErrorCode) => examples.messages?.[code] ?? defaultMessage(code, status);
  const body = (code: ErrorCode) => ({
    success: false,
    code,
    message: messageOf(code),
    ...(code === "validation_error" && invalidExample(meta, examples)),
  });
  return answer({
    description: codes.map((code) => `- \`${code}\`: ${messageOf(code)}`).join("\n"),
    headers: {
      ...rateLimitHeaders(whenCounted(meta, codes)),
      ...(codes.includes("validation_error") && ignoredFields()),
      ...errorHeaders(codes),
    },
    schema: errorSchema(meta, codes),
    examples: codes.map((code) => [code, body(code)]),
  });
}

/** Describes the fields' problems in English, and as codes if the operation has codes. */
function invalidExample({ hasReasons }: OperationMeta, { invalidFields = {} }: OperationExamples) {
  const fields = Object.entries(invalidFields);
  const errors = Object.fromEntries(
    fields.map(([field, problem]) => [
      field,
      typeof problem === "string" ? problem : problemInEnglish(problem),
    ]),
  );
  const problems = fields.map(([field, problem]) => ({ path: [field], problem }));
  return { errors, ...(hasReasons && { problems }) };
}

interface Answer {
  description: string;
  headers: Headers;
  schema: Schema;
  examples: [name: string, value: unknown][];
}

function answer({ description, headers, schema, examples }: Answer): oas31.ResponseObject {
  return {
    description,
    ...(Object.keys(headers).length > 0 && { headers }),
    content: { "application/json": { schema, examples: namedExamples(examples) } },
  };
}

/** Returns an envelope whose `field` is exactly `schema`. */
export function narrowed(envelope: string, field: string, schema: Schema): oas31.SchemaObject {
  return {
    allOf: [
      componentRef(envelope),
      { type: "object", properties: { [field]: schema }, required: [field] },
    ],
  };
}

function errorSchema(meta: OperationMeta, codes: readonly ErrorCode[]): Schema {
  const prefix = meta.hasReasons ? "Reasoned" : "";
  const plain = codes.filter((code) => code !== "validation_error");
  const alternatives = [
    ...(plain.length > 0
      ? [narrowed(`${prefix}ErrorEnvelope`, "code", { type: "string", enum: plain })]
      : []),
    ...(plain.length < codes.length ? [componentRef(`${prefix}ValidationErrorEnvelope`)] : []),
  ];
  const [only, ...others] = alternatives;
  return only && others.length === 0 ? only : { oneOf: alternatives };
}

/** Returns the statuses in ascending order, each with its codes in the order of the checks. */
function codesByStatus(meta: OperationMeta): Map<number, ErrorCode[]> {
  const answers = meta.errors.flatMap((code) =>
    statusesOf(code, meta).map((status) => ({ status, code })),
  );
  const grouped = Map.groupBy(answers, ({ status }) => status);
  return new Map(
    [...grouped]
      .toSorted(([one], [other]) => one - other)
      .map(([status, group]) => [status, group.map(({ code }) => code)]),
  );
}

function statusesOf(code: ErrorCode, meta: OperationMeta): number[] {
  if (code === "tenant_api_key_required" && meta.credentialStatus) return [meta.credentialStatus];
  if (code !== "bad_request") return [errorCatalogue[code].status];
  // An operation with a body refuses another charset and a byte-order mark. With 413 and 415 it refuses a body that
  // is too large or compressed.
  const malformed = meta.malformedBody || meta.malformedPath === code || meta.sameSiteOnly;
  return [...(malformed ? [400] : []), ...(meta.malformedBody ? [413, 415] : [])];
}

function defaultMessage(code: ErrorCode, status: number): string {
  const occasions: Record<number, string> = errorCatalogue.bad_request.alternativeStatuses;
  const occasion = code === "bad_request" && occasions[status];
  if (!occasion) return errorCatalogue[code].message;
  return `${occasion.charAt(0).toUpperCase()}${occasion.slice(1)}.`;
}

/**
 * Returns how often a response with these codes carries the counted request's headers. Credentials are checked before
 * the count, and a fault of Tepat can happen before or after it.
 */
function whenCounted(meta: OperationMeta, codes: readonly ErrorCode[]) {
  const order = (code: ErrorCode) => meta.errors.indexOf(code);
  const counted = codes.filter(
    (code) => order(code) >= order("rate_limited") && code !== "internal_error",
  );
  if (counted.length === codes.length) return "always";
  return counted.length > 0 || codes.includes("internal_error") ? "sometimes" : "never";
}
