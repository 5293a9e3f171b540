import fc, { type Arbitrary } from "fast-check";
import { anyCharacter } from "./any-character.ts";
import type { Schema } from "./closed-schemas.ts";
import { resolveSchema } from "./documents.ts";

/** Generates random requests: values that fit a published schema, with some that do not. */

/** Values that break programs more often than random ones do. */
const hostileValues: unknown[] = [
  "",
  " ",
  "\u0000",
  "\ud800",
  "\ufeff",
  "\u202e",
  "null",
  "__proto__",
  "' OR 1=1 --",
  "%00",
  "x".repeat(10_000),
  "🧾".repeat(300),
  0,
  -1,
  0.5,
  2 ** 31,
  2 ** 53,
  2 ** 63,
  5e-324,
  null,
  true,
  [],
  {},
  [null],
  JSON.parse('{"__proto__":{"is_admin":true}}'),
];

const hostileValue: Arbitrary<unknown> = fc.oneof(
  fc.constantFrom(...hostileValues),
  fc.jsonValue({ maxDepth: 4 }),
);

/** Generates values of a schema, and sometimes others. */
function valueOf(reference: Schema): Arbitrary<unknown> {
  const schema = resolveSchema(reference);
  const types = [schema.type ?? "object"].flat();
  const asDocumented = fc.oneof(...types.map((type) => valueOfType(type, schema)));
  return fc.oneof({ weight: 12, arbitrary: asDocumented }, { weight: 1, arbitrary: hostileValue });
}

function valueOfType(type: string, schema: Schema): Arbitrary<unknown> {
  switch (type) {
    case "null":
      return fc.constant(null);
    case "boolean":
      return fc.boolean();
    case "integer":
      return fc.oneof(fc.integer({ min: 0, max: 1_000_000 }), fc.maxSafeInteger());
    case "string":
      return fc.oneof(
        fc.string({ unit: anyCharacter }),
        fc.string(),
        fc.uuid(),
        dateTime,
        fc.webUrl(),
      );
    case "array":
      return fc.array(valueOf(schema.items ?? {}), { maxLength: 4 });
    case "object":
      return fc.record(mapValues(schema.properties ?? {}, valueOf), { requiredKeys: [] });
    default:
      throw new Error(`no random values of type ${type} are known: add them`);
  }
}

const dateTime = fc.date().map((date) => (Number.isNaN(date.getTime()) ? "" : date.toISOString()));

/**
 * Generates random objects of the schema, and the valid sample with some fields changed, omitted or added.
 */
export function randomBody(schema: Schema, sample: unknown): Arbitrary<unknown> {
  const fields = Object.keys(sample as object);
  const change = fc.tuple(
    fc.constantFrom(...fields, ...Object.keys(resolveSchema(schema).properties ?? {}), "extra"),
    fc.option(hostileValue, { nil: undefined }),
  );
  const changedSample = fc
    .array(change, { minLength: 1, maxLength: 3 })
    .map((changes) => ({ ...(sample as object), ...Object.fromEntries(changes) }));
  return fc.oneof(valueOf(schema), changedSample, hostileValue);
}

/** Generates a percent-encoded path segment, well-formed or not. */
export const randomSegment: Arbitrary<string> = fc
  .oneof(
    fc.string({ minLength: 1, unit: anyCharacter }).map(encodeURIComponent),
    fc.uuid(),
    fc.uint8Array({ minLength: 1, maxLength: 40 }).map(percentEncoded),
    fc.constantFrom("%", "%4", "%zz", "%00", "%C0%80", "%ED%A0%80", "%F5%80%80%80", "%2e%2e%2f"),
    fc.constantFrom("__proto__", "x".repeat(3_000), "%F0%9F%A7%BE".repeat(128), "0", "null"),
  )
  // A client resolves these segments before it sends a request.
  .filter((segment) => !["", ".", ".."].includes(segment.replaceAll(/%2e/gi, ".")));

/** Generates "" or "?…", with documented and other names, each with any value. */
export function randomQuery(parameters: Record<string, Schema>): Arbitrary<string> {
  const name = fc.oneof(fc.constantFrom(...Object.keys(parameters), "x"), randomSegment);
  const number = fc.oneof(fc.integer(), fc.maxSafeInteger(), fc.double()).map(String);
  const value = fc.oneof(number, randomSegment, fc.constantFrom("", "true", "false", "1,2"));
  return fc
    .array(fc.tuple(name, value), { maxLength: 4 })
    .map((pairs) => pairs.map(([key, text]) => `${key}=${text}`).join("&"))
    .map((query) => (query === "" ? "" : `?${query}`));
}

function percentEncoded(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => `%${byte.toString(16).padStart(2, "0")}`).join("");
}

function mapValues<From, To>(record: Record<string, From>, change: (value: From) => To) {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value)]));
}
