import type { oas31 } from "zod-openapi";
import { z } from "zod";
import { blankText, mayBeBlank } from "../../contract/fields.ts";

export type Schema = oas31.SchemaObject | oas31.ReferenceObject;

export const componentRef = (name: string): oas31.ReferenceObject => ({
  $ref: `#/components/schemas/${name}`,
});

/**
 * Turns the generator's schemas into published ones. Responses stay open to new fields, which break no client,
 * although the generator closes them. "Or null" becomes a list of types if JSON Schema allows one.
 */
export function tidySchema(schema: Schema): Schema {
  if ("$ref" in schema) return schema;
  const { additionalProperties, [mayBeBlank]: isOptional, ...open } = schema as Marked;
  const { properties, items, anyOf, oneOf } = open;
  const tidied = foldNull({
    ...open,
    ...(additionalProperties && { additionalProperties }),
    ...(properties && { properties: mapValues(properties, tidySchema) }),
    ...(items && { items: tidySchema(items) }),
    ...(anyOf && { anyOf: anyOf.map(tidySchema) }),
    ...(oneOf && { oneOf: oneOf.map(tidySchema) }),
  });
  return isOptional ? orBlank(tidied) : tidied;
}

type Marked = oas31.SchemaObject & { [mayBeBlank]?: true };

/**
 * Allows a text with a rule to be blank. Its format becomes a pattern, because only patterns have an "or" that client
 * generators see as one type.
 */
function orBlank(text: oas31.SchemaObject): oas31.SchemaObject {
  const { format, minLength: _, ...schema } = text;
  const pattern = schema.pattern ?? patternOf[format ?? ""];
  if (![schema.type].flat().includes("string") || schema.enum)
    return { ...schema, ...(format && { format }) };
  if (!pattern) return schema;
  const isAdmitted = ["", " ", "\t\n"].every((blank) => new RegExp(pattern, "u").test(blank));
  return { ...schema, pattern: isAdmitted ? pattern : `${blankText}|${pattern}` };
}

const patternOf: Readonly<Record<string, string>> = {
  uuid: z.regexes.guid.source,
  "date-time": z.regexes.datetime({ offset: true }).source,
};

/** `anyOf: [{type: T, …}, {type: "null"}]` becomes `type: [T, "null"]`. A reference to a named schema stays. */
function foldNull(schema: oas31.SchemaObject): oas31.SchemaObject {
  const { anyOf, ...outer } = schema;
  const [inner, nothing, ...others] = anyOf ?? [];
  if (!inner || "$ref" in inner || typeof inner.type !== "string") return schema;
  if (!nothing || "$ref" in nothing || nothing.type !== "null" || others.length > 0) return schema;
  return {
    ...inner,
    ...outer,
    type: [inner.type, "null"],
    ...(inner.enum && { enum: [...inner.enum, null] }),
  };
}

export function mapValues<Value, Result>(
  record: Readonly<Record<string, Value>>,
  change: (value: Value, name: string) => Result,
): Record<string, Result> {
  return Object.fromEntries(
    Object.entries(record).map(([name, value]) => [name, change(value, name)]),
  );
}

export function namedExamples(examples: [name: string, value: unknown][]): oas31.ExamplesObject {
  return Object.fromEntries(examples.map(([name, value]) => [name, { value }]));
}

/** Removes component schemas and headers without references in the document. */
export function withoutUnused(document: oas31.OpenAPIObject): oas31.OpenAPIObject {
  const { schemas = {}, headers = {}, ...components } = document.components ?? {};
  const used = new Set<string>();
  const visit = (part: unknown): void => {
    for (const [, kind, name] of JSON.stringify(part).matchAll(componentRefs)) {
      if (!name || used.has(`${kind}/${name}`)) continue;
      used.add(`${kind}/${name}`);
      visit((kind === "schemas" ? schemas : headers)[name]);
    }
  };
  visit([document.paths, document.webhooks]);
  const keep = <Value>(kind: string, record: Record<string, Value>) =>
    Object.fromEntries(Object.entries(record).filter(([name]) => used.has(`${kind}/${name}`)));
  return {
    ...document,
    components: {
      ...components,
      schemas: keep("schemas", schemas),
      headers: keep("headers", headers),
    },
  };
}

const componentRefs = /"\$ref":"#\/components\/(schemas|headers)\/([^"]+)"/g;
