import { z } from "zod";
import { limits } from "../../contract/limits.ts";
import { DomainError } from "../base/domain-error.ts";
import type { AppFormat, NotATransactionReason } from "../banks/format.ts";

/** The form of an operator's file: an array of formats like those of the release (`notification-formats/`). */

/**
 * An app that the release does not know must have name, kind and incoming_sample, and can have strangers and
 * own_titles. No other app can have these five.
 */
export type OperatorFormat = Pick<AppFormat, "id" | "packages" | "rules"> &
  Partial<Pick<AppFormat, "name" | "kind" | "strangers" | "own_titles" | "incoming_sample">>;

export function parseRulesFile(text: string): OperatorFormat[] {
  const json = parseJson(text);
  const parsed = z.array(operatorFormat).safeParse(json);
  if (parsed.success) return parsed.data;
  const { issues } = parsed.error;
  throw rulesFileError(
    issues.map(({ path, message }) => `${describePlace(json, path)}: ${message}`),
  );
}

/** Returns an error with all faults at once, because the author corrects them in an editor. */
export function rulesFileError(faults: readonly string[]): DomainError {
  const lines = faults.map((fault) => `\n  ${fault}`).join("");
  return new DomainError(`The rules of TEPAT_RULES_FILE are refused:${lines}`);
}

export function refuseAny(faults: readonly string[]): void {
  if (faults.length > 0) throw rulesFileError(faults);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw rulesFileError([(cause as Error).message]);
  }
}

const name = () =>
  z.string().regex(/^[a-z][a-z0-9_]{0,63}$/, "must be a short name of a-z, 0-9 and _");
const someText = () => z.string().min(1).max(limits.notificationTextCharacters);
const templates = () => z.array(z.string().min(1).max(limits.ruleTemplateCharacters)).min(1);
const atLeastOne = <Schema extends z.ZodType>(schema: Schema) => z.array(schema).min(1);

const ruleText = { name: name(), title: templates().exactOptional(), body: templates() };
const sampleText = { title: someText().exactOptional(), body: someText() };

const transactionRule = z.strictObject({
  ...ruleText,
  type: z.enum(["CREDIT", "DEBIT"]),
  samples: atLeastOne(
    z.strictObject({
      ...sampleText,
      amount: z.int().min(1).max(limits.paymentTotalMax),
      sender: someText().exactOptional(),
    }),
  ),
});

const reasons = [
  "empty",
  "failed",
  "not_yet",
  "promotion",
  "reward",
  "refund",
  "summary",
  "internal_move",
  "settlement",
  "settings",
] as const satisfies readonly NotATransactionReason[];

const otherRule = z.strictObject({
  ...ruleText,
  type: z.undefined().optional(),
  reason: z.enum(reasons),
  samples: atLeastOne(z.strictObject(sampleText)),
});

const operatorFormat = z.strictObject({
  id: name(),
  packages: atLeastOne(
    z.string().regex(/^[a-z]\w*(\.\w+)+$/i, "must be the name of an Android package"),
  ),
  rules: atLeastOne(z.discriminatedUnion("type", [transactionRule, otherRule])),
  name: someText().exactOptional(),
  kind: z.enum(["account", "merchant"]).exactOptional(),
  strangers: z.enum(["remarks", "requests", "messages"]).exactOptional(),
  own_titles: atLeastOne(someText()).exactOptional(),
  incoming_sample: z.strictObject({ title: z.string(), body: someText() }).exactOptional(),
});

/**
 * Describes a place by names, `bank_contoh.credit.samples.0`, because names are clearer for the author than numbers.
 */
function describePlace(json: unknown, path: readonly PropertyKey[]): string {
  let at = json;
  const words = path.map((key) => {
    at = memberOf(at, key);
    const called = memberOf(at, "id") ?? memberOf(at, "name");
    return typeof called === "string" ? called : String(key);
  });
  return words.filter((word) => word !== "rules").join(".") || "the file";
}

function memberOf(value: unknown, key: PropertyKey): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, key) : undefined;
}
