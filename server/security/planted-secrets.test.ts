import { existsSync, readdirSync, readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { limits } from "../contract/limits.ts";
import type { Sql } from "../db/client.ts";
import { approveDevice } from "../domain/sources/devices.ts";
import { createTestDatabase, type TestDatabase } from "../testing/database.ts";
import { transferNotification } from "../testing/fixtures.ts";
import {
  startImapServer,
  type TestImapServer,
  tokenLogin,
  withTokens,
} from "../testing/imap-server.ts";
import { transports } from "../testing/listener-process.ts";
import { RawConnection } from "../testing/raw-connection.ts";
import { sourcesEntry, startServerProcess, type ServerProcess } from "../testing/server-process.ts";
import { currentTotpCode } from "../testing/totp.ts";
import {
  personsAddress,
  startTokenServer,
  testClient,
  type TokenServer,
} from "../testing/token-server.ts";
import { startWebhookReceiver, type WebhookReceiver } from "../testing/webhook-receiver.ts";

/**
 * Fault F5: looks for every secret of a running service in everything that the service prints, returns and stores,
 * while requests succeed, fail, and reach a database with missing tables.
 */

const tepatSecret = "planted-tepat-secret-0123456789-abcdefghij";
const smtpPassword = "planted-smtp-password";
const owner = { email: "owner@shop.example", password: "a planted calm lake" };
const ofOwnPage = { "sec-fetch-site": "same-origin" };

let database: TestDatabase;
let folder: string;
let receiver: WebhookReceiver;
let server: ServerProcess;
let tokens: TokenServer;
let imap: TestImapServer;

/** The secrets by kind. */
const secrets = new Map<string, string>();
/** The texts in which the test looks for secrets, by place. */
const places = new Map<string, string>();
/** The responses that must contain no secret. */
const answers: string[] = [];

async function searchEverywhere(transport: string, node: string): Promise<void> {
  secrets.clear();
  places.clear();
  answers.length = 0;
  database = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), "tepat-secrets-"));
  receiver = await startWebhookReceiver({ respond: () => ({ status: 500, body: "no" }) });
  tokens = await startTokenServer();
  imap = await startImapServer(repeatToken, withTokens);
  const { sign_in_url, token_url } = tokens;
  const mailProvider = { sign_in_url, token_url, host: "127.0.0.1", port: imap.port };
  const settings = {
    DATABASE_URL: database.url,
    TEPAT_DATA_DIR: folder,
    TEPAT_SECRET: tepatSecret,
    SMTP_URL: `smtp://mailer:${smtpPassword}@127.0.0.1:1`,
    TRANSPORT: transport,
    LOG_LEVEL: "debug",
    ALLOW_SIGN_UP: "true",
    WEBHOOK_ALLOW_PRIVATE: "true",
    WEBHOOK_RETRY_SCHEDULE: "0.05",
    GOOGLE_CLIENT_ID: testClient.client_id,
    GOOGLE_CLIENT_SECRET: testClient.client_secret,
    TEST_MAIL_PROVIDER: JSON.stringify(mailProvider),
    NODE_OPTIONS: `--import ${pathToFileURL(join(import.meta.dirname, "../testing/uses-test-provider.mjs")).href}`,
  };
  server = await startServerProcess(settings, node, { entry: sourcesEntry });
  secrets.set("TEPAT_SECRET", tepatSecret).set("SMTP password", smtpPassword);
  secrets.set("database password", new URL(database.url).password);
  secrets.set("mail client's secret", testClient.client_secret);
  await goWell();
  await goWrong();
  await sendWhatIsNoHttp();
  places.set("database", await everyRow(database.sql));
  await hitMissingTables();
  await server.terminate();
  places.set("log", server.output());
  places.set("answers", answers.join("\n"));
  places.set("webhooks", JSON.stringify(receiver.received));
}

async function clearUp(): Promise<void> {
  tokens.close();
  imap.close();
  await receiver.close();
  await database.drop();
  await rm(folder, { recursive: true, force: true });
}

interface Answered {
  /** The data of a resource whose fields are texts. */
  data: Record<string, string>;
  cookie: string;
}

