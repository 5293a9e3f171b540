import type { z } from "zod";
import { limits } from "../../contract/limits.ts";

/**
 * Unknown fields are ignored, so that a client can be newer than the server. A response header names the ignored
 * fields, because a `webhook_url` in place of `payment_webhook_url` must not go unnoticed.
 */
export const ignoredFieldsHeader = "x-tepat-ignored-fields";

/**
 * The names that a schema knows. Each maps to the known names inside its value, if the value is an object or a list
 * of objects.
 */
export type KnownFields = ReadonlyMap<string, KnownFields | undefined>;

export function knownFields(schema: z.ZodType): KnownFields | undefined {
  const { type, innerType, element, shape, catchall } = schema.def as {
    type: string;
    innerType?: z.ZodType;
    element?: z.ZodType;
    shape?: Readonly<Record<string, z.ZodType>>;
    catchall?: z.ZodType;
  };
  const inner = innerType ?? element;
  if (inner) return knownFields(inner);
  if (type !== "object" || !shape || catchall) return undefined;
  return new Map(Object.entries(shape).map(([name, field]) => [name, knownFields(field)]));
}

/**
 * Returns the unknown fields of a body, such as `webhook_url` and `customer_orders[2].weight`. If several items of a
 * list have the same unknown field, only the first is returned. The function returns one more field than the header
 * names, so that the header can say that there are more.
 */
export function ignoredFields(
  known: KnownFields,
  body: Readonly<Record<string, unknown>>,
): string[] {
  const found: string[] = [];
  const seen = new Set<string>();

  function look(fields: KnownFields, value: unknown, place: string, kind: string): void {
    if (Array.isArray(value)) {
      value.forEach((item, index) => look(fields, item, `${place}[${index}]`, kind));
      return;
    }
    if (typeof value !== "object" || value === null) return;
    for (const name of Object.keys(value)) {
      if (found.length > limits.ignoredFieldsNamed) return;
      const within = fields.get(name);
      // Most fields are known and hold neither an object nor a list, so they need no path.
      if (!within && fields.has(name)) continue;
      const path = place === "" ? encoded(name) : `${place}.${encoded(name)}`;
      if (within) look(within, (value as Record<string, unknown>)[name], path, `${kind}.${name}`);
      else if (!seen.has(`${kind}.${name}`)) {
        seen.add(`${kind}.${name}`);
        found.push(path);
      }
    }
  }

  look(known, body, "", "");
  return found;
}

export function ignoredParameters(known: { has(name: string): boolean }, query: string): string[] {
  if (query === "") return [];
  const names = new Set(new URLSearchParams(query).keys());
  return [...names]
    .filter((name) => !known.has(name))
    .slice(0, limits.ignoredFieldsNamed + 1)
    .map(encoded);
}

/**
 * Returns the header's value, or undefined if there are no names. The names come from clients, so they are
 * percent-encoded.
 */
export function ignoredFieldsValue(names: readonly string[]): string | undefined {
  if (names.length === 0) return undefined;
  const told = names.slice(0, limits.ignoredFieldsNamed);
  return [...told, ...(names.length > told.length ? ["..."] : [])].join(", ");
}

/** Cuts a long name, and encodes the characters that separate names and the parts of a path. */
function encoded(name: string): string {
  const cut = name.slice(0, limits.ignoredFieldCharacters).toWellFormed();
  const text = encodeURIComponent(cut).replaceAll(".", "%2E");
  return name.length > limits.ignoredFieldCharacters ? `${text}...` : text;
}
