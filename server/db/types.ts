/** Reads and writes PostgreSQL's types where the client's own way would be wrong or unsafe. */

import { parse } from "postgres-array";

interface PostgresType {
  to: number;
  from: number[];
  serialize: (value: unknown) => unknown;
  parse: (text: string) => unknown;
}

const json: PostgresType = {
  to: 114,
  from: [114, 3802],
  /** pg-boss binds text that is JSON already; encoding it again would make a string of it. */
  serialize: (value) => (typeof value === "string" ? value : JSON.stringify(value)),
  parse: JSON.parse,
};

const bigint = {
  to: 20,
  from: [20],
  serialize: String,
  /** int8 holds more than a number can. It is better to fail than to round a person's money. */
  parse: (text: string): number => {
    const value = Number(text);
    if (!Number.isSafeInteger(value)) throw new RangeError(`${text} is not a safe integer`);
    return value;
  },
};

const toDate = (text: string): Date => new Date(text);
const toIsoString = (value: unknown): string =>
  value instanceof Date ? value.toISOString() : String(value);

/**
 * The client asks the catalogue for these on every new connection, in a promise that is not awaited. A database that
 * goes away at that moment would end our process (porsager/postgres issue 1192). The numbers of built-in types never
 * change.
 */
const arrays = {
  boolean_array: arrayOf(1000, (text) => text === "t"),
  smallint_array: arrayOf(1005, Number),
  integer_array: arrayOf(1007, Number),
  text_array: arrayOf(1009, String),
  varchar_array: arrayOf(1015, String),
  bigint_array: arrayOf(1016, bigint.parse),
  timestamptz_array: arrayOf(1185, toDate, toIsoString),
  uuid_array: arrayOf(2951, String),
  json_array: arrayOf(199, json.parse, json.serialize),
  jsonb_array: arrayOf(3807, json.parse, json.serialize),
};

export const types = { bigint, json, ...arrays };

function arrayOf(
  oid: number,
  parseItem: (text: string) => unknown,
  serializeItem: (value: unknown) => unknown = String,
): PostgresType {
  return {
    to: oid,
    from: [oid],
    serialize: (value) => (Array.isArray(value) ? writeArray(value, serializeItem) : value),
    parse: (text) => parse(text, parseItem),
  };
}

function writeArray(
  values: readonly unknown[],
  serializeItem: (value: unknown) => unknown,
): string {
  const items = values.map((value) => {
    if (value === null) return "null";
    if (Array.isArray(value)) return writeArray(value, serializeItem);
    return quoted(String(serializeItem(value)));
  });
  return `{${items.join(",")}}`;
}

/** JSON quotes what an array does, in the same way and much faster. It escapes further only these characters. */
const escapedByJson = /[\p{Cc}\p{Cs}]/u;

const quoted = (text: string): string =>
  escapedByJson.test(text)
    ? `"${text.replaceAll(/["\\]/g, String.raw`\$&`)}"`
    : JSON.stringify(text);
