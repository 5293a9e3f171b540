/** The part of JSON Schema that the contract's inputs need. */

export interface Schema {
  readonly type: JsonType | readonly JsonType[];
  readonly format?: string;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxItems?: number;
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: Schema;
  readonly propertyNames?: Schema;
  readonly maxProperties?: number;
  readonly not?: { readonly pattern?: string; readonly properties?: object };
}

type JsonType = "string" | "integer" | "array" | "object" | "null";

/** Returns null if the value fits the schema, otherwise the problem. */
export function problemOf(value: unknown, schema: Schema): string | null {
  const types = [schema.type].flat();
  if (types.includes("null") && value === null) return null;
  if (types.includes("string") && typeof value === "string") return textProblem(value, schema);
  if (types.includes("integer") && Number.isInteger(value)) {
    return amountProblem(value as number, schema);
  }
  if (types.includes("array") && Array.isArray(value)) return listProblem(value, schema);
  if (types.includes("object") && isObject(value)) {
    const [problem] = Object.entries(problemsOf(value, schema)).map((entry) => entry.join(" "));
    return problem ?? mapProblem(value, schema);
  }
  return `must be of type ${types.join(" or ")}`;
}

/** Returns the problems by field. */
export function problemsOf(value: Record<string, unknown>, schema: Schema): Record<string, string> {
  const { properties = {}, required = [] } = schema;
  const problems = Object.entries(properties).flatMap(([name, rules]) => {
    const field = value[name];
    const isAbsent = field === undefined;
    const problem = isAbsent ? required.includes(name) && "is required" : problemOf(field, rules);
    return problem ? [[name, problem]] : [];
  });
  return Object.fromEntries(problems) as Record<string, string>;
}

/** Returns the problem of an object whose names the client chooses. */
function mapProblem(
  value: Record<string, unknown>,
  { additionalProperties, propertyNames, maxProperties = Infinity }: Schema,
): string | null {
  const entries = Object.entries(value);
  if (entries.length > maxProperties) return `must have at most ${maxProperties} keys`;
  for (const [name, field] of additionalProperties ? entries : []) {
    const problem = propertyNames && problemOf(name, propertyNames);
    if (problem) return `key ${JSON.stringify(name)} ${problem}`;
    const wrong = additionalProperties && problemOf(field, additionalProperties);
    if (wrong) return `${name} ${wrong}`;
  }
  return null;
}

function textProblem(
  text: string,
  { minLength = 0, maxLength = Infinity, format, pattern = "", not }: Schema,
): string | null {
  // The schema does not contain this rule. It applies to every text, because PostgreSQL can store
  // nothing else.
  if (!text.isWellFormed() || text.includes("\0")) return "must be well-formed Unicode without NUL";
  const { length } = Array.from(text);
  if (length < minLength) return "must not be empty";
  if (length > maxLength) return `must have at most ${maxLength} characters`;
  if (format === "uuid" && !isUuid(text)) return "must be a UUID";
  if (not?.pattern && new RegExp(not.pattern, "u").test(text))
    return "must not contain control characters";
  return new RegExp(pattern, "u").test(text) ? null : `must match ${pattern}`;
}

function amountProblem(
  amount: number,
  { minimum = -Infinity, maximum = Infinity }: Schema,
): string | null {
  if (amount >= minimum && amount <= maximum) return null;
  return `must be a whole number from ${minimum} to ${maximum}`;
}

function listProblem(list: readonly unknown[], { maxItems, items }: Schema): string | null {
  if (maxItems !== undefined && list.length > maxItems)
    return `must have at most ${maxItems} items`;
  for (const [index, item] of list.entries()) {
    const problem = items && problemOf(item, items);
    if (problem) return `item ${index}: ${problem}`;
  }
  return null;
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

export const isUuid = (value: unknown): value is string =>
  typeof value === "string" && /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(value);
