import { Ajv2020 } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import fc, { type Arbitrary } from "fast-check";
import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { anyCharacter } from "../../contract-tests/support/any-character.ts";
import type { Schema } from "../../contract-tests/support/closed-schemas.ts";
import {
  publishedOperations,
  resolveSchema,
  type PublishedOperation,
} from "../../contract-tests/support/documents.ts";
import type { Request } from "../../contract-tests/support/exchange.ts";
import { checkWebhookUrl } from "../domain/base/webhook-targets.ts";
import { readDeadline } from "../domain/base/deadline.ts";
import { openActors, type Sample } from "../testing/actors.ts";
import { createTestDatabase } from "../testing/database.ts";
import { ask, openInProcessService } from "../testing/in-process-service.ts";
import { trials } from "../testing/run-size.ts";

/**
 * Tests that the service accepts a request exactly if the document calls it valid, except for the rules that the
 * document states in words. Each trial changes one value of a valid request, and asks an independent JSON Schema
 * validator. If the document allows the value, the service must not call it invalid. If it does not, the service must
 * refuse the request and name the field.
 *
 * `VALIDITY_RUNS=20000 npx vitest run --project server server/security/document-validity.test.ts`
 */

const runs = Number(process.env["VALIDITY_RUNS"] ?? trials({ some: 250, all: 500, more: 3_000 }));
const seed = Number(process.env["TEST_SEED"] ?? Math.floor(Math.random() * 2 ** 31));

interface Rules extends Schema {
  format?: string;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  maxItems?: number;
  required?: string[];
  default?: unknown;
}

/** Only formats that JSON Schema itself defines are checked. A pattern checks the rest of a URL. */
const ajv = new Ajv2020({ strict: false, logger: false });
formats.default(ajv, ["uuid", "date-time"]);
for (const file of ["openapi.json", "internal.json"]) {
  const text = readFileSync(join(import.meta.dirname, "../../openapi", file), "utf8");
  const { components } = JSON.parse(text) as { components: { schemas: Record<string, object> } };
  for (const [name, schema] of Object.entries(components.schemas)) {
    if (!ajv.getSchema(name)) ajv.addSchema(withLocalNames(schema), name);
  }
}

function withLocalNames(schema: object): object {
  return JSON.parse(
    JSON.stringify(schema).replaceAll(/"#\/components\/schemas\/(\w+)"/g, '"$1"'),
  ) as object;
}

const isValid = (schema: Schema, value: unknown): boolean => {
  const named = schema.$ref && ajv.getSchema(basename(schema.$ref));
  return named ? Boolean(named(value)) : ajv.validate(withLocalNames(schema), value);
};

const database = await createTestDatabase();
afterAll(database.drop);
const { gateway, dispatch, log } = openInProcessService(database.sql);
let sample: Sample;
beforeAll(async () => {
  sample = await openActors(gateway, dispatch);
});

/** The place of a value: the field, and inside a list the position and the name there. */
type Place = readonly (string | number)[];

interface Draw {
  operation: PublishedOperation;
  place: Place;
  value: unknown;
}

const oddTexts = [
  ["", " ", "\t\n", "\u00a0", "\u3000", " a", "a ", "a\nb", "a\u0007", "\u0000", "a\u0000b"],
  ["\u200b", "\u0085", ".", "..", "...", "a/b", "null", "0", "1.5", "2026-02-30T00:00:00Z"],
  ["2099-01-01T00:00:00Z", "2099-01-01T00:00+07", "2099-01-01 00:00:00", "2099-01-01T00:00:00"],
  ["a@b", "a@b.example", "a@b@c", "a:b@c", "a@b/c", "a b@c", "@b", "a@", "ü@bücher.example"],
  ["https://shop.example/x?y#z", "http://shop.example:8080/", "HTTPS://Shop.example", "https://"],
  ["https://a:b@shop.example/", "ftp://shop.example/", "https://shop.example\\@x/", "//x/"],
  ["https://[::1]/", "https://shop.example/a b", "https://256.1.1.1/", "http://shop.example:25/"],
  ["019aa5ea-1f50-7b3c-8d2e-4a5b6c7d8e01", "019AA5EA-1F50-7B3C-8D2E-4A5B6C7D8E01"],
  ["{019aa5ea-1f50-7b3c-8d2e-4a5b6c7d8e01}", "019aa5ea1f507b3c8d2e4a5b6c7d8e01"],
].flat();

const otherTypes = [null, true, 0, 1, -1, 0.5, "x", [], {}, [null], undefined];

