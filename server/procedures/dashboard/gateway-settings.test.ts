import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import {
  dataOf,
  expectInvalid,
  expectRefusal,
  type Caller,
} from "../../../contract-tests/support/http.ts";
import { GatewayError } from "../../contract/errors.ts";
import type { GatewaySettings } from "../../contract/dashboard/gateway-settings.ts";
import { connect, type Sql } from "../../db/client.ts";
import { openNotificationHub } from "../../db/notification-hub.ts";
import { listAuditEntries } from "../../domain/access/audit.ts";
import { changeMerchant } from "../../domain/merchants/merchants.ts";
import {
  changedGatewaySettings,
  followGatewaySettings,
  openSettingsInForce,
  type SettingsAtStart,
} from "../../domain/gateway-settings/settings-in-force.ts";
import { createGateway, settingsAtStart } from "../../start/open-gateway.ts";
import { readConfig } from "../../start/config.ts";
import { firstDays, isQuotaRenewable } from "../../domain/accounts/quota-plan.ts";
import { clientOf } from "../../domain/access/sessions.ts";
import { signUp } from "../../domain/access/sign-in.ts";
import type { Gateway } from "../../domain/gateway/gateway.ts";
import { createNoticeChannels } from "../../outside/notice-channels.ts";
import { createMailer } from "../../outside/mailer.ts";
import { callerOf, confirmedOwner, unconfirmedOwner } from "../../testing/actors.ts";
import { createTestDatabase, type TestDatabase } from "../../testing/database.ts";
import { colleague } from "../../testing/dashboard.ts";
import { shopWithAccount, testGateway, type Shop } from "../../testing/fixtures.ts";
import { createSecretBox } from "../../domain/security/secrets.ts";
import {
  answerChallenge,
  testPublicAddress,
} from "../../domain/gateway-settings/public-address.ts";
import { localNetworkHosts } from "../../domain/gateway-settings/local-network.ts";
import { openInProcessService } from "../../testing/in-process-service.ts";
import { startWebhookReceiver } from "../../testing/webhook-receiver.ts";
import { startMailReceiver, type MailReceiver } from "../../testing/mail-receiver.ts";

/** Settings of the whole gateway, as seen by its owner's browser and by several processes of the gateway. */

const path = "/dashboard/api/operator/settings";
const saved = "/dashboard/api/operator/saved-settings";
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
  await database.sql`update merchants set has_signed_up = false`;
});
afterAll(() => database.drop());

const atStart = {
  email: null,
  telegram: null,
  telegramApiUrl: "https://api.telegram.org",
  sign_up: null,
  public_address: null,
  local_network: null,
  google: null,
  microsoft: null,
};

type Process = Awaited<ReturnType<typeof startProcess>>;

