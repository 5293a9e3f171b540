/** Reads and writes PostgreSQL's types whose handling by the client would be wrong or unsafe. */

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
  /** pg-boss binds text that is already JSON. Encoding it again would turn it into a string. */
  serialize: (value) => (typeof value === "string" ? value : JSON.stringify(value)),
  parse: JSON.parse,
};

const bigint = {
  to: 20,
  from: [20],
  serialize: String,
  /** An int8 can exceed a JavaScript number. Failing is better than rounding a person's money. */
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
 * The array types, which the client would otherwise request from the catalogue on every new connection, in a promise
 * that is not awaited. If the database went away at that moment, our process would end (porsager/postgres issue
 * 1192). The numbers of built-in types never change.
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

/**
 * JSON quotes the same characters as an array, in the same way and much faster. In addition, JSON escapes only these
 * characters.
 */
const escapedByJson = /[\p{Cc}\p{Cs}]/u;

const quoted = (text: string): string =>
  escapedByJson.test(text)
    ? `"${text.replaceAll(/["\\]/g, String.raw`\$&`)}"`
    : JSON.stringify(text);
