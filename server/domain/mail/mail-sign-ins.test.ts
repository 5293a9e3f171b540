import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { dataOf, expectRefusal, type Caller } from "../../../contract-tests/support/http.ts";
import type { Mailbox, MailboxTrial, MailSignIn } from "../../contract/dashboard/mailboxes.ts";
import { limits } from "../../contract/limits.ts";
import { recurringJobs } from "../../jobs/jobs.ts";
import { startMailboxReader } from "../../jobs/mailbox-reader.ts";
import { createInboxOpener } from "../../outside/imap-client.ts";
import { createTokenClient } from "../../outside/token-client.ts";
import { callerOf, confirmedOwner, unconfirmedOwner } from "../../testing/actors.ts";
import { colleague } from "../../testing/dashboard.ts";
import { createTestDatabase, type TestDatabase } from "../../testing/database.ts";
import { noDovecot, startDovecot } from "../../testing/dovecot.ts";
import { pendingPayment, type Shop, shopWithAccount } from "../../testing/fixtures.ts";
import { nothingOutside } from "../../testing/nothing-outside.ts";
import {
  type TestImapServer,
  startImapServer,
  tokenLogin,
  withTokens,
} from "../../testing/imap-server.ts";
import { type InProcessService, openInProcessService } from "../../testing/in-process-service.ts";
import { ocbcText } from "../../testing/ocbc-text.ts";
import { nameOf, rsaKey, signMail, writeMail } from "../../testing/signed-mail.ts";
import {
  personsAddress,
  startTokenServer,
  testClient,
  type TokenServer,
} from "../../testing/token-server.ts";
import { readPayment } from "../payments/payments.ts";
import { forgetOldRows } from "../upkeep/retention.ts";
import { createMailAccess } from "./mail-access.ts";
import { passwordContext } from "./mail-sealing.ts";
import { listFolders } from "./own-mailboxes.ts";

/** A mailbox at the test's own provider, which has an authorization server and a mail server. */

const address = personsAddress;
const bank = rsaKey("ocbcnisp.com", "mail2026");
const api = "/dashboard/api";

let database: TestDatabase;
let tokens: TokenServer;
let imap: TestImapServer;
let service: InProcessService;
let shop: Shop;
let owner: Caller;
/** The gateway's client at Google. null: the owner has set none. */
let client: typeof testClient | null;
/** The time that a provider can take to respond. */
let exchangeMilliseconds: number;
let services: ReturnType<typeof outside>;
/** The mailbox for which the provider gives tokens. */
let logsInAs: string;
/** The users and access tokens with which Tepat signed in. */
const logins: { user: string; token: string }[] = [];
const stops: (() => unknown)[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
});
beforeEach(async () => {
  client = testClient;
  logsInAs = address;
  exchangeMilliseconds = 15_000;
  tokens = await startTokenServer();
  imap = await startImapServer(answerImap, withTokens);
  await openShop(imap.port);
});
afterEach(async () => {
  for (const stop of stops.splice(0).toReversed()) await stop();
  tokens.close();
  imap.close();
  logins.length = 0;
  await database.sql`update mailboxes set next_try_at = null`;
});
afterAll(async () => {
  await service.refusals.stop();
  await database.drop();
});

/** Opens a shop whose provider has its mail server at this port. */
async function openShop(port: number): Promise<void> {
  await service?.refusals.stop();
  services = outside(port);
  service = openInProcessService(database.sql, services);
  service.gateway.setClock(null);
  shop = await shopWithAccount(service.gateway, {
    channel: "OCBC",
    account_number: "123456789012",
  });
  owner = await confirmedOwner(service.gateway, service.dispatch, shop);
}

/** The services that startServer builds, with the test's provider in place of Google. */
function outside(port: number) {
  const provider = {
    sign_in_url: tokens.sign_in_url,
    token_url: tokens.token_url,
    parameters: { scope: "mail", access_type: "offline" },
    host: "127.0.0.1",
    port,
  };
  return {
    openInbox: createInboxOpener(() => ({ allowPrivate: true })),
    mailAccess: createMailAccess({
      ask: createTokenClient(() => ({ allowPrivate: true, limits: { exchangeMilliseconds } })),
      clients: () => ({ google: client, microsoft: null }),
      providers: { google: provider, microsoft: provider },
    }),
  };
}