/** Starts a process of the gateway with its own memory, wired as in startServer. */
async function startProcess(given: Partial<SettingsAtStart> = {}, reading: Sql = database.sql) {
  const hub = openNotificationHub(database.url, log);
  const settingsInForce = await openSettingsInForce(
    testGateway(reading),
    { ...atStart, ...given },
    { announce: () => hub.publish(changedGatewaySettings, ["now"]), log },
  );
  // The interval is long, so that only announcements can bring a change.
  const following = await followGatewaySettings(settingsInForce, hub, log, 3600);
  closing.push(async () => {
    following.stop();
    await hub.close();
  });
  const { deliver: deliverMail } = createMailer(() => settingsInForce.mailServer, log as never);
  const noticeChannels = createNoticeChannels({
    deliverMail,
    sendsMail: () => settingsInForce.mailServer !== null,
    telegram: () => settingsInForce.telegramBot,
    pushTargets: () => ({ allowPrivate: true }),
    publicUrl: () => "https://pay.example",
  });
  const outside = { settingsInForce, deliverMail, noticeChannels };
  const { gateway, dispatch, refusals } = openInProcessService(database.sql, outside);
  // Otherwise the log would write refusals two minutes later, when the database no longer exists.
  closing.push(() => refusals.stop());
  return { gateway, dispatch, settingsInForce, noticeChannels };
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

const settingsOf = (env: Record<string, string>, { gateway, settingsInForce }: Process) =>
  createGateway(readConfig(env), gateway, settingsInForce, gateway).settings;

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

test("a test returns the server's response", async () => {
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
  dataOf(await owner.delete(`${saved}/email`));
  await expect.poll(() => other.settingsInForce.mailServer).toBeNull();
  expectRefusal(await owner.delete(`${saved}/email`), 404, "not_found");
});

test("the next look finds a change whose notification was lost", async () => {
  const settings = await openSettingsInForce(testGateway(database.sql), atStart);
  const deafHub = { subscribe: async () => {} };
  const following = await followGatewaySettings(settings, deafHub, log, 0.01);
  closing.push(() => following.stop());
  dataOf(await save());
  await expect.poll(() => settings.mailServer).not.toBeNull();
});

test("a change that cannot be read again is saved and logged, and other processes learn of it", async () => {
  const reading = connect(database.url);
  const broken = await startProcess({}, reading);
  const by = await confirmedOwner(broken.gateway, broken.dispatch, shop);
  await reading.end();
  log.warn.mockClear();
  dataOf(await save({}, by));
  expect(log.warn).toHaveBeenCalled();
  await expect.poll(() => service.settingsInForce.mailServer).not.toBeNull();
  dataOf(await by.delete(`${saved}/email`));
  await expect.poll(() => service.settingsInForce.mailServer).toBeNull();
});

describe("the password", () => {
  test("is in no response, not in the audit log and not in the database", async () => {
    const answer = await save(login);
    expect(dataOf<GatewaySettings>(answer).email).toEqual({
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
    const shown = [answer.text, (await owner.get(path)).text, JSON.stringify(items)];
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
    email: { url, from: "Toko <no-reply@shop.example>" },
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
  expectRefusal(await there.delete(`${saved}/email`), 409, "conflict");
});

describe("the Telegram bot", () => {
  const bot_token = "123456789:AAexampleExampleExample_-x";
  const saveBot = (by = owner) => by.post(`${path}/telegram`, { bot_token });
  const ok = (result: object) => ({ body: JSON.stringify({ ok: true, result }) });

  /** Saves a bot whose Telegram gives these responses to the bot's methods, and then tests the bot. */
  async function tried(respond: (method: string) => { status?: number; body: string }) {
    const telegram = await startWebhookReceiver({
      respond: (request) => respond(request.path.replace(`/bot${bot_token}/`, "")),
    });
    closing.push(() => telegram.close());
    const there = await startProcess({ telegramApiUrl: telegram.url });
    const by = await confirmedOwner(there.gateway, there.dispatch, shop);
    expectRefusal(await by.post(`${path}/telegram/tests`, {}), 409, "conflict");
    dataOf(await saveBot(by));
    return dataOf(await by.post(`${path}/telegram/tests`, {}));
  }

  test("works from the moment at which it is saved, in every process", async () => {
    const trial = await tried((method) =>
      ok(method === "getMe" ? { username: "TokoBot" } : { url: "" }),
    );
    expect(trial).toEqual({ bot_name: "TokoBot", problem: null, response: null });
    await expect.poll(() => service.noticeChannels.available).toContain("telegram");
    const removed = await owner.delete(`${saved}/telegram`);
    expect(dataOf<GatewaySettings>(removed).telegram).toBeNull();
    expect(service.noticeChannels.available).not.toContain("telegram");
  });

  test.each([
    ["token_refused", { status: 401, body: '{"ok":false,"description":"Unauthorized"}' }],
    ["refused", { status: 429, body: '{"ok":false,"description":"Too Many Requests"}' }],
    ["no_answer", { status: 502, body: "<html>" }],
    ["has_webhook", ok({ username: "TokoBot", url: "https://other.example" })],
  ])("that does not work has a reason: %s", async (problem, answer) => {
    expect(await tried(() => answer)).toMatchObject({ bot_name: null, problem });
  });

  test("is shown with its number and never with its token", async () => {
    const answer = await saveBot();
    expect(dataOf<GatewaySettings>(answer).telegram).toEqual({
      set_by: "dashboard",
      bot_id: "123456789",
    });
    const { items } = await listAuditEntries(service.gateway, { ...shop, per_page: 1 });
    expect(items).toMatchObject([{ object_id: "telegram", details: { bot_id: "123456789" } }]);
    const [row] = await database.sql`select sealed_value from gateway_settings`;
    for (const text of [answer.text, JSON.stringify(items), String(row?.["sealed_value"])]) {
      expect(text).not.toContain("AAexample");
    }
  });

  test("has a token that cannot lead to another address", async () => {
    const tokens = ["", "123456789", "x:AAexampleExampleExample", "1:a/../../x?y=zzzzzzzzzzzzz"];
    for (const token of tokens) {
      expectInvalid(await owner.post(`${path}/telegram`, { bot_token: token }), "bot_token");
    }
  });

  test("of the start wins", async () => {
    const telegram = { token: bot_token, apiUrl: "https://telegram.example" };
    const started = await startProcess({ telegram });
    const by = await confirmedOwner(started.gateway, started.dispatch, shop);
    expect((await read(by)).telegram).toEqual({ set_by: "start", bot_id: "123456789" });
    expectRefusal(await saveBot(by), 409, "conflict");
    expectRefusal(await by.delete(`${saved}/telegram`), 409, "conflict");
  });
});

describe("sign-up", () => {
  const open = (is_open: boolean, by = owner) => by.post(`${path}/sign-up`, { is_open });
  const stranger = (settings: Gateway["settings"]) =>
    signUp(
      { ...service.gateway, settings },
      { merchant_name: "Warung", email: `${randomUUID()}@shop.example`, password: "a calm lake" },
      clientOf("203.0.113.77", "Browser/1"),
    );

  test("is opened and closed in every process", async () => {
    const settings = settingsOf({}, await startProcess());
    await expect(stranger(settings)).rejects.toMatchObject({ code: "not_found" });
    expect(dataOf<GatewaySettings>(await open(true)).sign_up).toEqual({
      set_by: "dashboard",
      is_open: true,
    });
    await expect.poll(() => settings.allowSignUp).toBe(true);
    expect((await stranger(settings)).session.is_operator).toBe(false);
    dataOf(await open(false));
    await expect.poll(() => settings.allowSignUp).toBe(false);
    await expect(stranger(settings)).rejects.toMatchObject({ code: "not_found" });
  });

  test("forbids webhooks to private addresses while it is open, unless the start allows them", async () => {
    const settings = settingsOf({}, service);
    const allowing = settingsOf({ WEBHOOK_ALLOW_PRIVATE: "true" }, service);
    expect(settings.allowPrivateWebhooks).toBe(true);
    dataOf(await open(true));
    expect(settings.allowPrivateWebhooks).toBe(false);
    expect(allowing.allowPrivateWebhooks).toBe(true);
  });

  test("keeps its restrictions after it closes, once a stranger has an account", async () => {
    const settings = settingsOf({}, service);
    expect(isQuotaRenewable({ settings }, null)).toBe(true);
    dataOf(await open(true));
    dataOf(await open(false));
    expect(settings.allowPrivateWebhooks).toBe(true);
    dataOf(await open(true));
    const { session } = await stranger(settings);
    dataOf(await open(false));
    expect(settings.allowPrivateWebhooks).toBe(false);
    expect(isQuotaRenewable({ settings }, null)).toBe(false);
    expect(await firstDays({ ...service.gateway, settings })).toMatchObject({ isQuotaFree: true });
    const restarted = settingsOf({}, await startProcess());
    expect(restarted.allowPrivateWebhooks).toBe(false);
    await changeMerchant(service.gateway, session.merchant_id, { is_operator: true });
    await service.settingsInForce.reload();
    expect(settings.allowPrivateWebhooks).toBe(true);
  });

  test.each(["true", "false"])("of the start wins: %s", async (given) => {
    dataOf(await open(given === "false"));
    const started = await startProcess(settingsAtStart(readConfig({ ALLOW_SIGN_UP: given })));
    const by = await confirmedOwner(started.gateway, started.dispatch, shop);
    const is_open = given === "true";
    expect((await read(by)).sign_up).toEqual({ set_by: "start", is_open });
    expect(settingsOf({}, started).allowSignUp).toBe(is_open);
    expectRefusal(await open(!is_open, by), 409, "conflict");
  });
});

describe("the public address", () => {
  const open = (url: string, by = owner) => by.post(`${path}/public-address`, { url });
  const tried = (by = owner) => by.post(`${path}/public-address/tests`, {});

  test("is in the links of every process as soon as it is saved", async () => {
    const other = await startProcess();
    const settings = settingsOf({}, service);
    expect(settings.publicUrl).toBe("http://localhost:8080");
    dataOf(await open("https://Bayar.shop.example:443"));
    const url = "https://bayar.shop.example";
    expect(settings.publicUrl).toBe(url);
    await expect.poll(() => settingsOf({}, other).publicUrl).toBe(url);
    expect((await read()).public_address).toMatchObject({
      set_by: "dashboard",
      local_url: "http://127.0.0.1:8080",
    });
    dataOf(await owner.delete(`${saved}/public_address`));
    expect(settings.publicUrl).toBe("http://localhost:8080");
    await expect.poll(() => settingsOf({}, other).publicUrl).toBe("http://localhost:8080");
  });

  test.each([
    "pay.shop.example",
    "http://pay.shop.example",
    "https://localhost",
    "https://pay.shop.example/toko",
    "https://ani:rahasia@pay.shop.example",
    "https://pay.shop.example?x",
    "http://127.0.0.1:8080",
    "http://8.8.8.8",
    "http://192.168.1.5.shop.example",
    "javascript:alert(1)",
    "https://",
    "https://pay.shop.example:70000",
    "https://pay.shop.example:0",
    "http://192.168.1.999",
    "https://1.2.3.999",
    "https://127.0.0.11",
  ])("is not %s", async (url) => {
    expectInvalid(await open(url), "url");
  });

  test.each(["http://192.168.1.5:8080", "http://10.0.0.7", "http://kasir.local:8080"])(
    "can be %s, for phones in the same network",
    async (url) => {
      dataOf(await open(url));
      expect((await read()).public_address).toMatchObject({ set_by: "dashboard" });
    },
  );

  test("of the start wins", async () => {
    dataOf(await open("https://saved.shop.example"));
    const started = await startProcess(
      settingsAtStart(
        readConfig({ PUBLIC_URL: "https://start.shop.example", TEPAT_EMBEDDED: "1" }),
      ),
    );
    const by = await confirmedOwner(started.gateway, started.dispatch, shop);
    expect((await read(by)).public_address.set_by).toBe("start");
    expect(settingsOf({}, started).publicUrl).toBe("https://start.shop.example");
    expectRefusal(await open("https://new.shop.example", by), 409, "conflict");
  });

  test("cannot be tried before there is one", async () => {
    expectRefusal(await tried(), 404, "not_found");
  });

  test.each([
    ["this gateway's own answer", (nonce: string) => [200, nonce], null],
    ["another page", () => [200, "<h1>Selamat datang</h1>"], "other_server"],
    ["an answer of another gateway", () => [404, "not found"], "other_server"],
    ["a tunnel without a gateway behind it", () => [502, "Bad gateway"], "no_gateway"],
    ["Cloudflare without a tunnel", () => [530, "error 1033"], "no_gateway"],
  ] as const)("says what was found there: %s", async (_, answer, problem) => {
    dataOf(await open("https://pay.shop.example"));
    const asked: string[] = [];
    const trial = await testPublicAddress(
      { ...service.gateway, settings: settingsOf({}, service) },
      service.settingsInForce,
      async (url) => {
        asked.push(url);
        const challenge = new URL(url).searchParams.get("challenge") ?? "";
        const [http_status, response_head] = answer(answerChallenge(service.gateway, challenge));
        return {
          ...answered,
          http_status: Number(http_status),
          response_head: String(response_head),
        };
      },
    );
    expect(asked).toEqual([
      expect.stringMatching("^https://pay.shop.example/identity[?]challenge="),
    ]);
    expect(trial).toMatchObject({ url: "https://pay.shop.example", problem });
  });

  test("is not proven by a gateway with another secret", async () => {
    dataOf(await open("https://pay.shop.example"));
    const stranger = createSecretBox("the secret of another gateway, which is long enough");
    await testPublicAddress(
      { ...service.gateway, settings: settingsOf({}, service) },
      service.settingsInForce,
      async (url) => {
        const challenge = new URL(url).searchParams.get("challenge") ?? "";
        expect(() => answerChallenge({ secrets: stranger }, challenge)).toThrow(GatewayError);
        expect(() => answerChallenge(service.gateway, "x")).toThrow(GatewayError);
        return { ...answered, http_status: 404 };
      },
    );
  });
});

describe("the local network", () => {
  const network = `${path}/local-network`;

  test("opens and closes in every process, and its change is in the audit log", async () => {
    const other = await startProcess();
    expect((await read()).local_network).toEqual({
      set_by: "dashboard",
      is_open: false,
      addresses: [],
      refused_hosts: [],
    });
    for (const is_open of [true, false]) {
      const { local_network } = dataOf<GatewaySettings>(await owner.post(network, { is_open }));
      expect(local_network).toMatchObject({ set_by: "dashboard", is_open });
      await expect.poll(() => other.settingsInForce.opensLocalNetwork).toBe(is_open);
    }
    const { items } = await listAuditEntries(service.gateway, { ...shop, per_page: 2 });
    expect(items.map(({ details }) => details)).toEqual([{ is_open: false }, { is_open: true }]);
  });

  test.each([
    [{ HOST: "127.0.0.1" }, false],
    [{ HOST: "0.0.0.0" }, true],
    [{ DATABASE_URL: "postgres://tepat@db/tepat", TEPAT_SECRET: "s".repeat(32) }, true],
  ])("is as the start %o says", async (env, is_open) => {
    const started = await startProcess(settingsAtStart(readConfig(env)));
    const by = await confirmedOwner(started.gateway, started.dispatch, shop);
    expect((await read(by)).local_network).toMatchObject({ set_by: "start", is_open });
    expectRefusal(await by.post(network, { is_open: !is_open }), 409, "conflict");
    expect(started.settingsInForce.opensLocalNetwork).toBe(is_open);
  });

  test("has the private addresses of the computer, and no other", () => {
    const at = (address: string, internal = false) =>
      ({ address, internal, family: "IPv4" }) as never;
    const hosts = localNetworkHosts({
      lo: [at("127.0.0.1", true)],
      wlan0: [at("192.168.1.5"), { address: "fe80::1", internal: false, family: "IPv6" } as never],
      eth0: [at("203.0.113.7")],
      docker0: [at("172.17.0.1")],
      enp3s0: [at("169.254.9.9")],
    });
    expect(hosts).toEqual(["192.168.1.5"]);
  });

  const others =
    "ppp0, wwan0, wwp0s20u4, rmnet_data0, Cellular, tap0, nordlynx, proton0, ztabcdef, ZeroTier One [1], ham0, podman0, cni0, lxcbr0, VirtualBox Host-Only Network, VMware Network Adapter VMnet8";

  test.each(others.split(", "))("is not the network of the interface %s", (name) => {
    const address = { address: "10.64.3.2", internal: false, family: "IPv4" } as never;
    expect(localNetworkHosts({ [name]: [address] })).toEqual([]);
    expect(localNetworkHosts({ wlp2s0: [address] })).toEqual(["10.64.3.2"]);
  });
});

const answered = {
  outcome: "success" as const,
  error_code: null,
  retry_after_seconds: null,
  response_headers: {},
  response_head: "",
  duration_ms: 1,
};

describe("the settings", () => {
  const attempts = async (by: Caller) => [
    await by.get(path),
    await save({}, by),
    await by.delete(`${saved}/email`),
    await by.post(`${path}/email/tests`, {}),
    await by.post(`${path}/telegram`, { bot_token: "123456789:AAexampleExampleExample" }),
    await by.post(`${path}/telegram/tests`, {}),
    await by.post(`${path}/sign-up`, { is_open: true }),
    await by.post(`${path}/public-address`, { url: "https://pay.shop.example" }),
    await by.post(`${path}/public-address/tests`, {}),
    await by.post(`${path}/local-network`, { is_open: true }),
  ];

  test("are closed to the owner of another merchant", async () => {
    const other = await shopWithAccount(service.gateway);
    const stranger = await confirmedOwner(service.gateway, service.dispatch, other);
    for (const answer of await attempts(stranger)) expectRefusal(answer, 404, "not_found");
  });

  test.each(["finance", "cashier", "developer", "viewer", "accountant"] as const)(
    "are closed to a %s of the owner's team",
    async (role) => {
      const { token } = await colleague(service.gateway, shop, role);
      const member = callerOf(service.gateway, service.dispatch, token);
      for (const answer of await attempts(member)) expectRefusal(answer, 403, "forbidden");
    },
  );

  test("do not change for an owner whom no code has confirmed lately", async () => {
    const thief = await unconfirmedOwner(service.gateway, service.dispatch, shop);
    const changes = [
      await save({}, thief),
      await thief.post(`${path}/telegram`, { bot_token: "123456789:AAexampleExampleExample" }),
      await thief.post(`${path}/sign-up`, { is_open: true }),
      await thief.post(`${path}/public-address`, { url: "https://pay.shop.example" }),
      await thief.delete(`${saved}/email`),
    ];
    for (const answer of changes) expectRefusal(answer, 403, "confirmation_required");
    expect(await read()).toMatchObject({
      email: null,
      telegram: null,
      sign_up: { is_open: false },
    });
  });

  test("are closed to the owner of a merchant that is no longer an operator", async () => {
    await changeMerchant(service.gateway, shop.merchant_id, { is_operator: false });
    for (const answer of await attempts(owner)) expectRefusal(answer, 404, "not_found");
  });
});

describe("an address that is no mail server's", () => {
  test("is refused if a field is malformed", async () => {
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

  test("is refused by its port if webhooks cannot call private addresses, to prevent scans of the network", async () => {
    Object.assign(service.gateway.settings, { allowPrivateWebhooks: false });
    expectInvalid(await save({ port: 6379 }), "port");
    dataOf(await save({ port: 25 }));
  });
});

test("a client at a mail provider takes effect in every process, and its secret is never shown", async () => {
  const other = await startProcess();
  const google = { client_id: "1234.apps.example", client_secret: "a-planted-secret" };
  const change = () => owner.post(`${path}/mail-clients`, { provider: "google", ...google });
  const answer = await change();
  expect(dataOf<GatewaySettings>(answer).mail_sign_in).toEqual({
    redirect_url: expect.stringMatching(/\/dashboard\/devices\/mail-sign-in$/),
    google: { set_by: "dashboard", client_id: google.client_id },
    microsoft: null,
  });
  expect(answer.text).not.toContain(google.client_secret);
  await expect.poll(() => other.settingsInForce.mailClients.google).toEqual(google);
  const { items } = await listAuditEntries(service.gateway, { ...shop, per_page: 5 });
  expect(JSON.stringify(items)).not.toContain(google.client_secret);
  dataOf(await owner.delete(`${saved}/google`));
  await expect.poll(() => other.settingsInForce.mailClients.google).toBeNull();
});

test("a client of the start takes precedence, and cannot be changed here", async () => {
  const google = { client_id: "of-the-start", client_secret: "secret" };
  const started = await startProcess({ google });
  const by = await confirmedOwner(started.gateway, started.dispatch, shop);
  expect((await read(by)).mail_sign_in.google).toEqual({
    set_by: "start",
    client_id: google.client_id,
  });
  const change = { provider: "google", client_id: "another", client_secret: "secret" };
  expectRefusal(await by.post(`${path}/mail-clients`, change), 409, "conflict");
  expect(started.settingsInForce.mailClients.google).toEqual(google);
});