async function ask(
  method: string,
  path: string,
  headers: Record<string, string> = {},
  body?: object | string,
  { showsSecret = false } = {},
): Promise<Answered> {
  const response = await fetch(server.url + path, {
    method,
    headers: { "content-type": "application/json", ...headers },
    body: typeof body === "object" ? JSON.stringify(body) : (body ?? null),
  });
  const text = await response.text();
  if (!showsSecret) answers.push(text);
  const isJson = response.headers.get("content-type")?.startsWith("application/json");
  return {
    data: isJson ? JSON.parse(text).data : {},
    cookie: response.headers.get("set-cookie")?.split(";", 1)[0] ?? "",
  };
}

/** Creates every secret, which is shown once, and uses it. */
async function goWell(): Promise<void> {
  secrets.set("password", owner.password);
  const { cookie } = await ask("POST", "/dashboard/api/sign-up", ofOwnPage, {
    merchant_name: "Toko",
    ...owner,
  });
  secrets.set("session", cookie.split("=")[1] ?? "");
  const person = { ...ofOwnPage, cookie };
  const show = async (path: string, body: object = {}) =>
    (await ask("POST", `/dashboard/api${path}`, person, body, { showsSecret: true })).data;

  const { api_key = "" } = await show("/api-keys", { label: "Shop" });
  const { webhook_secret = "" } = await show("/webhook-secret");
  const { pairing_token = "" } = await show("/pairing");
  const { account_id } = await show("/accounts", {
    channel_id: "5479355a-9dad-5a11-9103-a29ee9ccb26b",
    account_number: "0000000001",
    account_name: "TOKO",
  });
  await connectMailbox(person);
  const { secret: totpSecret = "" } = await show("/two-factor/offers");
  const { recovery_codes = "" } = await show("/two-factor", {
    totp_code: currentTotpCode(totpSecret),
  });
  const asMerchant = { "x-api-key": api_key };
  const device = await ask(
    "POST",
    "/worker/devices",
    { "x-pairing-token": pairing_token },
    { device_name: "Phone", installation_id: "one" },
    { showsSecret: true },
  );
  const { device_id = "", device_token = "" } = device.data;
  await approveDevice(database.sql, device_id);
  secrets.set("API key", api_key).set("webhook secret", webhook_secret);
  secrets.set("webhook secret's bytes", webhook_secret.replace("whsec_", ""));
  secrets.set("pairing token", pairing_token).set("device token", device_token);
  secrets.set("TOTP secret", totpSecret).set("recovery code", recovery_codes[0] ?? "");

  const payment = await ask("POST", "/gateway/payments", asMerchant, {
    account_id,
    payment_code: "INV-1",
    payment_amount: 50_000,
    payment_expired_at: "2099-01-01T00:00:00Z",
    customer_name: "Siti",
    customer_email: "siti@shop.example",
    payment_webhook_url: `${receiver.url}/webhook`,
  });
  const transfer = transferNotification(Number(payment.data["payment_total"]));
  await ask("POST", `/worker/notify/${device_token}`, {}, transfer);
  await receiver.waitFor(2);
  for (const path of ["/api-keys", "/deliveries", "/devices", "/audit-entries", "/settings"]) {
    await ask("GET", `/dashboard/api${path}`, person);
  }
  for (const path of ["/metrics", "/healthz", "/readyz", "/openapi.json", "/dashboard"]) {
    await ask("GET", path);
  }
  await ask("POST", "/dashboard/api/password-resets", ofOwnPage, { email: owner.email });
}

/**
 * Connects a mailbox through a sign-in at its provider, which redirects the browser to the
 * dashboard.
 */
