import { afterAll, beforeEach, expect, test } from "vitest";
import { limits } from "../../contract/limits.ts";
import { createTestDatabase } from "../../testing/database.ts";
import { colleague, type Visitor } from "../../testing/dashboard.ts";
import { drawnDay } from "../../testing/drawn-day.ts";
import { shopWithAccount, type Shop } from "../../testing/fixtures.ts";
import { ask, openInProcessService } from "../../testing/in-process-service.ts";
import { listAuditEntries } from "./audit.ts";

const today = drawnDay("refused operations");
const begin = today("10:00").getTime();

const database = await createTestDatabase();
const { gateway, dispatch, refusals } = openInProcessService(database.sql);
let shop: Shop;
let viewer: Visitor;

beforeEach(async () => {
  gateway.setClock(new Date(begin));
  shop = await shopWithAccount(gateway);
  viewer = await colleague(gateway, shop, "viewer");
});
afterAll(() => database.drop());

const send = async (method: string, path: string, json?: object, who = viewer) => {
  const { status } = await ask(dispatch, {
    method,
    path: `/dashboard/api${path}`,
    headers: {
      cookie: `__Secure-tepat_session=${who.token}`,
      "sec-fetch-site": "same-origin",
      "user-agent": "Browser/1",
    },
    ...(json && { json }),
  });
  return status;
};
const tryKey = (who = viewer) => send("POST", "/api-keys", { label: "Mine" }, who);

/** Returns the owner's entries after this number of seconds. */
async function refusalsAfter(seconds: number) {
  gateway.setClock(new Date(begin + seconds * 1_000));
  await refusals.report();
  const { items } = await listAuditEntries(gateway, {
    merchant_id: shop.merchant_id,
    per_page: 50,
  });
  return items.filter(({ action }) => action === "operation.refused");
}

const hour = limits.refusalsReportedSeconds;

test("the owner finds a person's refused attempts and their number", async () => {
  for (const _again of [1, 2, 3]) expect(await tryKey()).toBe(403);
  expect(await refusalsAfter(1)).toMatchObject([
    {
      actor: "merchant",
      person_name: "Budi, viewer",
      user_agent: "Browser/1",
      details: {
        operation: "createApiKey",
        reason: "forbidden",
        role: "viewer",
        count: 3,
        first_refused_at: today("10:00").toISOString(),
        last_refused_at: today("10:00").toISOString(),
      },
    },
  ]);
});

test("an operation has two entries an hour, which together count every refusal", async () => {
  await tryKey();
  expect(await refusalsAfter(1)).toHaveLength(1);
  for (const _again of [1, 2]) await tryKey();
  expect(await refusalsAfter(hour - 1)).toHaveLength(1);
  const entries = await refusalsAfter(hour);
  expect(entries.map(({ details }) => details?.["count"])).toEqual([2, 1]);
  expect(await refusalsAfter(2 * hour)).toHaveLength(2);
});

test("the log also has attempts to book money without two-factor authentication", async () => {
  const finance = await colleague(gateway, shop, "finance");
  const path = "/likely-texts/none/payment";
  expect(await send("POST", path, { payment_code: "ORDER-1" }, finance)).toBe(403);
  expect(await refusalsAfter(1)).toMatchObject([
    { details: { operation: "confirmLikelyText", reason: "totp_not_enabled", count: 1 } },
  ]);
});

test("the log leaves out allowed operations and refusals for other reasons", async () => {
  expect(await send("GET", "/attention")).toBe(200);
  const owner = await colleague(gateway, shop, "owner");
  expect(await send("POST", "/api-keys", {}, owner)).toBe(400);
  expect(await refusalsAfter(1)).toEqual([]);
});

test("a person with many sessions does not fill the table, and every refusal is counted", async () => {
  const sessions = limits.refusedOperationsTold + 5;
  for (let number = 0; number < sessions; number += 1) {
    const session = {
      ...viewer.session,
      session_id: `0199f5ca-0000-4000-8000-${100_000_000_000 + number}`,
    };
    const client = { client_address: "203.0.113.7", user_agent: null };
    refusals.note({ session, client, operation: "createApiKey", reason: "forbidden" });
  }
  const entries = await refusalsAfter(1);
  expect(entries).toHaveLength(limits.refusedOperationsTold + 1);
  const counts = entries.map(({ details }) => Number(details?.["count"]));
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(sessions);
  expect(entries[0]?.details).toMatchObject({ operation: "others", count: 5 });
});

test("refusals are written later if the database was unavailable", async () => {
  await tryKey();
  await database.sql`alter table audit_entries rename to lost_entries`;
  await expect(refusals.report()).rejects.toThrow("audit_entries");
  await database.sql`alter table lost_entries rename to audit_entries`;
  expect(await refusalsAfter(1)).toMatchObject([{ details: { count: 1 } }]);
});