function answerImap(command: string): string[] | undefined {
  const login = tokenLogin(command);
  if (login) {
    logins.push(login);
    const isIn = login.user === logsInAs && tokens.valid.has(login.token);
    return [isIn ? "OK in" : "NO Invalid credentials"];
  }
  return command.startsWith("UID SEARCH") ? ["* SEARCH", "OK done"] : undefined;
}

const begin = async (fields: object = {}, by = owner) =>
  dataOf<MailSignIn>(
    await by.post(`${api}/mail-sign-ins`, {
      provider: "google",
      address: "Kasir@Gmail.com",
      account_ids: [shop.account_id],
      ...fields,
    }),
  );

/** Signs the person in at the provider, which redirects the browser back. */
async function agree(signIn: MailSignIn): Promise<{ state: string; code: string }> {
  const { headers } = await fetch(signIn.url ?? "", { redirect: "manual" });
  const back = new URL(headers.get("location") ?? "");
  expect(back.pathname).toBe("/dashboard/devices/mail-sign-in");
  const { state = "", code = "" } = Object.fromEntries(back.searchParams);
  return { state, code };
}

const complete = async (given: { state: string; code: string }, by = owner) =>
  dataOf<MailboxTrial>(await by.post(`${api}/mail-sign-ins/completion`, given));

async function connected(): Promise<Mailbox> {
  const { problem, mailbox } = await complete(await agree(await begin()));
  expect(problem).toBeNull();
  return mailbox as Mailbox;
}

const mailboxes = async () => dataOf<Mailbox[]>(await owner.get(`${api}/mailboxes`));
const present = async () => (await mailboxes())[0];

function startReader(pollSeconds = 0.05) {
  const reader = startMailboxReader(
    service.gateway,
    {
      ...nothingOutside,
      ...services,
      lookUpKey: async (name) => (name === nameOf(bank) ? [bank.record] : []),
    },
    { info() {}, warn() {}, error() {} } as never,
    { lookSeconds: 0.05, pollSeconds },
  );
  let ended: Promise<void> | undefined;
  const stop = () => (ended ??= reader.stop());
  stops.push(stop);
  return { stop };
}

const isRead = async () => {
  const before = (await present())?.read_at ?? "";
  await expect.poll(async () => (await present())?.read_at ?? "").not.toBe(before);
};

const refreshes = () => tokens.asked.filter((form) => form.get("grant_type") === "refresh_token");

test("a mailbox is connected by a sign-in at its provider, and read", async () => {
  const signIn = await begin();
  const asked = Object.fromEntries(new URL(signIn.url ?? "").searchParams);
  expect(asked).toMatchObject({
    response_type: "code",
    client_id: testClient.client_id,
    code_challenge_method: "S256",
    login_hint: address,
    access_type: "offline",
  });
  expect(JSON.stringify(asked)).not.toContain(testClient.client_secret);
  const { problem, mailbox } = await complete(await agree(signIn));
  expect(problem).toBeNull();
  expect(mailbox).toMatchObject({ address, login: address, provider: "google", folder: "INBOX" });
  startReader();
  await isRead();
  expect(await present()).toMatchObject({ problem: null });
  expect(new Set(logins.map(({ user }) => user))).toEqual(new Set([address]));
  // The first reading requests its own access token, and later readings use it.
  expect(refreshes()).toHaveLength(1);
});

test("the refresh token is stored sealed, and no token or code is logged", async () => {
  const given = await agree(await begin());
  await complete(given);
  const stored =
    await database.sql`select * from mailboxes where merchant_id = ${shop.merchant_id}`;
  const log = service.log.join("\n");
  const [row] = stored;
  const refresh = service.gateway.secrets.open(
    row?.["sealed_password"] as Buffer,
    passwordContext(row?.["device_id"] as string),
  );
  expect(refresh).toMatch(/^refresh-/);
  for (const secret of [refresh, given.code, given.state, ...tokens.valid]) {
    expect(log).not.toContain(secret);
    expect(JSON.stringify(stored)).not.toContain(Buffer.from(secret).toString("hex"));
  }
});