function textsFor({ maxLength, minLength = 0, pattern, enum: choices }: Rules): Arbitrary<string> {
  // fast-check does not support look-ahead. The odd texts include the forbidden values.
  const alike = pattern && pattern.replaceAll(/\(\?![^)]*\)/g, "");
  const lengths = maxLength === undefined ? [minLength] : [minLength, maxLength, maxLength + 1];
  const filled = ["x", "🧾", " "].flatMap((one) =>
    lengths.map((length) => one.repeat(Math.min(length, 10_000))),
  );
  return fc.oneof(
    fc.constantFrom(...oddTexts, ...filled, ...((choices ?? []).filter(Boolean) as string[])),
    ...(alike ? [fc.stringMatching(new RegExp(alike, "u"))] : []),
    fc.string({ unit: "grapheme" }),
    fc.string({ unit: anyCharacter }),
  );
}

function valuesFor(rules: Rules): Arbitrary<unknown> {
  const types = new Set([rules.type ?? "object"].flat());
  const { minimum = Number.MIN_SAFE_INTEGER, maximum = Number.MAX_SAFE_INTEGER } = rules;
  const edges = [minimum, maximum, minimum - 1, maximum + 1, minimum + 0.5, 1e30, -1e30, 2 ** 63];
  return fc.oneof(
    { weight: 1, arbitrary: fc.constantFrom(...otherTypes) },
    { weight: 5, arbitrary: types.has("string") ? textsFor(rules) : fc.constant("") },
    {
      weight: 3,
      arbitrary: types.has("integer")
        ? fc.oneof(fc.constantFrom(...edges), fc.integer({ min: -5, max: 2_000_000 }))
        : fc.constant(null),
    },
  );
}

/** Returns every place of a body: its fields, and those of the first item of each list. */
function placesOf(schema: Schema, sent: unknown): { place: Place; rules: Rules }[] {
  return Object.entries(resolveSchema(schema).properties ?? {}).flatMap(([name, field]) => {
    const rules = resolveSchema(field) as Rules;
    const list = (sent as Record<string, unknown> | undefined)?.[name];
    const inside =
      rules.items && Array.isArray(list) && list.length > 0
        ? placesOf(rules.items, list[0]).map((one) => ({ ...one, place: [name, 0, ...one.place] }))
        : [];
    return [{ place: [name], rules }, ...inside];
  });
}

const operations = publishedOperations.filter(({ operationId }) => operationId !== "notify");

/**
 * Returns the valid request that a trial changes. A create has an item, so that the places inside it are
 * tested too.
 */
function requestOf(operation: PublishedOperation): Request {
  const request = sample(operation);
  if (operation.operationId !== "createPayment") return request;
  const { payment_amount: price } = request.json as { payment_amount: number };
  const customer_orders = [{ name: "Kopi", price, quantity: 1, subtotal: price }];
  const json = { ...(request.json as object), customer_phone: "0812", customer_orders };
  return { ...request, json };
}

const drawsOfBody = (operation: PublishedOperation): Arbitrary<Draw>[] =>
  operation.body === undefined
    ? []
    : placesOf(operation.body, requestOf(operation).json).map(({ place, rules }) =>
        valuesFor(rules).map((value) => ({ operation, place, value })),
      );

function withValue(json: unknown, [name, ...inside]: Place, value: unknown): unknown {
  if (name === undefined) return value;
  const holder = json as Record<string | number, unknown>;
  const changed = withValue(holder[name], inside, value);
  if (Array.isArray(json)) return json.map((one, index) => (index === name ? changed : one));
  const { [name]: _, ...others } = holder;
  return changed === undefined ? others : { ...others, [name]: changed };
}

const isGiven = (value: unknown): value is string => typeof value === "string" && /\S/.test(value);

const isBefore1970 = (value: unknown): boolean =>
  typeof value === "string" && Date.parse(value) < 0;

/** The rules that the document states in words, by the field whose description states them. */
const worded: Record<string, (value: unknown, body: Record<string, unknown>) => boolean> = {
  "createPayment.payment_expired_at": (value) => {
    const expiry = readDeadline(value);
    return !("deadline" in expiry) || expiry.deadline.getTime() <= Date.now();
  },
  "createPayment.customer_orders": (value, { payment_amount }) =>
    Array.isArray(value) &&
    value.length > 0 &&
    value.reduce((sum, item) => sum + item.price * item.quantity, 0) !== payment_amount,
  "createPayment.payment_webhook_url": (value) =>
    isGiven(value) && "problem" in checkWebhookUrl(value, { allowPrivate: true }),
  "heartbeat.last_notification_at": isBefore1970,
  "heartbeat.queue_damaged_at": isBefore1970,
  "heartbeat.restarted_at": isBefore1970,
  "heartbeat.heard_again_at": isBefore1970,
  "reportMutations.notifications": (value) =>
    Array.isArray(value) && value.some((one) => isBefore1970(one?.posted_at)),
  "createPayment.payment_return_url": (value) => isGiven(value) && !URL.canParse(value),
};

