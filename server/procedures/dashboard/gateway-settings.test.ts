import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import {
  dataOf,
  expectInvalid,
  expectRefusal,
  type Caller,
} from "../../../contract-tests/support/http.ts";
import type { GatewaySettings } from "../../contract/dashboard/gateway-settings.ts";
import { openNotificationHub } from "../../db/notification-hub.ts";
import { listAuditEntries } from "../../domain/access/audit.ts";
import { changeMerchant } from "../../domain/merchants/merchants.ts";
import {
  changedGatewaySettings,
  followGatewaySettings,
  openSettingsInForce,
  type SettingsAtStart,
} from "../../domain/gateway-settings/settings-in-force.ts";
import { createMailer } from "../../outside/mailer.ts";
import { callerOf, confirmedOwner, unconfirmedOwner } from "../../testing/actors.ts";
import { createTestDatabase, type TestDatabase } from "../../testing/database.ts";
import { colleague } from "../../testing/dashboard.ts";
import { shopWithAccount, testGateway, type Shop } from "../../testing/fixtures.ts";
import { openInProcessService } from "../../testing/in-process-service.ts";
import { startMailReceiver, type MailReceiver } from "../../testing/mail-receiver.ts";

/** Settings of the whole gateway, as its owner's browser and processes beside each other know them. */

const path = "/dashboard/api/operator/settings";
const log = { warn: vi.fn<() => void>(), error: vi.fn<() => void>(), info: vi.fn<() => void>() };

let database: TestDatabase;
let service: Process;
let shop: Shop;
let owner: Caller;
const closing: (() => unknown)[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
});
beforeEach(async () => {
  service = await startProcess();
  shop = await operatorsShop();
  owner = await confirmedOwner(service.gateway, service.dispatch, shop);
});
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
  await database.sql`delete from gateway_settings`;
});
afterAll(() => database.drop());

type Process = Awaited<ReturnType<typeof startProcess>>;

/** A process of the gateway with its own memory, as startServer plugs it together. */
async function startProcess(atStart: SettingsAtStart = { mailServer: null }) {
  const hub = openNotificationHub(database.url, log);
  const settingsInForce = await openSettingsInForce(testGateway(database.sql), atStart, () =>
    hub.publish(changedGatewaySettings, ["now"]),
  );
  // Only announcements count here.
  const following = await followGatewaySettings(settingsInForce, hub, log, 3600);
  closing.push(async () => {
    following.stop();
    await hub.close();
  });
  const { deliver: deliverMail } = createMailer(() => settingsInForce.mailServer, log as never);
  const { gateway, dispatch } = openInProcessService(database.sql, {
    settingsInForce,
    deliverMail,
  });
  return { gateway, dispatch, settingsInForce };
}

async function operatorsShop(): Promise<Shop> {
  const made = await shopWithAccount(service.gateway);
  await changeMerchant(service.gateway, made.merchant_id, { is_operator: true });
  return made;
}

async function mailServer(): Promise<MailReceiver & { port: number }> {
  const receiver = await startMailReceiver();
  closing.push(() => receiver.close());
  return { ...receiver, port: Number(new URL(receiver.url).port) };
}

const email = (fields: object = {}) => ({
  host: "127.0.0.1",
  port: 2525,
  sender_name: "Toko, Contoh",
  sender_address: "toko@shop.example",
  ...fields,
});
const login = { user_name: "toko@shop.example", password: "a calm lake" };

const save = (fields: object = {}, by = owner) => by.post(`${path}/email`, email(fields));
const read = async (by = owner) => dataOf<GatewaySettings>(await by.get(path));

test("email works as soon as it is saved, and its test reaches the requesting person", async () => {
  const receiver = await mailServer();
  expectRefusal(await owner.post(`${path}/email/tests`, {}), 409, "conflict");
  dataOf(await save({ port: receiver.port }));
  expect(dataOf(await owner.post(`${path}/email/tests`, {}))).toEqual({
    sent_to: shop.email,
    problem: null,
    server_response: null,
  });
  expect(receiver.mails).toEqual([expect.stringContaining(`To: ${shop.email}`)]);
  expect(receiver.mails[0]).toContain('From: "Toko, Contoh" <toko@shop.example>');
});

test("a test returns the mail server's answer", async () => {
  dataOf(await save({ port: 1 }));
  expect(dataOf(await owner.post(`${path}/email/tests`, {}))).toMatchObject({
    problem: "connection_refused",
  });
});

test("every other process learns of a change and of a removal, and one that starts later too", async () => {
  const other = await startProcess();
  dataOf(await save());
  await expect
    .poll(() => other.settingsInForce.mailServer?.connection)
    .toMatchObject({ port: 2525 });
  expect((await startProcess()).settingsInForce.mailServer).not.toBeNull();
  dataOf(await owner.delete(`${path}/email`));
  await expect.poll(() => other.settingsInForce.mailServer).toBeNull();
  expectRefusal(await owner.delete(`${path}/email`), 404, "not_found");
});

test("an announcement that is lost is made good by the next look", async () => {
  const settings = await openSettingsInForce(testGateway(database.sql), { mailServer: null });
  const deafHub = { subscribe: async () => {} };
  const following = await followGatewaySettings(settings, deafHub, log, 0.01);
  closing.push(() => following.stop());
  dataOf(await save());
  await expect.poll(() => settings.mailServer).not.toBeNull();
});