test("a state counts once, in its own session, and for ten minutes", async () => {
  const given = await agree(await begin());
  const ended = { problem: "sign_in_ended", mailbox: null };
  const other = await confirmedOwner(service.gateway, service.dispatch, shop);
  expect(await complete(given, other)).toMatchObject(ended);
  expect(await complete({ ...given, state: "guessed" })).toMatchObject(ended);
  expect(tokens.asked).toEqual([]);
  expect(await complete(given)).toMatchObject({ problem: null });
  expect(await complete(given)).toMatchObject(ended);

  const first = await agree(await begin());
  const second = await agree(await begin());
  expect(await complete(first)).toMatchObject(ended);
  const later = Date.now() + (limits.mailSignInSeconds + 1) * 1000;
  service.gateway.setClock(new Date(later));
  expect(await complete(second)).toMatchObject(ended);
});

test("an uncompleted sign-in is forgotten when its state expires", async () => {
  const begun = async () =>
    (await database.sql`select from mail_sign_ins where merchant_id = ${shop.merchant_id}`).length;
  await begin();
  const at = Date.now() + limits.mailSignInSeconds * 1000;
  service.gateway.setClock(new Date(at - 60_000));
  await forgetOldRows(service.gateway);
  expect(await begun()).toBe(1);
  service.gateway.setClock(new Date(at + 60_000));
  await forgetOldRows(service.gateway);
  expect(await begun()).toBe(0);
});

test.each([
  ["http://localhost:3000", "other_address"],
  ["http://192.168.1.5:3000", "other_address"],
  ["the public address", null],
])("a dashboard at %s begins a sign-in with the problem %s", async (place, problem) => {
  const { publicUrl } = service.gateway.settings;
  const origin = place === "the public address" ? new URL(publicUrl).origin : place;
  const fields = { provider: "google", address, account_ids: [shop.account_id] };
  const begun = await owner.post(`${api}/mail-sign-ins`, fields, { origin });
  expect(dataOf<MailSignIn>(begun).problem).toBe(problem);
  const { device_id } = await connected();
  const renewed = await owner.post(`${api}/mailboxes/${device_id}/sign-ins`, {}, { origin });
  expect(dataOf<MailSignIn>(renewed).problem).toBe(problem);
});

test("a mailbox whose token an earlier release tried as a password is read again", async () => {
  const { device_id } = await connected();
  await database.sql`
    update mailboxes
    set problem = 'login_refused', problem_since = now(), next_try_at = null
    where device_id = ${device_id}
  `;
  const jobs = recurringJobs(service.gateway, { wake() {} } as never);
  await jobs.find(({ name }) => name === "find-silent-mailboxes")?.run();
  startReader();
  await isRead();
  expect(await present()).toMatchObject({ problem: null });
});

test("of two completions with one state at the same moment, one connects the mailbox", async () => {
  const given = await agree(await begin());
  const both = await Promise.all([complete(given), complete(given)]);
  expect(new Set(both.map(({ problem }) => problem))).toEqual(new Set([null, "sign_in_ended"]));
  expect(await mailboxes()).toHaveLength(1);
  expect(tokens.asked).toHaveLength(1);
});

test("a team member whose role has no mailboxes can neither begin nor complete a sign-in", async () => {
  const { token } = await colleague(service.gateway, shop, "finance");
  const by = callerOf(service.gateway, service.dispatch, token);
  const given = await agree(await begin({}, by));
  await service.gateway.sql`
    update people
    set role = 'cashier'
    where merchant_id = ${shop.merchant_id} and role = 'finance'
  `;
  expectRefusal(await by.post(`${api}/mail-sign-ins/completion`, given), 403, "forbidden");
  const again = { provider: "google", address, account_ids: [shop.account_id] };
  expectRefusal(await by.post(`${api}/mail-sign-ins`, again), 403, "forbidden");
  expect(tokens.asked).toEqual([]);
  expect(await mailboxes()).toEqual([]);
});

test.each([
  ["an error of the provider", { status: 503, body: "away" }],
  ["a redirect", { status: 302, body: "" }],
  ["a huge response", { status: 200, body: `{"access_token":"${"a".repeat(1_000_000)}"}` }],
  ["no response", "never"],
] as const)("after %s nothing is connected, and another sign-in is", async (_, answer) => {
  exchangeMilliseconds = 300;
  tokens.answerWith(answer);
  const given = await agree(await begin());
  expect(await complete(given)).toMatchObject({ problem: "connection_failed", mailbox: null });
  tokens.answerWith(null);
  expect(await complete(given)).toMatchObject({ problem: "sign_in_ended" });
  expect(await complete(await agree(await begin()))).toMatchObject({ problem: null });
});

