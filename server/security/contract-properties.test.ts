import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  dashboardOperations,
  publishedOperations,
  type PublishedOperation,
} from "../../contract-tests/support/documents.ts";
import type { Request } from "../../contract-tests/support/exchange.ts";
import {
  randomBody,
  randomQuery,
  randomSegment,
} from "../../contract-tests/support/random-input.ts";
import { askDocumented, openActors, type Sample } from "../testing/actors.ts";
import { watchChanges, type ChangeLog } from "../testing/change-log.ts";
import { createTestDatabase } from "../testing/database.ts";
import { openInProcessService } from "../testing/in-process-service.ts";
import { brokenInvariants } from "../testing/invariants.ts";
import { trials } from "../testing/run-size.ts";

/**
 * Sends requests generated from the published documents to every operation, including the dashboard's: valid requests,
 * requests with one error, and hostile ones (fault E21). Every response must be documented and never be 500, and a
 * refusal must change nothing.
 *
 * `PROPERTY_RUNS=10000 npx vitest run --project server server/security/contract-properties.test.ts`
 */

const runs = Number(process.env["PROPERTY_RUNS"] ?? trials({ some: 250, all: 250, more: 1_000 }));
const seed = Number(process.env["TEST_SEED"] ?? Math.floor(Math.random() * 2 ** 31));
const operations = [...publishedOperations, ...dashboardOperations];

/**
 * Returns whether even a refused request can make this change: the time of the last use, counted guesses, a refused
 * file.
 */
const isTrace = (change: string): boolean =>
  /^(api_keys|sessions)\.last_used_at$|^devices\.(last_seen_at|refused_(at|because|count|since))$|^(sign_in_attempts|refused_sign_ins)\b|^authenticators\.failed_at$|^statement_upload(s|_parts) delete/.test(
    change,
  );

/**
 * Returns whether the change can end a session, a key or a phone. A valid request might have done
 * so.
 */
const mayHaveEnded = (change: string): boolean =>
  /^(sessions|api_keys|devices|totp_enrolments|authenticators)\b(?! insert)/.test(change);

const database = await createTestDatabase();
afterAll(database.drop);
const { gateway, dispatch, log } = openInProcessService(database.sql);
let changes: ChangeLog;
let sample: Sample;

beforeAll(async () => {
  changes = await watchChanges(database.sql);
  sample = await openActors(gateway, dispatch);
});

/** Changes one part of a valid request. */
type Twist = (request: Request) => Request;

const asItShouldBe: fc.Arbitrary<Twist> = fc.constant((request) => request);

const otherCredential: fc.Arbitrary<Twist> = fc
  .constantFrom("", "x", "tpk_x", "tpd_x", "tepat_session=x", "a".repeat(5000), "ÿ")
  .map((credential) => ({ headers, ...request }) => ({
    ...request,
    headers: Object.fromEntries(
      Object.entries(headers ?? {}).map(([name, value]) => [
        name,
        /key|token|cookie|totp/.test(name) ? credential : value,
      ]),
    ),
  }));

const otherSegment = (template: string): fc.Arbitrary<Twist> =>
  randomSegment.map((segment) => (request) => ({
    ...request,
    path: withSegment(template, request.path, segment),
  }));

/** Replaces the path segment of the template's parameter. */
function withSegment(template: string, path: string, segment: string): string {
  const parts = template.split("/");
  const given = path.split("?", 1)[0]?.split("/") ?? [];
  return parts.map((part, at) => (part.startsWith("{") ? segment : given[at])).join("/");
}

const otherQuery = ({ query }: PublishedOperation): fc.Arbitrary<Twist> =>
  randomQuery(query).map((text) => (request) => ({ ...request, path: request.path + text }));

const otherBody = ({ body }: PublishedOperation, json: unknown): fc.Arbitrary<Twist> =>
  body === undefined
    ? asItShouldBe
    : randomBody(body, json ?? {}).map((value) => (request) => ({ ...request, json: value }));

const twisted = fc.constantFrom(...operations).chain((operation) =>
  fc.record({
    operation: fc.constant(operation),
    twists: fc.array(
      fc.oneof(
        { weight: 1, arbitrary: asItShouldBe },
        { weight: 1, arbitrary: otherCredential },
        { weight: 2, arbitrary: otherSegment(operation.path) },
        { weight: 3, arbitrary: otherQuery(operation) },
        { weight: 5, arbitrary: otherBody(operation, sample(operation).json) },
      ),
      { minLength: 1, maxLength: 2 },
    ),
  }),
);

test(
  "every response to a random request is documented, and a refusal changes nothing",
  async () => {
    console.log(`contract properties: TEST_SEED=${seed} PROPERTY_RUNS=${runs}`);
    const statuses = new Map<string, number>();
    await changes.take();
    const property = fc.asyncProperty(twisted, async ({ operation, twists }) => {
      const request = twists.reduce((so_far, twist) => twist(so_far), sample(operation));
      const { status } = await askDocumented(dispatch, request);
      const kind = `${Math.floor(status / 100)}xx`;
      statuses.set(kind, (statuses.get(kind) ?? 0) + 1);
      expect(status, log.at(-1)).toBeLessThan(500);
      const changed = (await changes.take()).filter((change) => !isTrace(change));
      const mayChange = status < 400 && operation.method !== "GET";
      if (!mayChange) expect(changed, JSON.stringify(request)).toEqual([]);
      if (changed.some(mayHaveEnded)) {
        sample = await openActors(gateway, dispatch);
        await changes.take();
      }
    });
    await fc.assert(property, { numRuns: runs, seed, endOnFailure: true });
    console.log(Object.fromEntries(statuses));
    expect(statuses.get("2xx")).toBeGreaterThan(runs / 20);
    expect(statuses.get("4xx")).toBeGreaterThan(runs / 20);
    expect(await brokenInvariants(database.sql)).toEqual([]);
  },
  180_000 + 400 * runs,
);
