import type { oas31 } from "zod-openapi";
import type { Credential, OperationMeta } from "../../contract/operation.ts";
import type { Draft, OperationExamples } from "./draft.ts";
import { componentRef, namedExamples, tidySchema, type Schema } from "./schemas.ts";

/** Describes the parts of a request: credentials, parameters, body. */

const json = "application/json";
const form = "application/x-www-form-urlencoded";

type Request = Pick<oas31.OperationObject, "security" | "parameters" | "requestBody">;

export function requestOf({ meta, generated, examples }: Draft): Request {
  const parameters = [
    ...((generated.parameters ?? []) as oas31.ParameterObject[]).map((parameter) =>
      lift(parameter, examples.parameters?.[parameter.name]),
    ),
    ...headerParameters(meta),
    ...(meta.bodyForm ? [fieldNames] : []),
  ];
  const takesBody = meta.malformedBody !== undefined;
  return {
    security: securityOf(meta.credential),
    ...(parameters.length > 0 && { parameters }),
    ...(takesBody && { requestBody: requestBody(meta, examples) }),
  };
}

/** Moves the description and the example from the schema to the parameter, because readers look for them there. */
function lift(parameter: oas31.ParameterObject, example: unknown): oas31.ParameterObject {
  const {
    description,
    examples: samples,
    ...schema
  } = tidySchema(parameter.schema ?? {}) as oas31.SchemaObject;
  return {
    name: parameter.name,
    in: parameter.in,
    required: parameter.in === "path" || (parameter.required ?? false),
    ...(description !== undefined && { description }),
    // An empty value counts as absent.
    ...(parameter.in === "query" && !parameter.required && { allowEmptyValue: true }),
    schema: withoutNull(schema),
    // A parameter that excludes the other parameters keeps its schema's example.
    example: example ?? samples?.[0],
  };
}

/**
 * Removes null from a parameter's schema, because a parameter is text. Some procedures turn an impossible code into
 * null, which no client can send.
 */
function withoutNull(schema: oas31.SchemaObject): Schema {
  const type = [schema.type].flat().find((name) => name !== "null");
  return { ...schema, ...(type && { type }) };
}

function headerParameters({ requestHeaders = {} }: OperationMeta): oas31.ParameterObject[] {
  return Object.entries(requestHeaders).map(([name, { description, pattern, example }]) => ({
    name,
    in: "header",
    required: true,
    description,
    schema: { type: "string", pattern },
    example,
  }));
}

/** Forwarder apps choose their own field names. The query maps these names to ours. */
const fieldNames: oas31.ParameterObject = {
  name: "field_names",
  in: "query",
  required: false,
  description:
    "Maps Tepat's field names to the forwarder's, such as `?title=not_title&body=notification`.",
  style: "form",
  explode: true,
  schema: { type: "object", additionalProperties: { type: "string" } },
  example: { title: "not_title", body: "notification" },
};

function requestBody(meta: OperationMeta, examples: OperationExamples): oas31.RequestBodyObject {
  const content = {
    schema: componentRef(bodyName(meta)),
    examples: namedExamples(Object.entries(examples.bodies ?? {})),
  };
  return {
    required: !meta.bodyOptional,
    content: meta.bodyForm ? { [json]: content, [form]: content } : { [json]: content },
  };
}

/** `CreatePayment` for createPayment. */
const bodyName = ({ operationId }: OperationMeta): string =>
  operationId.charAt(0).toUpperCase() + operationId.slice(1);

/** Returns the operations' request bodies as named schemas. */
export function bodySchemas(drafts: readonly Draft[]): Record<string, Schema> {
  const takingBodies = drafts.filter(({ meta }) => meta.malformedBody !== undefined);
  return Object.fromEntries(takingBodies.map((draft) => [bodyName(draft.meta), bodySchema(draft)]));
}

function bodySchema({ meta, generated }: Draft): Schema {
  if (meta.bodyForm) return forwardedNotification;
  const body = generated.requestBody as oas31.RequestBodyObject | undefined;
  const schema = tidySchema(body?.content[json]?.schema ?? nothing);
  return meta.bodyNot ? { ...schema, not: meta.bodyNot as oas31.SchemaObject } : schema;
}

/** The body of an operation whose path contains all its input. */
const nothing: oas31.SchemaObject = { type: "object", description: "An empty object." };

const forwardedNotification: oas31.SchemaObject = {
  type: "object",
  additionalProperties: true,
  description: "One notification, with the forwarder's own field names.",
};

const securitySchemes = {
  api_key: {
    type: "apiKey",
    in: "header",
    name: "X-Api-Key",
    description: "The merchant's API key. Keep it on your backend.",
  },
  device_token: {
    type: "apiKey",
    in: "header",
    name: "X-Device-Token",
    description: "The token that a device got when it registered.",
  },
  pairing_token: {
    type: "apiKey",
    in: "header",
    name: "X-Pairing-Token",
    description:
      "The token in a pairing QR code of the dashboard. Valid for one phone, for minutes.",
  },
  session: {
    type: "apiKey",
    in: "cookie",
    name: "tepat_session",
    description:
      "The session cookie. If PUBLIC_URL is https, the cookie's name is `__Secure-tepat_session`.",
  },
} as const satisfies Record<string, oas31.SecuritySchemeObject>;

/**
 * Returns the schemes for sending a credential. A token in the path is a path parameter, for which OpenAPI has no
 * scheme.
 */
function schemesOf(credential: Credential): (keyof typeof securitySchemes)[] {
  if (credential === "api_key_or_pairing_token") return ["api_key", "pairing_token"];
  return credential === "none" || credential === "device_token_in_path" ? [] : [credential];
}

const securityOf = (credential: Credential): oas31.SecurityRequirementObject[] =>
  schemesOf(credential).map((scheme) => ({ [scheme]: [] }));

export function securitySchemesOf(
  drafts: readonly Draft[],
): Record<string, oas31.SecuritySchemeObject> {
  const used = drafts.flatMap(({ meta }) => schemesOf(meta.credential));
  return Object.fromEntries(used.map((credential) => [credential, securitySchemes[credential]]));
}