test("a code that the provider gave for another sign-in is refused", async () => {
  const stolen = await agree(await begin());
  const { state } = await agree(await begin());
  expect(await complete({ state, code: stolen.code })).toMatchObject({
    problem: "access_ended",
    response: "invalid_grant",
    mailbox: null,
  });
  expect(await mailboxes()).toEqual([]);
});

test("another mailbox than the stated one is not connected", async () => {
  const trial = await complete(await agree(await begin({ address: "lain@gmail.com" })));
  expect(trial).toMatchObject({ problem: "access_ended", mailbox: null });
  expect(await mailboxes()).toEqual([]);
});

test("without a client no sign-in begins, and only a confirmed person begins one", async () => {
  client = null;
  expect(await begin()).toEqual({ problem: "sign_in_unavailable", url: null });
  client = testClient;
  const thief = await unconfirmedOwner(service.gateway, service.dispatch, shop);
  const refused = await thief.post(`${api}/mail-sign-ins`, {
    provider: "google",
    address,
    account_ids: [shop.account_id],
  });
  expectRefusal(refused, 403, "confirmation_required");
});

test("a wrong client is reported as such, without the secret", async () => {
  const signIn = await begin();
  client = { ...testClient, client_secret: "an-old-secret" };
  expect(await complete(await agree(signIn))).toEqual({
    problem: "sign_in_unavailable",
    response: "invalid_client",
    mailbox: null,
  });
});

test("an access token that the server refuses is replaced once", async () => {
  await connected();
  startReader();
  await isRead();
  const before = refreshes().length;
  tokens.endTokens();
  await database.sql`update mailboxes set lease_token = null, lease_until = null`;
  await expect.poll(() => refreshes().length).toBe(before + 1);
  await isRead();
  expect(await present()).toMatchObject({ problem: null });
});

test("an access token is replaced before it ends, without a problem", async () => {
  tokens.secondsOfTokens(2);
  await connected();
  startReader();
  await expect.poll(() => refreshes().length, { timeout: 20_000 }).toBeGreaterThan(2);
  expect(await present()).toMatchObject({ problem: null });
  // Each refresh brought another refresh token, and the newest one was used.
  const used = refreshes().map((form) => form.get("refresh_token"));
  expect(new Set(used).size).toBe(used.length);
});

test("a refresh token stays if the provider gives no other", async () => {
  tokens.keepRefreshTokens();
  tokens.secondsOfTokens(2);
  await connected();
  startReader();
  await expect.poll(() => refreshes().length, { timeout: 20_000 }).toBeGreaterThan(2);
  expect(await present()).toMatchObject({ problem: null });
  expect(new Set(refreshes().map((form) => form.get("refresh_token"))).size).toBe(1);
});

test("of two processes that renew the access at once, each gets in, and a valid token stays", async () => {
  const { device_id } = await connected();
  const name = { merchant_id: shop.merchant_id, device_id };
  const folders = async ({ openInbox, mailAccess }: typeof services) =>
    (await listFolders(service.gateway, { openInbox, mailAccess }, name)).problem;
  const processes = Array.from({ length: 4 }, () => outside(imap.port));
  expect(await Promise.all(processes.map(folders))).toEqual([null, null, null, null]);
  expect(refreshes()).toHaveLength(4);
  tokens.endTokens();
  expect(await Promise.all(processes.map(folders))).toEqual([null, null, null, null]);
});

test("a revoked permission is reported once, and another sign-in continues", async () => {
  const { device_id } = await connected();
  const reader = startReader();
  await isRead();
  await reader.stop();
  tokens.revoke();
  startReader();
  await expect.poll(async () => (await present())?.problem).toBe("access_ended");
  expect(await present()).toMatchObject({ problem_words: "invalid_grant" });
  const before = tokens.asked.length;
  await new Promise((resolve) => setTimeout(resolve, 1000));
  expect(tokens.asked).toHaveLength(before);

  const renewal = await owner.post(`${api}/mailboxes/${device_id}/sign-ins`, {});
  const { problem, mailbox } = await complete(await agree(dataOf<MailSignIn>(renewal)));
  expect(problem).toBeNull();
  expect(mailbox).toMatchObject({ device_id, problem: null });
  await isRead();
  expect(await mailboxes()).toHaveLength(1);
});