async function connectMailbox(person: Record<string, string>): Promise<void> {
  const asPerson = (path: string, body: object, options?: { showsSecret: boolean }) =>
    ask("POST", `/dashboard/api${path}`, person, body, options);
  const account = await asPerson("/accounts", {
    channel_id: "d6881044-a5d7-57aa-acfa-bd66e7592588",
    account_number: "123456789012",
    account_name: "TOKO",
  });
  const mailbox = {
    provider: "google",
    address: personsAddress,
    account_ids: [account.data["account_id"]],
  };
  const signIn = async () => {
    const { data } = await asPerson("/mail-sign-ins", mailbox, { showsSecret: true });
    const { headers } = await fetch(data["url"] ?? "", { redirect: "manual" });
    const back = new URL(headers.get("location") ?? "");
    const { state = "", code = "" } = Object.fromEntries(back.searchParams);
    await ask("GET", `${back.pathname}${back.search}`, { cookie: person["cookie"] ?? "" });
    secrets.set("mail sign-in's state", state).set("mail sign-in's code", code);
    return { state, code };
  };
  await asPerson("/mail-sign-ins/completion", { ...(await signIn()), code: "unknown" });
  await asPerson("/mail-sign-ins/completion", await signIn());
  // The reader receives its own token, and the mail server refuses it.
  const problem = async () => {
    const { data } = await ask("GET", "/dashboard/api/mailboxes", person);
    return (data as unknown as { problem_words: string | null }[])[0]?.problem_words;
  };
  await vi.waitFor(async () => expect(await problem()).toBe("… has no right"), 30_000);
  secrets.set("refresh token", [...tokens.refreshTokens].at(-1) ?? "");
  secrets.set("access token", newestToken());
}

const newestToken = (): string =>
  imap.commands.map((command) => tokenLogin(command)?.token).findLast((token) => token) ?? "";

/** Repeats the access token in a response, as a bad mail server might. */
function repeatToken(command: string): string[] | undefined {
  if (command.startsWith("UID SEARCH")) return ["* SEARCH 1", "OK done"];
  return command.startsWith("UID FETCH") ? [`NO ${newestToken()} has no right`] : undefined;
}

const valueOf = (name: string): string => secrets.get(name) ?? "";

/** Sends every credential to the right and to wrong places. */
async function goWrong(): Promise<void> {
  const key = valueOf("API key");
  const cookie = `tepat_session=${valueOf("session")}`;
  const everything = {
    "x-api-key": key,
    "x-device-token": valueOf("device token"),
    "x-pairing-token": valueOf("pairing token"),
    cookie,
    authorization: `Bearer ${key}`,
  };
  for (const body of ["{", "[]", `{"a":`, "null", { payment_code: 1 }, { notifications: 1 }]) {
    for (const path of ["/gateway/payments", "/worker/mutations", "/worker/devices"]) {
      await ask("POST", path, everything, body);
    }
    await ask("POST", "/dashboard/api/settings", { ...ofOwnPage, cookie }, body);
    await ask("POST", `/worker/notify/${valueOf("device token")}`, {}, body);
  }
  await ask("POST", "/gateway/payments/INV-1/match", { ...everything, "x-totp-code": key });
  await ask("GET", "/gateway/payments?page=x", everything);
  await ask("PUT", "/gateway/payments", everything);
  await ask("GET", "/nowhere", everything);
  await ask("POST", "/dashboard/api/session", ofOwnPage, { ...owner, totp_code: "000000" });
  await ask("POST", "/dashboard/api/session", ofOwnPage, { ...owner, email: 1 });
}

/**
 * Sends requests that the listener itself refuses, with credentials in the request line, the headers and the
 * body.
 */
async function sendWhatIsNoHttp(): Promise<void> {
  const [key, token] = [valueOf("API key"), valueOf("device token")];
  const line = `POST /worker/notify/${token} HTTP/1.1\r\n`;
  const headers = `Host: tepat.test\r\nX-Api-Key: ${key}\r\nX-Device-Token: ${token}\r\n`;
  for (const text of [
    `${line}${headers}No colon ${key}\r\n\r\n`,
    `${line}${headers}X-Api-Key : ${key}\r\n\r\n`,
    `${line}${headers}X-Probe: ${"x".repeat(limits.headerBytes)}\r\n\r\n`,
    `${line}${headers}Content-Length: 1\r\nContent-Length: 2\r\n\r\n${key}`,
    `${line}${headers}Transfer-Encoding: chunked\r\n\r\n${key}\r\n`,
    `${line.replace("1.1", "1.0")}${headers}Transfer-Encoding: chunked\r\n\r\n${key}`,
    `${line.replace("POST", key)}${headers}\r\n`,
    `${line.replace("HTTP/1.1", key)}${headers}\r\n`,
  ]) {
    const connection = await RawConnection.open(Number(new URL(server.url).port));
    connection.send(text).socket.end();
    const impatience = setTimeout(() => connection.socket.destroy(), 1_000);
    answers.push(await connection.closed());
    clearTimeout(impatience);
  }
}

