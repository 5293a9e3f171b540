import { Ajv2020 } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import type { Schema } from "../support/closed-schemas.ts";
import { publishedOperations, resolveSchema } from "../support/documents.ts";

/**
 * Every rule of the document about requests, each with a value that breaks it. The tests send the value. The
 * proof (prove.ts) replaces the gateway with one that ignores the rule.
 */

export interface Rules extends Schema {
  format?: string;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  maxItems?: number;
  maxProperties?: number;
  propertyNames?: Rules;
  additionalProperties?: Rules;
  required?: string[];
  not?: object;
  properties?: Record<string, Rules>;
  items?: Rules;
}

/** The place of a value: the field, and inside a list 0 and the name there. */
export type Place = readonly (string | number)[];

export interface Rule {
  /** The name of the rule, for example `createPayment customer_phone maxLength`. */
  name: string;
  operationId: string;
  /** The field that a refusal names. */
  field: string;
  place: Place;
  /** The value that breaks the rule. undefined omits the field. */
  wrong: unknown;
}

const ajv = new Ajv2020({ strict: false, logger: false });
formats.default(ajv, ["uuid"]);

const keywords = ["minLength", "maxLength", "pattern", "not", "format", "minimum", "maximum"];

/** Texts that break one rule or another. */
const wrongTexts = [
  "\u0000",
  "a\u0000b",
  "a\u009bb@c",
  "https://shop.example/\u009b",
  "x",
  "",
  "a@",
  "ftp://shop.example/",
];

function wrongFor(rules: Rules, keyword: string): unknown {
  const { [keyword as keyof Rules]: bound } = rules as Record<string, unknown>;
  const breaks = (value: unknown) => !ajv.validate({ [keyword]: bound }, value);
  switch (keyword) {
    case "minimum":
      return Number(bound) - 1;
    case "maximum":
      // The next number that JavaScript can represent.
      return Number(bound) + 1;
    case "maxLength":
      return (
        rules.format === "uri" || /Hh/.test(rules.pattern ?? "") ? "https://shop.example/" : ""
      ).padEnd(Number(bound) + 1, "x");
    case "minLength":
      return "";
    default:
      return wrongTexts.find(breaks);
  }
}

/** Fields whose errors have their own code, with their own tests (payments.test.ts). */
const elsewhere = new Set(["payment_expired_at"]);

function rulesOfField(
  name: string,
  place: Place,
  rules: Rules,
  isRequired: boolean,
): Omit<Rule, "operationId">[] {
  const field = String(place[0]);
  const rule = (keyword: string, wrong: unknown) => ({
    name: `${name} ${keyword}`,
    field,
    place,
    wrong,
  });
  const types = [rules.type ?? "object"].flat();
  const bounds = keywords.filter(
    (keyword) => keyword in rules && (keyword !== "format" || rules.format === "uuid"),
  );
  const { maxItems, items, maxProperties } = rules;
  return [
    ...(isRequired ? [rule("required", undefined)] : []),
    rule("type", types.includes("string") ? 7 : "x"),
    // "not" alone is the rule of a whole body.
    ...bounds.map((keyword) =>
      rule(keyword === "not" ? "not pattern" : keyword, wrongFor(rules, keyword)),
    ),
    ...(maxItems === undefined ? [] : [rule("maxItems", maxItems + 1)]),
    ...(maxProperties === undefined
      ? []
      : rulesOfMap(rules, maxProperties).map(([keyword, wrong]) => rule(keyword, wrong))),
    ...(items ? rulesOfObject(name, [...place, 0], resolveSchema(items)) : []),
  ];
}

/** Returns the rules of an object whose names the client chooses. */
const rulesOfMap = (
  { propertyNames, additionalProperties }: Rules,
  maxProperties: number,
): [keyword: string, wrong: object][] => [
  [
    "maxProperties",
    Object.fromEntries(
      Array.from({ length: maxProperties + 1 }, (_, index) => [`key${index}`, ""]),
    ),
  ],
  ["propertyNames", { ["x".repeat((propertyNames?.maxLength ?? 0) + 1)]: "" }],
  ["additionalProperties", { key: "x".repeat((additionalProperties?.maxLength ?? 0) + 1) }],
];

const rulesOfObject = (
  name: string,
  place: Place,
  { properties = {}, required = [] }: Rules,
): Omit<Rule, "operationId">[] =>
  Object.entries(properties)
    .filter(([field]) => !elsewhere.has(field))
    .flatMap(([field, schema]) =>
      rulesOfField(
        `${name} ${field}`,
        [...place, field],
        resolveSchema(schema) as Rules,
        required.includes(field),
      ),
    );

export const bodyRules: Rule[] = publishedOperations
  .filter(({ path }) => path.startsWith("/gateway/"))
  .flatMap(({ operationId, body }) => {
    if (!body) return [];
    const schema = resolveSchema(body) as Rules;
    const together: Omit<Rule, "operationId">[] = schema.not
      ? [{ name: `${operationId} not`, field: "customer_email", place: [], wrong: undefined }]
      : [];
    return [...rulesOfObject(operationId, [], schema), ...together].map((rule) => ({
      ...rule,
      operationId,
    }));
  });

/** The rules of the query parameters, with a text that breaks each. */
export const queryRules: Rule[] = publishedOperations
  .filter(({ path }) => path.startsWith("/gateway/"))
  .flatMap(({ operationId, query }) =>
    Object.entries(query).flatMap(([field, schema]) => {
      const { type, enum: choices, minimum, format } = resolveSchema(schema) as Rules;
      const wrongs = {
        type: type === "string" ? undefined : "x",
        enum: choices && "OTHER",
        format: format === "date-time" ? "yesterday" : undefined,
        minimum: minimum === undefined ? undefined : String(minimum - 1),
      };
      return Object.entries(wrongs).flatMap(([keyword, wrong]) =>
        wrong === undefined
          ? []
          : [
              {
                name: `${operationId} ${field} ${keyword}`,
                operationId,
                field,
                place: [field],
                wrong,
              },
            ],
      );
    }),
  );

/** Puts a value at a place. */
export function withValue(json: unknown, [name, ...inside]: Place, value: unknown): unknown {
  if (name === undefined) return value;
  const holder = json as Record<string | number, unknown>;
  const changed = withValue(holder[name], inside, value);
  if (Array.isArray(json)) return json.map((one, index) => (index === name ? changed : one));
  const { [name]: _, ...others } = holder;
  return changed === undefined ? others : { ...others, [name]: changed };
}

export const valueAt = (json: unknown, place: Place): unknown =>
  place.reduce<unknown>(
    (value, name) => (value as Record<string | number, unknown> | undefined)?.[name],
    json,
  );
