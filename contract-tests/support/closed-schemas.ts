import { basename } from "node:path";
import { Ajv2020, type ErrorObject, type ValidateFunction } from "ajv/dist/2020.js";
import formats from "ajv-formats";

/** The part of JSON Schema that the published documents use for responses. */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  properties?: Record<string, Schema>;
  items?: Schema;
  allOf?: Schema[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  enum?: unknown[];
  const?: unknown;
  unevaluatedProperties?: boolean;
}

/**
 * Returns a validator, which returns the problems of a value as texts. The published schemas are open, so
 * that a new field breaks no client. Here they are closed, so that every undocumented field in a response
 * is found.
 */
export function createSchemaValidator(
  named: Record<string, Schema>,
): (schema: Schema, value: unknown, what: string) => string[] {
  const ajv = new Ajv2020({ allErrors: true, strictTypes: false });
  // OpenAPI's own keyword for client generators. The alternatives say the same.
  ajv.addKeyword("discriminator");
  formats.default(ajv);
  // These schemas stay open at the top. The schema that refers to one closes it, perhaps with additional fields. ajv
  // gets each as its own schema, so that it compiles each once and not once for each reference.
  for (const [name, schema] of Object.entries(named)) ajv.addSchema(closeInside(schema), name);
  const compiled = new WeakMap<Schema, ValidateFunction>();

  return (schema, value, what) => {
    const validate = compiled.get(schema) ?? ajv.compile(close(schema));
    compiled.set(schema, validate);
    return validate(value) ? [] : (validate.errors ?? []).map((error) => inWords(error, what));
  };
}

/** Returns a copy that allows only the documented properties, at any depth. */
function close(schema: Schema): Schema {
  return { ...closeInside(schema), unevaluatedProperties: false };
}

function closeInside(schema: Schema): Schema {
  const { $ref, properties, items, allOf, anyOf, oneOf } = schema;
  return {
    ...schema,
    ...($ref && { $ref: basename($ref) }),
    ...(properties && { properties: mapValues(properties, close) }),
    ...(items && { items: close(items) }),
    ...(anyOf && { anyOf: anyOf.map(close) }),
    ...(oneOf && { oneOf: oneOf.map(close) }),
    // The parts of an allOf do not know each other's properties, so only the whole is closed.
    ...(allOf && { allOf: allOf.map(closeInside) }),
  };
}

function inWords({ instancePath, message, params }: ErrorObject, what: string): string {
  return `${what}${instancePath} ${message} ${JSON.stringify(params)}`;
}

function mapValues(
  schemas: Record<string, Schema>,
  change: (schema: Schema) => Schema,
): Record<string, Schema> {
  return Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => [name, change(schema)]),
  );
}