/**
 * Returns whether a text shows nothing. No pattern that works in every language can name such
 * characters.
 */
const looksEmpty = (value: unknown): boolean =>
  typeof value === "string" && /^[\s\p{Cf}\p{M}\u115f\u1160\u2800\u3164\uffa0]*$/u.test(value);

const breaksWordedRule = ({ operation, value }: Draw, body: Record<string, unknown>): boolean =>
  looksEmpty(value) ||
  Object.entries(body).some(([field, sent]) =>
    worded[`${operation.operationId}.${field}`]?.(sent, body),
  );

interface Verdict {
  isAccepted: boolean;
  fields: string[];
}

async function verdictOn(request: Request): Promise<Verdict> {
  const { status, text } = await ask(dispatch, request);
  const body = JSON.parse(text) as { code?: string; errors?: Record<string, string> };
  expect(status, log.at(-1)).toBeLessThan(500);
  const code = body.code ?? "";
  const isInvalid = ["validation_error", "invalid_expired_at", "invalid request body"].includes(
    code,
  );
  const fields =
    code === "invalid_expired_at" ? ["payment_expired_at"] : Object.keys(body.errors ?? {});
  return { isAccepted: !isInvalid, fields };
}

test(
  "a body is accepted exactly if the document allows it",
  async () => {
    console.log(`document validity: TEST_SEED=${seed} VALIDITY_RUNS=${runs}`);
    const draws = operations.flatMap(drawsOfBody);
    const counts = { valid: 0, invalid: 0, worded: 0 };
    const property = fc.asyncProperty(fc.oneof(...draws), async (draw) => {
      const { operation, place, value } = draw;
      const request = requestOf(operation);
      const json = withValue(request.json, place, value) as Record<string, unknown>;
      // Values that JSON cannot represent are not sent.
      const sent = JSON.parse(JSON.stringify(json)) as Record<string, unknown>;
      const { isAccepted, fields } = await verdictOn({ ...request, json: sent });
      const told = JSON.stringify({ operation: operation.operationId, place, value, fields });
      if (!isValid(operation.body ?? {}, sent)) {
        counts.invalid += 1;
        expect(isAccepted, `the document calls it invalid: ${told}`).toBe(false);
        expect(fields, told).toContain(place[0]);
      } else if (breaksWordedRule(draw, sent)) counts.worded += 1;
      else {
        counts.valid += 1;
        expect(isAccepted, `the document calls it valid: ${told}`).toBe(true);
      }
    });
    await fc.assert(property, { numRuns: runs, seed, endOnFailure: true });
    console.log(counts);
    expect(counts.valid).toBeGreaterThan(runs / 10);
    expect(counts.invalid).toBeGreaterThan(runs / 10);
  },
  180_000 + 100 * runs,
);

const numbers = ["0", "1", "-1", "1.5", "101", "9007199254740991", "9007199254740992"];
const words = ["", "x", "true", "PENDING", "pending", "%00", "%20"];

/**
 * Returns a parameter's value by the document's rules: form style, where an empty value counts as
 * missing.
 */
function readParameter(text: string, { type }: Rules): unknown {
  if (type === "integer") return /^(0|-?[1-9]\d*)$/.test(text) ? Number(text) : text;
  if (type === "boolean") return text === "true" || (text === "false" ? false : text);
  return decodeURIComponent(text);
}

const parameters = operations.flatMap((operation) =>
  Object.entries(operation.query).map(([name, schema]) => ({ operation, name, schema })),
);

test("a query parameter is accepted exactly if the document allows it", async () => {
  for (const { operation, name, schema } of parameters) {
    const rules = resolveSchema(schema) as Rules;
    const request = sample(operation);
    for (const text of [...numbers, ...words, ...((rules.enum ?? []) as string[])]) {
      // The description of a boolean allows more spellings than JSON has.
      if (rules.type === "boolean" && ["0", "1"].includes(text)) continue;
      // By its description, a cursor can only be the text from an earlier response.
      if (name === "cursor" && text !== "") continue;
      const path = `${request.path}?${name}=${text}`;
      const { isAccepted, fields } = await verdictOn({ ...request, path });
      const isAllowed = text === "" || isValid(rules, readParameter(text, rules));
      expect([isAccepted, ...fields], path).toEqual(isAllowed ? [true] : [false, name]);
    }
  }
});
