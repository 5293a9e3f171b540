import { randomUUID } from "node:crypto";
import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  dashboardOperations,
  publishedOperations,
  type PublishedOperation,
} from "../../contract-tests/support/documents.ts";
import type { Request } from "../../contract-tests/support/exchange.ts";
import { types } from "../db/types.ts";
import { askDocumented, openActors, type Sample } from "../testing/actors.ts";
import { createTestDatabase } from "../testing/database.ts";
import { openInProcessService } from "../testing/in-process-service.ts";

/**
 * Tests that an attacker cannot measure the existence of records. Times vary with the machine, so the test compares
 * the work: a request about another merchant's records must run the same statements as one about no record.
 */

const statements: string[] = [];
const database = await createTestDatabase();
const observed = postgres(database.url, {
  types,
  fetch_types: false,
  max: 5,
  debug: (_connection, query) => void statements.push(query.replaceAll(/\s+/g, " ").trim()),
});
afterAll(async () => {
  await observed.end({ timeout: 1 });
  await database.drop();
});

const { gateway, dispatch } = openInProcessService(observed);
let owner: Sample;
let stranger: Sample;
beforeAll(async () => {
  owner = await openActors(gateway, dispatch);
  stranger = await openActors(gateway, dispatch);
});

/**
 * Operations with ids of a merchant's records. Others are left out: channels belong to all merchants, periods and
 * formats to none, checkout pages are public, operators see all merchants, and a forwarder's token is its credential.
 */
const naming = [...publishedOperations, ...dashboardOperations].filter(
  ({ operationId, path }) =>
    (/\{(?!channel_id|device_token|period|program|language)/.test(path) &&
      !/^\/checkout|\/operator\//.test(path)) ||
    operationId === "createPayment",
);

/** Returns whether the statement records the time of the last use, which any request can cause. */
const isTrace = (statement: string) => /last_used_at|api_keys/.test(statement);

async function workFor(request: Request): Promise<{ status: number; statements: string[] }> {
  statements.length = 0;
  const { status } = await askDocumented(dispatch, request);
  return { status, statements: statements.filter((statement) => !isTrace(statement)) };
}

/** Returns the same request with the ids and codes of no record, in the path and the body. */
function aboutNothing({ headers, ...request }: Request): Request {
  const ids = /msg_[0-9a-f]{32}|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;
  const other = JSON.stringify(request).replaceAll(ids, (id) =>
    id.startsWith("msg_") ? `msg_${randomUUID().replaceAll("-", "")}` : randomUUID(),
  );
  return { ...JSON.parse(other), headers };
}

describe("another merchant's ids cost the same statements as unknown ones", () => {
  test.each(naming)("$operationId", async (operation: PublishedOperation) => {
    const credential = stranger(operation).headers ?? {};
    const foreign = { ...owner(operation), headers: credential };
    await workFor(foreign); // from here on, the credential is cached
    const known = await workFor(foreign);
    expect(await workFor(aboutNothing(foreign))).toEqual(known);
    expect(known.status).toBeGreaterThanOrEqual(400);
    expect(known.statements.length).toBeGreaterThan(0);
  });
});
