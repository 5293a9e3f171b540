import { afterEach, beforeEach, expect, test } from "vitest";
import { createRefresher } from "./device.ts";
import { noted, openOutbox, type Outbox } from "./outbox.sql.ts";
import type { Answer, DeviceView } from "./server.ts";

let outbox: Outbox;
let answer: Answer<DeviceView>;
let logged: string[];
let refresh: () => Promise<number>;

beforeEach(() => {
  outbox = openOutbox(":memory:");
  logged = [];
  refresh = createRefresher({
    outbox,
    read: async () => answer,
    random: () => 1,
    log: (message) => logged.push(message),
  });
});

afterEach(() => outbox.close());

const device = (device_status: string, packages = ["com.bca"]): Answer<DeviceView> => ({
  kind: "ok",
  data: { device_status, packages },
});

test("an approved device gets the watched apps every minute, and logs them once", async () => {
  answer = device("ACTIVE");
  expect(await refresh()).toBe(60_000);
  await refresh();
  answer = device("ACTIVE", ["com.bca", "id.dana"]);
  await refresh();
  expect(noted(outbox, "packages")).toBe('["com.bca","id.dana"]');
  expect(logged).toEqual(["Approved. Watching com.bca.", "Approved. Watching com.bca, id.dana."]);
});

test("a waiting device asks every ten seconds and already watches", async () => {
  answer = device("PENDING");
  expect(await refresh()).toBe(10_000);
  expect(noted(outbox, "packages")).toBe('["com.bca"]');
  expect(logged).toEqual(["Waiting for the merchant to approve this phone."]);
});

test("a merchant without active accounts is distinguished from a fault", async () => {
  answer = device("ACTIVE", []);
  await refresh();
  expect(logged).toEqual(["Approved, but the merchant has no active account to watch."]);
});

test("without the server the last named packages are watched", async () => {
  answer = device("ACTIVE");
  await refresh();
  answer = { kind: "later", reason: "fetch failed", waitSeconds: 0 };
  expect([await refresh(), await refresh()]).toEqual([1_000, 2_000]);
  expect(noted(outbox, "packages")).toBe('["com.bca"]');
  expect(logged.at(-1)).toBe("The server cannot be reached: fetch failed");
});

test("a device with an unknown token is asked to register again", async () => {
  answer = { kind: "unauthorized", reason: "HTTP 401" };
  expect(await refresh()).toBe(10_000);
  expect(logged).toEqual([
    "The server no longer knows this phone. Register it again. The queue is kept.",
  ]);
});