describe("the password", () => {
  test("is in no answer, not in the audit log and not in the database", async () => {
    const saved = await save(login);
    expect(dataOf<GatewaySettings>(saved).email).toEqual({
      set_by: "dashboard",
      ...email(),
      user_name: login.user_name,
      has_password: true,
    });
    const { items } = await listAuditEntries(service.gateway, { ...shop, per_page: 1 });
    expect(items).toMatchObject([
      {
        action: "gateway_setting.changed",
        object_id: "email",
        details: { host: "127.0.0.1", user_name: login.user_name, is_password_new: true },
      },
    ]);
    const rows = await database.sql`select * from gateway_settings`;
    const shown = [saved.text, (await owner.get(path)).text, JSON.stringify(items)];
    for (const text of [...shown, ...rows.map(({ sealed_value }) => String(sealed_value))]) {
      expect(text).not.toContain(login.password);
    }
  });

  test("stays if left out, but is never sent to another server or user", async () => {
    dataOf(await save(login));
    const { user_name } = login;
    dataOf(await save({ user_name, sender_name: "Toko Baru" }));
    expect(service.settingsInForce.saved.email).toMatchObject({
      sender_name: "Toko Baru",
      password: login.password,
    });
    for (const change of [{ host: "mail.attacker.example" }, { port: 587 }, { user_name: "x" }]) {
      expectInvalid(await save({ user_name, ...change }), "password");
    }
    expect((await read()).email).toMatchObject({ host: "127.0.0.1", port: 2525, user_name });
  });

  test("is not asked for by a server without users", async () => {
    dataOf(await save(login));
    dataOf(await save());
    expect((await read()).email).toMatchObject({ user_name: null, has_password: false });
  });

  test("under a lost TEPAT_SECRET counts as not set, and the process starts", async () => {
    dataOf(await save(login));
    await database.sql`update gateway_settings set sealed_value = set_byte(sealed_value, 40, 0)`;
    expect((await startProcess()).settingsInForce.mailServer).toBeNull();
    expectInvalid(await save({ user_name: login.user_name }), "password");
  });
});

test("a setting from the start takes precedence, is shown without user and password, and stays", async () => {
  dataOf(await save(login));
  const url = "smtps://AKIA:planted@mail.example.com";
  const started = await startProcess({
    mailServer: { url, from: "Toko <no-reply@shop.example>" },
  });
  const there = await confirmedOwner(started.gateway, started.dispatch, shop);
  expect((await read(there)).email).toEqual({
    set_by: "start",
    host: "mail.example.com",
    port: 465,
    user_name: null,
    has_password: true,
    sender_name: "Toko",
    sender_address: "no-reply@shop.example",
  });
  expect(started.settingsInForce.mailServer?.connection).toEqual({ url });
  expectRefusal(await save({}, there), 409, "conflict");
  expectRefusal(await there.delete(`${path}/email`), 409, "conflict");
});

describe("other roles", () => {
  const attempts = async (by: Caller) => [
    await by.get(path),
    await save({}, by),
    await by.delete(`${path}/email`),
    await by.post(`${path}/email/tests`, {}),
  ];

  test("reads or changes the settings: not the owner of another merchant", async () => {
    const other = await shopWithAccount(service.gateway);
    const stranger = await confirmedOwner(service.gateway, service.dispatch, other);
    for (const answer of await attempts(stranger)) expectRefusal(answer, 404, "not_found");
  });

  test.each(["finance", "cashier", "developer", "viewer", "accountant"] as const)(
    "reads or changes the settings: not a %s of the owner's own team",
    async (role) => {
      const { token } = await colleague(service.gateway, shop, role);
      const member = callerOf(service.gateway, service.dispatch, token);
      for (const answer of await attempts(member)) expectRefusal(answer, 403, "forbidden");
    },
  );

  test("changes the settings: not an owner whom no code has confirmed lately", async () => {
    const thief = await unconfirmedOwner(service.gateway, service.dispatch, shop);
    expectRefusal(await save({}, thief), 403, "confirmation_required");
    expectRefusal(await thief.delete(`${path}/email`), 403, "confirmation_required");
    expect((await read()).email).toBeNull();
  });

  test("changes the settings: not the owner of a merchant that is no longer an operator", async () => {
    await changeMerchant(service.gateway, shop.merchant_id, { is_operator: false });
    for (const answer of await attempts(owner)) expectRefusal(answer, 404, "not_found");
  });
});

describe("an address that is no mail server's", () => {
  test("is refused by its form", async () => {
    for (const host of [
      "",
      "mail example",
      "http://mail",
      "mail/x",
      "-x",
      "user@mail",
      "a".repeat(254),
    ]) {
      expectInvalid(await save({ host }), "host");
    }
    for (const port of [0, 65_536, 1.5, "587"]) expectInvalid(await save({ port }), "port");
    expectInvalid(await save({ sender_address: "toko" }), "sender_address");
    expectInvalid(await save({ sender_name: "Toko\r\nBcc: x@y.example" }), "sender_name");
    expectInvalid(await save({ ...login, password: "x".repeat(501) }), "password");
  });

  test("is refused by its port if webhooks cannot call private addresses, so that no person scans the network", async () => {
    Object.assign(service.gateway.settings, { allowPrivateWebhooks: false });
    expectInvalid(await save({ port: 6379 }), "port");
    dataOf(await save({ port: 25 }));
  });
});
