import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { limits } from "../contract/limits.ts";
import { listDevices, approveDevice, registerDevice } from "../domain/sources/devices.ts";
import { createTestDatabase, type TestDatabase } from "../testing/database.ts";
import { drawnDay } from "../testing/drawn-day.ts";
import { shopWithAccount, type Shop } from "../testing/fixtures.ts";
import { openInProcessService, type InProcessService } from "../testing/in-process-service.ts";

/** A forwarder app does not show that its reports are refused, so the phone's page in the dashboard must. */

const today = drawnDay("refused reports");
const remark = "RAHASIA-REMARK";
const unreadable = `{"package_name":"com.bca","title":"m-Transfer","body":"Rp 1\n${remark}"}`;

let database: TestDatabase;
let service: InProcessService;
let shop: Shop;
let device_id: string;
let token: string;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
beforeEach(async () => {
  service = openInProcessService(database.sql);
  service.gateway.setClock(today("07:03"));
  shop = await shopWithAccount(service.gateway);
  ({ device_id, device_token: token } = await register());
  await approveDevice(database.sql, device_id);
});

const register = () =>
  registerDevice(database.sql, {
    merchant_id: shop.merchant_id,
    device_name: "Phone beside the till",
    installation_id: "forwarder",
    model: null,
    app_version: null,
  });

async function post(body: string | Uint8Array, headers: Record<string, string> = {}) {
  const bytes = Buffer.from(body);
  const all: Record<string, string> = { "content-type": "application/json", ...headers };
  const { status } = await service.dispatch({
    method: "POST",
    path: `/worker/notify/${token}`,
    query: "",
    remoteAddress: "127.0.0.1",
    header: (name) => all[name],
    body: async () => bytes,
  });
  return status;
}

async function shown() {
  const { items } = await listDevices(service.gateway, { ...shop, page: 1, per_page: 1 });
  const [device] = items;
  return {
    health: device?.health,
    refused_reports: device?.refused_reports,
    problems: device?.findings.map(({ problem }) => problem),
  };
}

const good = () =>
  JSON.stringify({
    package_name: "com.bca",
    title: "Promo",
    body: "Diskon",
    posted_at: today("07:00").toISOString(),
  });

describe("a refused report", () => {
  test.each([
    ["with a raw line break", "unreadable", 400, unreadable, {}],
    ["that is no object", "unreadable", 400, "[]", {}],
    ["of another type", "unreadable", 400, remark, { "content-type": "text/plain" }],
    ["without a package", "invalid_fields", 400, `{"body":"${remark}"}`, {}],
    ["compressed", "compressed", 415, gzipSync(unreadable), { "content-encoding": "gzip" }],
  ] as const)("%s is shown with its phone", async (_, reason, status, body, headers) => {
    expect(await post(body, headers)).toBe(status);
    const at = today("07:03").toISOString();
    expect(await shown()).toEqual({
      health: "warning",
      refused_reports: { count: 1, since: at, last_at: at, reason },
      problems: ["refused_reports"],
    });
  });

  test("is shown for a Worker too", async () => {
    const { status } = await service.dispatch({
      method: "POST",
      path: "/worker/mutations",
      query: "",
      remoteAddress: "127.0.0.1",
      header: (name) => ({ "content-type": "application/json", "x-device-token": token })[name],
      body: async () => Buffer.from('{"notifications":[{}]}'),
    });
    expect(status).toBe(400);
    expect((await shown()).refused_reports).toMatchObject({ count: 1, reason: "invalid_fields" });
  });

  test("is counted with the earlier ones, also with accepted ones in between", async () => {
    await post(unreadable);
    service.gateway.setClock(today("08:10"));
    expect(await post(good())).toBe(200);
    await post("{}");
    expect((await shown()).refused_reports).toEqual({
      count: 2,
      since: today("07:03").toISOString(),
      last_at: today("08:10").toISOString(),
      reason: "invalid_fields",
    });
  });

  test("begins a new count after a day, and is forgotten after a day", async () => {
    await post(unreadable);
    const next = new Date(today("07:03").getTime() + limits.refusedReportHours * 3_600_000);
    service.gateway.setClock(next);
    expect(await shown()).toMatchObject({ refused_reports: null, problems: [] });
    await post(unreadable);
    expect((await shown()).refused_reports).toMatchObject({ count: 1, since: next.toISOString() });
  });

  test("is counted up to a limit", async () => {
    await database.sql`
      update devices
      set refused_count = ${limits.refusedReportsCounted - 1}, refused_since = ${today("07:00")},
        refused_at = ${today("07:00")}, refused_because = 'too_large'
      where device_id = ${device_id}
    `;
    await post(unreadable);
    await post(unreadable);
    expect((await shown()).refused_reports?.count).toBe(limits.refusedReportsCounted);
  });

  test("causes one log line, and its text is in neither log nor database", async () => {
    await post(unreadable);
    await post(unreadable);
    const lines = service.log.filter((line) => line.includes("report was refused"));
    expect(lines).toHaveLength(1);
    expect(JSON.parse(lines[0] ?? "")).toMatchObject({
      level: 30,
      device_id,
      reason: "unreadable",
    });
    expect(service.log.join()).not.toMatch(new RegExp(`${remark}|${token}`));
    const [row] = await database.sql<{ text: string }[]>`
      select devices::text as text from devices where device_id = ${device_id}
    `;
    expect(row?.text).not.toContain(remark);
  });

  test("is not counted for a waiting phone or a wrong token", async () => {
    const { device_token } = await register();
    token = device_token;
    expect(await post(unreadable)).toBe(400);
    token = "dev_nothing";
    expect(await post(unreadable)).toBe(401);
    expect(await shown()).toMatchObject({ refused_reports: null });
  });

  test("is forgotten at a new registration of the phone", async () => {
    await post(unreadable);
    await register();
    await approveDevice(database.sql, device_id);
    expect(await shown()).toMatchObject({ refused_reports: null });
  });
});