/** Provokes unexpected errors: each request fails internally and is logged. */
async function hitMissingTables(): Promise<void> {
  await database.sql`alter table payments rename to no_payments`;
  await database.sql`alter table sessions rename to no_sessions`;
  await database.sql`alter table devices rename to no_devices`;
  await database.sql`alter table merchants rename to no_merchants`;
  const cookie = `tepat_session=${valueOf("session")}`;
  await ask("GET", "/gateway/payments/INV-1", { "x-api-key": valueOf("API key") });
  await ask("GET", "/dashboard/api/session", { ...ofOwnPage, cookie });
  await ask("POST", "/dashboard/api/session", ofOwnPage, { ...owner });
  await ask("GET", "/worker/device", { "x-device-token": valueOf("device token") });
  await ask("POST", `/worker/notify/${valueOf("device token")}`, {}, transferNotification(1));
  await ask(
    "POST",
    "/worker/devices",
    { "x-pairing-token": valueOf("pairing token") },
    { device_name: "Phone", installation_id: "two" },
  );
}

/** Returns every row of every table as text, like a dump. */
async function everyRow(sql: Sql): Promise<string> {
  const tables = await sql<{ name: string }[]>`
    select format('%I.%I', schemaname, tablename) as name
    from pg_tables
    where schemaname not in ('pg_catalog', 'information_schema')
  `;
  const rows = await Promise.all(
    tables.map(({ name }) => sql.unsafe(`select t::text as row from ${name} t`)),
  );
  return rows
    .flat()
    .map(({ row }) => String(row))
    .join("\n");
}

/** Returns the secret and the spellings of its bytes in PostgreSQL and HTTP. */
const spellings = (secret: string): string[] => [
  secret,
  Buffer.from(secret).toString("hex"),
  Buffer.from(secret).toString("base64").replace(/=+$/, ""),
  encodeURIComponent(secret),
];

const kinds = [
  "TEPAT_SECRET",
  "SMTP password",
  "mail client's secret",
  "mail sign-in's state",
  "mail sign-in's code",
  "refresh token",
  "access token",
  "database password",
  "password",
  "session",
  "API key",
  "webhook secret",
  "webhook secret's bytes",
  "pairing token",
  "device token",
  "TOTP secret",
  "recovery code",
];

for (const { transport, node, note } of transports()) {
  describe.skipIf(node === undefined)(`with ${transport}${note}`, () => {
    beforeAll(() => searchEverywhere(transport, node ?? ""), 60_000);
    afterAll(clearUp);
    test("every kind of secret was planted", () => {
      expect([...secrets.keys()].toSorted()).toEqual(kinds.toSorted());
      for (const secret of secrets.values()) expect(secret.length).toBeGreaterThanOrEqual(8);
    });

    test.each([
      ["log", "internal_error"],
      ["log", 'relation \\"payments\\" does not exist'],
      ["answers", "internal_error"],
      ["answers", "INV-1"],
      ["answers", "… has no right"],
      ["database", owner.email],
      ["webhooks", "payment.paid"],
    ])("the search of the %s covers existing data: %s", (place, text) => {
      expect(places.get(place)).toContain(text);
    });

    describe.each(kinds)("the %s", (kind) => {
      test.each(["log", "answers", "database", "webhooks"])("is not in the %s", (place) => {
        for (const spelling of spellings(valueOf(kind))) {
          expect(places.get(place)?.includes(spelling), `${kind} as ${spelling}`).toBe(false);
        }
      });
    });
  });
}

const root = join(import.meta.dirname, "../..");
const bundles = ["checkout-web/dist", "dashboard-web/dist"].map((folder) => join(root, folder));

/** The bundles are built before `npm test`. */
test.runIf(bundles.every(existsSync))("the pages' bundles name no secret", () => {
  const texts = bundles.flatMap((bundle) =>
    readdirSync(bundle, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => readFileSync(join(entry.parentPath, entry.name), "latin1")),
  );
  expect(texts.length).toBeGreaterThan(3);
  for (const text of texts) {
    expect(text).not.toMatch(/pg(k_live|d|p|r)_\w{30}|whsec_[\w+/]{30}|postgres(ql)?:\/\//);
  }
});