test.each([
  ["an error of the provider", { status: 503, body: "away" }],
  ["a page instead of tokens", { status: 200, body: "<html>" }],
  [
    "a token with a line break",
    { status: 200, body: '{"access_token":"a\\r\\nb","expires_in":9}' },
  ],
])("%s is tried again later", async (_, answer) => {
  await connected();
  tokens.answerWith(answer);
  startReader();
  await expect.poll(async () => (await present())?.problem).toBe("connection_failed");
  tokens.answerWith(null);
  await database.sql`update mailboxes set next_try_at = now()`;
  await expect.poll(async () => (await present())?.problem ?? null).toBeNull();
});

test("a password is neither asked for nor taken, and the folder can be changed", async () => {
  const { device_id } = await connected();
  const password = await owner.post(`${api}/mailboxes/${device_id}/password`, { password: "a" });
  expectRefusal(password, 404, "not_found");
  const folders = await owner.get(`${api}/mailboxes/${device_id}/folders`);
  expect(dataOf(folders)).toEqual({ problem: null, response: null, folders: ["INBOX"] });
  const chosen = await owner.post(`${api}/mailboxes/${device_id}/folder`, { folder: "Bank" });
  expect(dataOf<MailboxTrial>(chosen).mailbox).toMatchObject({ folder: "Bank" });
});

test("another sign-in needs the same mailbox, and one that is still connected", async () => {
  const { device_id } = await connected();
  const renew = async () =>
    dataOf<MailSignIn>(await owner.post(`${api}/mailboxes/${device_id}/sign-ins`, {}));
  // The person has chosen another account at the provider.
  logsInAs = "lain@gmail.com";
  expect(await complete(await agree(await renew()))).toMatchObject({ problem: "access_ended" });
  logsInAs = address;
  startReader();
  await isRead();
  const given = await agree(await renew());
  await owner.delete(`${api}/mailboxes/${device_id}`);
  expectRefusal(await owner.post(`${api}/mail-sign-ins/completion`, given), 404, "not_found");
  expect(await mailboxes()).toEqual([]);
});

test("an address is connected once", async () => {
  await connected();
  expect(await complete(await agree(await begin()))).toMatchObject({
    problem: "already_connected",
    mailbox: null,
  });
});

test("a mailbox with a password has no sign-in to renew, nor has another merchant's", async () => {
  const { device_id } = await connected();
  const stranger = await shopWithAccount(service.gateway);
  const by = await confirmedOwner(service.gateway, service.dispatch, stranger);
  expectRefusal(await by.post(`${api}/mailboxes/${device_id}/sign-ins`, {}), 404, "not_found");
  const unknown = `${api}/mailboxes/${randomUUID()}/sign-ins`;
  expectRefusal(await owner.post(unknown, {}), 404, "not_found");
});

test("a private address of a provider is never asked if webhooks cannot reach it", async () => {
  const ask = createTokenClient(() => ({ allowPrivate: false }));
  expect(await ask(tokens.token_url, {})).toEqual({ http_status: null, body: "" });
  expect(tokens.asked).toEqual([]);
});

test.skipIf(noDovecot !== null)(
  `Dovecot takes the access tokens, and a bank's email there pays${noDovecot ? `: ${noDovecot}` : ""}`,
  async () => {
    const { introspection_url } = tokens;
    const dovecot = await startDovecot("no-password-is-used", { introspection_url });
    stops.push(() => dovecot.remove());
    await openShop(dovecot.port);
    const foreign = await complete(await agree(await begin({ address: "lain@gmail.com" })));
    expect(foreign).toMatchObject({ problem: "access_ended", mailbox: null });
    await connected();
    startReader();
    await isRead();
    const payment = await pendingPayment(service.gateway, shop);
    const status = async () =>
      (await readPayment(service.gateway, { ...shop, payment_code: payment.payment_code }))
        .payment_status;
    const at = new Date();
    const mail = writeMail(
      [
        ["From", "OCBC <noreply@ocbcnisp.com>"],
        ["To", address],
        ["Subject", "TRANSFER DANA MASUK BI-FAST"],
        ["Date", at.toUTCString().replace("GMT", "+0000")],
        ["Message-ID", `<${randomUUID()}@ocbcnisp.com>`],
        ["Content-Type", "text/plain; charset=utf-8"],
      ],
      ocbcText({ amount: payment.payment_total, at }),
    );
    await dovecot.deliver(address, await signMail(mail, bank));
    await expect.poll(status).toBe("PAID");
    tokens.revoke();
    await database.sql`update mailboxes set lease_token = null, lease_until = null`;
    await expect.poll(async () => (await present())?.problem).toBe("access_ended");
  },
);
