import { createPublicKey, randomUUID, verify } from "node:crypto";
import { pino } from "pino";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { NoticeChannel, NoticeEvent } from "../contract/dashboard/notices.ts";
import { limits } from "../contract/limits.ts";
import { asSql, type Sql, type Tx } from "../db/client.ts";
import { changeAccount } from "../domain/accounts/accounts.ts";
import { findSilentDevices } from "../domain/sources/device-watch.ts";
import type { Device } from "../domain/sources/devices.ts";
import { noteHeartbeat } from "../domain/sources/devices.sql.ts";
import { oweKeylessNotices } from "../domain/sources/mailbox-health.sql.ts";
import {
  leaseMailboxes,
  markSilentMailboxes,
  noteFailure,
  setPaused,
} from "../domain/mail/mailboxes.sql.ts";
import { reportNotifications } from "../domain/mutations/mutations.ts";
import type { NoticeChannels } from "../domain/notices/notice-sending.ts";
import { leaseDueMessages } from "../domain/notices/notice-sending.ts";
import { composeMessages } from "../domain/notices/notice-composer.ts";
import {
  addPushTarget,
  changeNotices,
  listNoticeMessages,
  readNotices,
  removeNoticeTarget,
  sendTestNotice,
} from "../domain/notices/notices.ts";
import { offerTelegramLink } from "../domain/notices/telegram-link.ts";
import { findUnmatchedMoney } from "../domain/notices/unmatched-money.ts";
import { cancelPayment } from "../domain/payments/payments.ts";
import { createSecretBox } from "../domain/security/secrets.ts";
import { forgetOldRows } from "../domain/upkeep/retention.ts";
import { resealAll } from "../domain/upkeep/sealed-values.ts";
import { visitor, type Visitor } from "../testing/dashboard.ts";
import qrisVectors from "../testing/data/qris.json" with { type: "json" };
import { createTestDatabase, type TestDatabase } from "../testing/database.ts";
import {
  addAccount,
  approvedDevice,
  connectedMailbox,
  pendingPayment,
  reportTransfer,
  shopWithAccount,
  testGateway,
  testSecret,
  transferNotification,
  waitingMail,
  type Shop,
  type TestGateway,
} from "../testing/fixtures.ts";
import { startMailReceiver, type MailReceiver } from "../testing/mail-receiver.ts";
import { pushBrowser, type PushBrowser } from "../testing/push-browser.ts";
import {
  startWebhookReceiver,
  type Respond,
  type WebhookReceiver,
} from "../testing/webhook-receiver.ts";
import { botIdOf } from "../domain/gateway-settings/settings-in-force.ts";
import { keepTelegramOffset } from "../domain/notices/notices.sql.ts";
import { createMailer } from "../outside/mailer.ts";
import { createNoticeChannels, telegramReader } from "../outside/notice-channels.ts";
import { createNoticeSender, type NoticeSender } from "./notice-sender.ts";
import { startTelegramReader } from "./telegram-reader.ts";
import { createWebhookClient } from "../outside/webhook-client.ts";
import { createWebhookSender } from "./webhook-sender.ts";

const log = pino({ level: "silent" });
const botToken = "123456:AAE-test_token";
const heartbeat = {
  battery: 80,
  queue_length: 0,
  app_version: null,
  last_notification_at: null,
  listener_error: null,
};
const often = { lookSeconds: 0.02 };

let database: TestDatabase;
let gateway: TestGateway;
let shop: Shop;
let person: Visitor;
let senders: NoticeSender[];
let closing: (() => unknown)[];
/** The number of the bot's last update. Numbers never restart. */
let lastUpdate = 0;

beforeAll(async () => {
  database = await createTestDatabase();
});
beforeEach(async () => {
  gateway = testGateway(database.sql, { noticeRetrySeconds: [0.05, 0.05] });
  shop = await shopWithAccount(gateway);
  person = await visitor(gateway, shop);
  senders = [];
  closing = [];
});
afterEach(async () => {
  await Promise.all(senders.map((sender) => sender.stop()));
  await Promise.all(closing.map((close) => close()));
  // Waiting notices must not reach the receivers of the next test.
  await database.sql`delete from notice_people`;
});
afterAll(() => database.drop());

/**
 * A Telegram server for tests. A chat presses Start with these texts, and the test decides the responses to messages.
 */
interface Telegram {
  apiUrl: string;
  sent: () => { chat_id: string; text: string }[];
  press(text: string, chat?: object): void;
  server: WebhookReceiver;
}

async function telegram(
  respond: (index: number) => ReturnType<Respond> = () => ({ body: '{"ok":true,"result":{}}' }),
): Promise<Telegram> {
  const updates: { update_id: number }[] = [];
  let sends = 0;
  const server = await startWebhookReceiver({
    respond({ path, body }) {
      if (path === `/bot${botToken}/getMe`) {
        return { body: '{"ok":true,"result":{"username":"TokoBot"}}' };
      }
      if (path === `/bot${botToken}/getUpdates`) {
        const { offset } = JSON.parse(body) as { offset: number };
        const result = updates.filter(({ update_id }) => update_id >= offset);
        return { body: JSON.stringify({ ok: true, result }) };
      }
      return respond(sends++);
    },
  });
  closing.push(() => server.close());
  return {
    apiUrl: server.url,
    server,
    press(text, chat = { id: 4242, type: "private", username: "budi" }) {
      const update = { update_id: (lastUpdate += 1), message: { text, chat } };
      updates.push(update);
    },
    sent: () =>
      server.received
        .filter(({ path }) => path.endsWith("/sendMessage"))
        .map(({ body }) => JSON.parse(body) as { chat_id: string; text: string }),
  };
}

async function mailServer(answerTo?: (recipient: string) => string): Promise<MailReceiver> {
  const receiver = await startMailReceiver(answerTo);
  closing.push(() => receiver.close());
  return receiver;
}

function channelsOf(by: { mail?: MailReceiver; telegram?: Telegram; allowPrivate?: boolean }) {
  const publicUrl = "https://pay.example";
  const server = by.mail
    ? { connection: { url: by.mail.url }, from: "no-reply@pay.example" }
    : null;
  const bot = by.telegram ? { token: botToken, apiUrl: by.telegram.apiUrl } : null;
  return createNoticeChannels({
    deliverMail: createMailer(() => server, log).deliver,
    sendsMail: () => server !== null,
    telegram: () => bot,
    pushTargets: () => ({ allowPrivate: by.allowPrivate ?? true }),
    publicUrl: () => publicUrl,
  });
}

function startSender(channels: NoticeChannels): NoticeSender {
  const sender = createNoticeSender(gateway, channels, log, often);
  senders.push(sender);
  sender.wake();
  return sender;
}

const wishFor = (channels: NoticeChannels, channel: NoticeChannel, ...events: NoticeEvent[]) =>
  changeNotices(gateway, channels, person.actor, {
    session: person.session,
    change: { wishes: events.map((event) => ({ event, channel })) },
  });

const botOf = ({ apiUrl }: Telegram) => {
  const bot = { token: botToken, apiUrl };
  return () => bot;
};

/** The person opens the link and presses Start in the chat. */
async function linkTelegram(
  channels: NoticeChannels,
  bot: Telegram,
  former: { target_id: string }[] = [],
): Promise<void> {
  const { link } = await offerTelegramLink(gateway, channels, person.actor, person.session);
  const code = new URL(link).searchParams.get("start") ?? "";
  const reader = startTelegramReader(gateway, telegramReader(botOf(bot)), log, often);
  bot.press(`/start ${code}`);
  await expect
    .poll(async () =>
      (await targets()).some(
        ({ channel, target_id }) =>
          channel === "telegram" && former.every((each) => each.target_id !== target_id),
      ),
    )
    .toBe(true);
  await reader.stop();
}

const chosen = () => readNotices(gateway, channelsOf({}), person.session);
const targets = async () => (await chosen()).targets;
const messages = async () =>
  (await listNoticeMessages(gateway, { session: person.session, per_page: 100 })).items;

async function pay(count = 1, input: Parameters<typeof pendingPayment>[2] = {}) {
  const device = await approvedDevice(gateway, shop);
  const paid = [];
  for (let index = 0; index < count; index++) {
    const payment = await pendingPayment(gateway, shop, input);
    await reportTransfer(gateway, device, payment.payment_total);
    paid.push(payment);
  }
  return paid;
}

const owed = (sql: Sql | Tx = database.sql) =>
  sql`select from notices where merchant_id = ${shop.merchant_id}`;

/** Adds a notice, as the triggers do. */
const owe = (event: NoticeEvent, subject: string, facts: object) => database.sql`
  select owe_notices(
    ${shop.merchant_id}, ${event}, ${subject}, ${JSON.stringify(facts)}::text::json,
    coalesce(${gateway.now()}::timestamptz, clock_timestamp())
  )
`;

const rupiah = (amount: number) => `Rp${amount.toLocaleString("id-ID")}`;

async function subscribe(endpoint: string): Promise<PushBrowser> {
  const browser = pushBrowser(endpoint);
  await addPushTarget(gateway, person.actor, {
    session: person.session,
    subscription: browser.subscription,
    target_name: "Browser/1",
  });
  return browser;
}

describe("a paid invoice", () => {
  test("is announced by email, in Telegram and in the browser to each person with that choice", async () => {
    const mail = await mailServer();
    const bot = await telegram();
    const pushService = await startWebhookReceiver({ respond: () => ({ status: 201 }) });
    closing.push(() => pushService.close());
    const channels = channelsOf({ mail, telegram: bot });
    await linkTelegram(channels, bot);
    const browser = await subscribe(`${pushService.url}/send/1`);
    await changeNotices(gateway, channels, person.actor, {
      session: person.session,
      change: {
        wishes: (["email", "telegram", "push"] as const).map((channel) => ({
          event: "paid",
          channel,
        })),
      },
    });
    startSender(channels);
    const [payment] = await pay(1, { customer_name: "Siti <b>" });
    const title = `Pembayaran masuk: ${rupiah(payment?.payment_total ?? 0)}`;
    const link = `https://pay.example/dashboard/payments/${payment?.payment_code}`;

    await expect.poll(() => mail.mails.length).toBe(1);
    expect(mail.mails[0]).toContain(`To: ${shop.email}`);
    expect(mail.mails[0]?.replaceAll("=\r\n", "")).toContain(link);

    await expect.poll(() => bot.sent().length).toBe(2);
    expect(bot.sent()[0]?.text).toContain("Telegram terhubung");
    expect(bot.sent()[1]).toMatchObject({
      chat_id: "4242",
      text: `${title}\nTagihan ${payment?.payment_code} untuk Siti <b> sudah lunas.\n\n${link}`,
    });

    const [pushed] = await pushService.waitFor(1);
    expect(JSON.parse(browser.read(pushed?.bytes ?? Buffer.alloc(0)))).toMatchObject({
      title,
      link,
    });
    expect(pushed?.headers).toMatchObject({ "content-encoding": "aes128gcm", urgency: "high" });
    await expect
      .poll(async () => (await messages()).map((each) => each.message_status))
      .toEqual(["SUCCESS", "SUCCESS", "SUCCESS", "SUCCESS"]);
  });

  test("is signed for the browser's push service with the merchant's own key", async () => {
    const pushService = await startWebhookReceiver({ respond: () => ({ status: 201 }) });
    closing.push(() => pushService.close());
    const channels = channelsOf({});
    await subscribe(`${pushService.url}/send/1`);
    await wishFor(channels, "push", "paid");
    startSender(channels);
    await pay();
    const [pushed] = await pushService.waitFor(1);
    const { push } = (await chosen()).channels;
    const [, token = "", key] =
      /^vapid t=(.+), k=(.+)$/.exec(pushed?.headers.authorization ?? "") ?? [];
    expect(key).toBe(push);
    const [head, claims = "", signature = ""] = token.split(".");
    expect(JSON.parse(Buffer.from(claims, "base64url").toString())).toMatchObject({
      aud: pushService.url,
      sub: "https://pay.example",
    });
    const point = Buffer.from(push, "base64url");
    const publicKey = createPublicKey({
      format: "jwk",
      key: {
        kty: "EC",
        crv: "P-256",
        x: point.subarray(1, 33).toString("base64url"),
        y: point.subarray(33).toString("base64url"),
      },
    });
    expect(
      verify(
        "sha256",
        Buffer.from(`${head}.${claims}`),
        { key: publicKey, dsaEncoding: "ieee-p1363" },
        Buffer.from(signature, "base64url"),
      ),
    ).toBe(true);
  });

  test("is not announced to a person without that choice, or to another merchant's team", async () => {
    const bot = await telegram();
    const channels = channelsOf({ telegram: bot });
    await linkTelegram(channels, bot);
    await wishFor(channels, "telegram", "device_silent");
    const other = await shopWithAccount(gateway);
    const otherPerson = await visitor(gateway, other);
    await changeNotices(gateway, channels, otherPerson.actor, {
      session: otherPerson.session,
      change: { wishes: [{ event: "paid", channel: "telegram" }] },
    });
    await pay();
    expect(await owed()).toHaveLength(0);
  });

  test("is announced in the same transaction, so an uncommitted payment has no notice", async () => {
    const channels = channelsOf({ mail: await mailServer() });
    await wishFor(channels, "email", "paid");
    const payment = await pendingPayment(gateway, shop);
    const rolledBack = database.sql.begin(async (tx) => {
      await tx`
        update payments set payment_status = 'PAID', released_at = now()
        where payment_id = ${payment.payment_id}
      `;
      expect(await owed(tx)).toHaveLength(1);
      throw new Error("the report fails");
    });
    await expect(rolledBack).rejects.toThrow("the report fails");
    expect(await owed()).toHaveLength(0);
  });

  test("is summarised with a thousand others in a few messages, of which the last covers the rest", async () => {
    const bot = await telegram();
    const channels = channelsOf({ telegram: bot });
    await linkTelegram(channels, bot);
    await wishFor(channels, "telegram", "paid");
    await Promise.all(
      Array.from({ length: 1000 }, (_, index) =>
        owe("paid", String(index).padStart(3, "0"), {
          payment_code: `INV-${index}`,
          payment_total: 1000,
          customer_name: "Budi",
        }),
      ),
    );
    startSender(channels);
    startSender(channels);
    await expect.poll(() => bot.sent().length).toBe(2);
    expect(bot.sent()[1]?.text).toEqual(
      expect.stringMatching(
        /^1\.000 pembayaran masuk, total Rp1\.000\.000\n(INV-\d+: Rp1\.000\n){5}dan 995 lainnya\n\nhttps:\/\/pay\.example\/dashboard\/payments\?status=PAID$/,
      ),
    );
  });
});

describe("many notices of one kind", () => {
  test("get separate messages while the window has room, and then wait", async () => {
    const at = (seconds: number) => new Date(Date.now() + seconds * 1000);
    const start = at(0);
    gateway.setClock(start);
    const channels = channelsOf({ mail: await mailServer() });
    await wishFor(channels, "email", "quota_low");
    let number = 0;
    const happen = async (count: number) => {
      for (let index = 0; index < count; index++) {
        const facts = {
          account_id: randomUUID(),
          channel_name: "BCA",
          account_number_end: "1234",
          account_quota: 3,
        };
        await owe("quota_low", String((number += 1)), facts);
      }
      await composeMessages(gateway);
      return (await messages()).map(({ notice_count }) => notice_count).toReversed();
    };
    expect(await happen(2)).toEqual([1, 1]);
    expect(await happen(4)).toEqual([1, 1, 4]);
    expect(await happen(5)).toEqual([1, 1, 4]);
    gateway.setClock(new Date(start.getTime() + (limits.noticeWindowSeconds + 1) * 1000));
    expect(await happen(0)).toEqual([1, 1, 4, 5]);
  });
});

describe("a flood of notices", () => {
  test("fills several digests if one is too small", async () => {
    const channels = channelsOf({ mail: await mailServer() });
    await wishFor(channels, "email", "device_silent");
    const many = limits.noticesPerDigest + 1;
    await database.sql`
      insert into notices (merchant_id, target_id, event, subject, facts, created_at, due_at)
      select merchant_id, target_id, 'device_silent', number::text,
        '{"device_name": "Kasir", "last_seen_at": null}', now(), now()
      from notice_targets, generate_series(1, ${many}) number
      where merchant_id = ${shop.merchant_id}
    `;
    await composeMessages(gateway);
    await composeMessages(gateway);
    expect((await messages()).map(({ notice_count }) => notice_count)).toEqual([
      1,
      limits.noticesPerDigest,
    ]);
  });

  test("is sent a limited number at a time, and one by one per chat", async () => {
    await changeNotices(gateway, channelsOf({}), person.actor, {
      session: person.session,
      change: { language: "id" },
    });
    const count = limits.noticeAttemptsUnderWay + 5;
    await database.sql`
      with target as (
        insert into notice_targets (
          merchant_id, target_id, person_id, channel, target_name, sealed_address, address_hash, created_at
        )
        select person.merchant_id, gen_random_uuid(), person.person_id, 'push', '', '', number::text::bytea, now()
        from notice_people person, generate_series(1, ${count}) number
        where person.merchant_id = ${shop.merchant_id}
        returning merchant_id, target_id
      )
      insert into notice_messages (
        merchant_id, message_id, target_id, event, notice_count, title, body, page_path, created_at, next_attempt_at
      )
      select merchant_id, gen_random_uuid(), target_id, 'test', 1, '', '', '/', now(), now()
      from target, generate_series(1, 2)
    `;
    let underWay = 0;
    let most = 0;
    let sent = 0;
    const channels: NoticeChannels = {
      available: new Set(["push"]),
      tryBot: async () => ({ bot_name: "", problem: null, response: null }),
      botName: async () => "",
      async send() {
        underWay += 1;
        most = Math.max(most, underWay);
        await database.sql`select pg_sleep(0.02)`;
        underWay -= 1;
        sent += 1;
        return {
          outcome: "success",
          http_status: 201,
          error_code: null,
          retry_after_seconds: null,
          duration_ms: 1,
        };
      },
    };
    // The addresses are not sealed, and no network is called.
    gateway = { ...gateway, secrets: { ...gateway.secrets, open: () => "{}" } };
    startSender(channels);
    await expect.poll(() => sent).toBe(2 * count);
    expect(most).toBe(limits.noticeAttemptsUnderWay);
  });
});

describe("quiet hours", () => {
  test.each([
    ["that span midnight", "22:00", "06:00", "23:30", 6.5],
    ["after midnight", "22:00", "06:00", "05:00", 1],
    ["of one day", "12:00", "14:00", "13:00", 1],
  ])("%s delay only notices that can wait", async (_, from, until, now, hours) => {
    const channels = channelsOf({ mail: await mailServer() });
    await wishFor(channels, "email", "device_silent", "quota_low");
    await changeNotices(gateway, channels, person.actor, {
      session: person.session,
      change: { quiet_hours: { from, until } },
    });
    // Jakarta is seven hours ahead of UTC and has no summer time.
    const day = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
    const local = new Date(`${day}T${now}:00+07:00`);
    gateway.setClock(local);
    await owe("device_silent", "1", { device_name: "Kasir", last_seen_at: null });
    await owe("quota_low", "1", {
      account_id: "1",
      channel_name: "BCA",
      account_number_end: null,
      account_quota: 0,
    });
    const events = async () => {
      await composeMessages(gateway);
      return (await messages()).map(({ event }) => event);
    };
    expect(await events()).toEqual(["device_silent"]);
    gateway.setClock(new Date(local.getTime() + hours * 3_600_000 - 1000));
    expect(await events()).toEqual(["device_silent"]);
    gateway.setClock(new Date(local.getTime() + hours * 3_600_000));
    expect(await events()).toEqual(["quota_low", "device_silent"]);
  });
});

describe("an unreadable notification that names the total of a pending invoice", () => {
  const wording = (amount: number) => `Notifikasi saldo mobile: ada kenaikan ${rupiah(amount)}`;
  const text = (body: string, posted_at = new Date()) => ({
    ...transferNotification(1, { posted_at }),
    title: "BCA mobile",
    body,
  });
  const secondsLater = (seconds: number) => new Date(Date.now() + seconds * 1000);

  test("is announced at once by email, in Telegram and in the browser", async () => {
    const mail = await mailServer();
    const bot = await telegram();
    const pushService = await startWebhookReceiver({ respond: () => ({ status: 201 }) });
    closing.push(() => pushService.close());
    const channels = channelsOf({ mail, telegram: bot });
    await linkTelegram(channels, bot);
    const browser = await subscribe(`${pushService.url}/send/1`);
    await changeNotices(gateway, channels, person.actor, {
      session: person.session,
      change: {
        wishes: (["email", "telegram", "push"] as const).map((channel) => ({
          event: "likely_text",
          channel,
        })),
      },
    });
    startSender(channels);
    const device = await approvedDevice(gateway, shop);
    const payment = await pendingPayment(gateway, shop, { customer_name: "Siti" });
    await reportNotifications(gateway, device, [text(wording(payment.payment_total))]);

    const title = `Mungkin pembayaran: ${rupiah(payment.payment_total)}`;
    const link = "https://pay.example/dashboard/mutations";
    await expect.poll(() => mail.mails.length).toBe(1);
    expect(mail.mails[0]?.replaceAll("=\r\n", "")).toContain(link);
    await expect.poll(() => bot.sent().length).toBe(2);
    const told = bot.sent()[1]?.text ?? "";
    expect(told.startsWith(`${title}\n`)).toBe(true);
    expect(told).toContain(`tagihan ${payment.payment_code} untuk Siti. Tagihan itu belum lunas.`);
    expect(told.endsWith(`\n\n${link}`)).toBe(true);
    const [pushed] = await pushService.waitFor(1);
    expect(JSON.parse(browser.read(pushed?.bytes ?? Buffer.alloc(0)))).toMatchObject({
      title,
      link,
    });
  });

  test("is announced once, for any number of phones and repeats", async () => {
    await wishFor(channelsOf({}), "email", "likely_text");
    const { payment_total } = await pendingPayment(gateway, shop);
    const body = wording(payment_total);
    const phones = [await approvedDevice(gateway, shop), await approvedDevice(gateway, shop)];
    const posted_at = new Date();
    for (const phone of phones) {
      await Promise.all(
        [posted_at, posted_at, secondsLater(1), secondsLater(2)].map((at) =>
          reportNotifications(gateway, phone, [text(body, at)]),
        ),
      );
    }
    expect(await owed()).toHaveLength(1);
    await reportNotifications(gateway, phones[0] as Device, [text(`${body} lagi`)]);
    expect(await owed()).toHaveLength(2);
    await pendingPayment(gateway, shop);
    expect(await owed()).toHaveLength(2);
  });

  test("is announced in the transaction that stores it", async () => {
    await wishFor(channelsOf({}), "email", "likely_text");
    const device = await approvedDevice(gateway, shop);
    const { payment_total } = await pendingPayment(gateway, shop);
    const rolledBack = database.sql.begin(async (tx) => {
      const inside = { ...gateway, sql: asSql(tx) };
      await reportNotifications(inside, device, [text(wording(payment_total))]);
      expect(await owed(tx)).toHaveLength(1);
      throw new Error("the database stops");
    });
    await expect(rolledBack).rejects.toThrow("the database stops");
    expect(await owed()).toHaveLength(0);
  });

  test.each([
    ["a chat names the total", (total: number) => ({ ...text(wording(total)), category: "msg" })],
    ["a text names another amount", (total: number) => text(wording(total + 1))],
    ["a text hands out a code", (total: number) => text(`${wording(total)}. Kode OTP 123456`)],
    ["a rule reads the text", (total: number) => transferNotification(total)],
    [
      "its app is not the account's",
      (total: number) => ({ ...text(wording(total)), package_name: "id.dana" }),
    ],
  ])("is not announced when %s", async (_, notification) => {
    await wishFor(channelsOf({}), "email", "likely_text");
    const device = await approvedDevice(gateway, shop);
    const { payment_total } = await pendingPayment(gateway, shop);
    await reportNotifications(gateway, device, [notification(payment_total)]);
    expect(await owed()).toHaveLength(0);
  });

  test("is not announced if its invoice ended before, or is another merchant's", async () => {
    await wishFor(channelsOf({}), "email", "likely_text");
    const device = await approvedDevice(gateway, shop);
    const { payment_total, payment_code } = await pendingPayment(gateway, shop);
    await cancelPayment(gateway, { merchant_id: shop.merchant_id, payment_code });
    await reportNotifications(gateway, device, [text(wording(payment_total))]);
    const other = await shopWithAccount(gateway);
    const foreign = await pendingPayment(gateway, other);
    await reportNotifications(gateway, device, [text(wording(foreign.payment_total))]);
    expect(await owed()).toHaveLength(0);
  });

  test("is announced together with many others, in either language", async () => {
    await wishFor(channelsOf({}), "email", "likely_text");
    await changeNotices(gateway, channelsOf({}), person.actor, {
      session: person.session,
      change: { language: "en" },
    });
    const device = await approvedDevice(gateway, shop);
    const { payment_total } = await pendingPayment(gateway, shop);
    const count = limits.noticeMessagesPerWindow + 1;
    const texts = Array.from({ length: count }, (_, n) => text(`${wording(payment_total)} ${n}x`));
    await reportNotifications(gateway, device, texts);
    await composeMessages(gateway);
    expect(await messages()).toMatchObject([
      { title: `${count} possible payments to check`, notice_count: count },
    ]);
  });
});

describe("a notice is sent for", () => {
  test("a phone that falls silent, each time", async () => {
    const channels = channelsOf({ mail: await mailServer() });
    await wishFor(channels, "email", "device_silent");
    const device = await approvedDevice(gateway, shop);
    for (const _ of [1, 2]) {
      await noteHeartbeat(gateway.sql, device, heartbeat, null);
      await database.sql`
        update devices set last_seen_at = now() - interval '1 hour', last_heartbeat_at = now() - interval '1 hour'
        where device_id = ${device.device_id}
      `;
      await findSilentDevices(gateway);
      await findSilentDevices(gateway);
    }
    await composeMessages(gateway);
    expect(await messages()).toMatchObject([
      { event: "device_silent", title: "HP terputus: Phone beside the till" },
      { event: "device_silent" },
    ]);
  });

  test("a mailbox that cannot be read, unless a person paused it, and emails that DNS delays", async () => {
    const channels = channelsOf({ mail: await mailServer() });
    await wishFor(channels, "email", "device_silent");
    const hourAgo = new Date(Date.now() - 3_600_000);
    const refused = { next_try_at: null, problem: "login_refused", problem_since: hourAgo };
    await connectedMailbox(gateway, shop, [shop], refused);
    await connectedMailbox(gateway, shop, [shop], { next_try_at: null, paused_at: hourAgo });
    const keyless = await connectedMailbox(gateway, shop, [shop], { isForwarded: true });
    await waitingMail(gateway, keyless, hourAgo);
    await waitingMail(gateway, keyless, new Date());
    // Anyone can send such an email.
    const forged = await connectedMailbox(gateway, shop, [shop], { isForwarded: true });
    await waitingMail(gateway, forged, hourAgo, "no_key");
    for (const _ of [1, 2]) {
      await markSilentMailboxes(gateway.sql, null);
      await oweKeylessNotices(gateway.sql, null);
    }
    await composeMessages(gateway);
    expect((await messages()).map(({ title }) => title).toSorted()).toEqual([
      "Email bank belum bisa diperiksa: kasir@toko.example",
      "Email tidak terbaca: kasir@toko.example",
    ]);
  });

  test("a mailbox that cannot be read after a pause, but not the pause or its end", async () => {
    const channels = channelsOf({ mail: await mailServer() });
    await wishFor(channels, "email", "device_silent");
    const now = Date.now();
    const after = (seconds: number) => new Date(now + seconds * 1000);
    const names = await Promise.all(
      [1, 2].map(() => connectedMailbox(gateway, shop, [shop], { next_try_at: after(0) })),
    );
    const pause = async (is_paused: boolean, at: Date) => {
      for (const name of names) await setPaused(gateway.sql, { ...name, is_paused, at });
    };
    const titles = async (at: Date) => {
      gateway.setClock(at);
      await markSilentMailboxes(gateway.sql, at);
      await composeMessages(gateway);
      return (await messages()).map(({ title }) => title);
    };
    await pause(true, after(0));
    expect(await titles(after(1))).toEqual([]);
    const resumed = 10 * limits.mailboxSilentSeconds;
    await pause(false, after(resumed));
    expect(await titles(after(resumed + 1))).toEqual([]);
    const [leased] = await leaseMailboxes(gateway.sql, { limit: 1, at: after(resumed + 2) });
    if (!leased) throw new Error("no mailbox is to be read");
    const failure = { problem: "login_refused", words: null, isFinal: true } as const;
    await noteFailure(gateway.sql, leased, { ...failure, at: after(resumed + 3) });
    const title = "Email tidak terbaca: kasir@toko.example";
    expect(await titles(after(resumed + 4))).toEqual([title]);
    expect(await titles(after(resumed + limits.mailboxSilentSeconds - 1))).toEqual([title]);
    // No process reads the other mailbox.
    expect(await titles(after(resumed + limits.mailboxSilentSeconds + 1))).toEqual([title, title]);
  });

  test("money without an invoice for a minute, only once", async () => {
    const channels = channelsOf({ mail: await mailServer() });
    const device = await approvedDevice(gateway, shop);
    await reportTransfer(gateway, device, 11_111); // before any person wanted notices
    await wishFor(channels, "email", "unmatched");
    await reportTransfer(gateway, device, 75_000);
    const payment = await pendingPayment(gateway, shop);
    await reportTransfer(gateway, device, payment.payment_total);
    await findUnmatchedMoney(gateway);
    await composeMessages(gateway);
    expect(await messages()).toEqual([]);
    gateway.setClock(new Date(Date.now() + (limits.unmatchedNoticeSeconds + 5) * 1000));
    await Promise.all([findUnmatchedMoney(gateway), findUnmatchedMoney(gateway)]);
    await findUnmatchedMoney(gateway);
    await composeMessages(gateway);
    expect((await messages()).map(({ title }) => title)).toEqual([
      "Uang masuk belum cocok: Rp75.000",
    ]);
  });

  test.each([
    [
      "id",
      "Tepat waktu, terlambat diketahui: ",
      "masuk tepat waktu, tetapi Tepat baru mengetahuinya setelah tagihan berakhir. Pesan dari bank bertanggal",
    ],
    [
      "en",
      "In time, reported late: ",
      "arrived in time, but Tepat learned of it after the invoice had ended. The bank's message is dated",
    ],
  ] as const)("money in time with a late report, as such (%s)", async (language, title, words) => {
    const channels = channelsOf({ mail: await mailServer() });
    const device = await approvedDevice(gateway, shop);
    await wishFor(channels, "email", "unmatched");
    await database.sql`
        update notice_people set language = ${language} where merchant_id = ${shop.merchant_id}`;
    const deadline = Date.now() + 60_000;
    const { payment_code, payment_total } = await pendingPayment(gateway, shop, {
      payment_expired_at: new Date(deadline).toISOString(),
    });
    gateway.setClock(new Date(deadline + 600_000));
    const posted_at = new Date(deadline - 1000);
    await reportTransfer(gateway, device, payment_total, { posted_at });
    gateway.setClock(new Date(deadline + 900_000));
    await findUnmatchedMoney(gateway);
    await composeMessages(gateway);
    const [message] = await database.sql<{ title: string; body: string; page_path: string }[]>`
        select title, body, page_path from notice_messages where merchant_id = ${shop.merchant_id}`;
    expect(message?.title).toBe(`${title}Rp${payment_total.toLocaleString("id-ID")}`);
    expect(message?.body).toContain(payment_code);
    expect(message?.body).toContain(words);
    expect(message?.page_path).toBe("/reconciliation");
  });

  test("a server that refuses webhooks, once for any number", async () => {
    const channels = channelsOf({ mail: await mailServer() });
    await wishFor(channels, "email", "webhook_failing");
    const receiver = await startWebhookReceiver({ respond: () => ({ status: 500 }) });
    closing.push(() => receiver.close());
    const impatient = testGateway(database.sql, { webhookRetrySeconds: [0, 0, 0, 0, 0, 0] });
    const sender = createWebhookSender(impatient, createWebhookClient({ allowPrivate: true }), log);
    closing.push(() => sender.stop());
    await pay(3, { payment_webhook_url: `${receiver.url}/secret-path?token=1` });
    sender.wake();
    await expect.poll(() => receiver.received.length).toBeGreaterThanOrEqual(21);
    await composeMessages(gateway);
    const told = await messages();
    expect(told.length).toBeLessThanOrEqual(2); // two if the pause ended in between
    const [message] = await database.sql<{ body: string }[]>`
      select body from notice_messages where merchant_id = ${shop.merchant_id}
    `;
    expect(message?.body).toContain(`127.0.0.1:${receiver.port} tidak menerima`);
    expect(message?.body).not.toContain("secret-path");
  });

  test("an account with little quota, and one without any", async () => {
    const channels = channelsOf({ mail: await mailServer() });
    await wishFor(channels, "email", "quota_low");
    const { account_id } = shop;
    const quotaBecomes = (account_quota: number) =>
      changeAccount(gateway, account_id, { account_quota });
    for (const quota of [4, 3, 2, 0]) await quotaBecomes(quota);
    await composeMessages(gateway);
    const titles = (await messages()).map(({ title }) => title);
    expect(titles).toEqual([
      expect.stringMatching(/^Hari pemakaian habis: .*BCA.* ··\d{4}$/),
      expect.stringMatching(/^Sisa 3 hari pemakaian: .*BCA.* ··\d{4}$/),
    ]);
  });

  test("a QRIS account, by the name in its code", async () => {
    const channels = channelsOf({ mail: await mailServer() });
    await wishFor(channels, "email", "quota_low");
    const qris = qrisVectors.vectors[0]?.static as string;
    const { account_id, account_name, account_number } = await addAccount(gateway, shop, {
      channel: "QRIS",
      qris,
    });
    await changeAccount(gateway, account_id, { account_quota: 0 });
    await composeMessages(gateway);
    expect(await messages()).toMatchObject([
      {
        title: `Hari pemakaian habis: ${account_name} (QRIS) ··${account_number?.slice(-4)}`,
      },
    ]);
  });
});

describe("a channel that rejects a message", () => {
  test("gets it again on the schedule, until the last attempt", async () => {
    const bot = await telegram((index) =>
      index === 0 ? { body: '{"ok":true}' } : { status: 502 },
    );
    const channels = channelsOf({ telegram: bot });
    await linkTelegram(channels, bot);
    await wishFor(channels, "telegram", "paid");
    startSender(channels);
    await pay();
    await expect
      .poll(async () => (await messages())[0])
      .toMatchObject({
        message_status: "FAILED",
        attempt_count: 3,
        problem: "502",
      });
    expect(
      new Set(
        bot
          .sent()
          .slice(1)
          .map(({ text }) => text),
      ).size,
    ).toBe(1);
  });

  test("is retried on the schedule and then given up if its sealed address cannot be opened", async () => {
    const bot = await telegram();
    const channels = channelsOf({ telegram: bot });
    await linkTelegram(channels, bot);
    await wishFor(channels, "telegram", "paid");
    gateway = { ...gateway, secrets: createSecretBox("a secret that never sealed anything here") };
    startSender(channels);
    await pay();
    await expect
      .poll(async () => (await messages())[0])
      .toMatchObject({ message_status: "FAILED", attempt_count: 3, problem: "internal_error" });
    expect(bot.sent()).toEqual([]);
  });

  test("is not called for as long as Telegram asks, with all waiting messages of that chat", async () => {
    const busy = {
      status: 429,
      body: '{"ok":false,"error_code":429,"parameters":{"retry_after":120}}',
    };
    const bot = await telegram((index) => (index === 1 ? busy : { body: '{"ok":true}' }));
    const channels = channelsOf({ telegram: bot });
    await linkTelegram(channels, bot);
    await wishFor(channels, "telegram", "paid");
    await pay(2);
    startSender(channels);
    await expect
      .poll(async () => (await messages()).filter(({ attempt_count }) => attempt_count > 0).length)
      .toBe(2);
    const waiting = (await messages()).filter(({ event }) => event === "paid");
    expect(waiting).toHaveLength(2);
    for (const { next_attempt_at, message_status } of waiting) {
      expect(message_status).not.toBe("SUCCESS");
      expect(Date.parse(next_attempt_at ?? "")).toBeGreaterThan(Date.now() + 90_000);
    }
  });

  test.each([
    ["has blocked the bot", 403, "Forbidden: bot was blocked by the user", "bot_blocked"],
    ["is gone", 400, "Bad Request: chat not found", "chat_gone"],
  ])(
    "is shown as broken and gets no more if the person %s",
    async (_, status, description, reason) => {
      const bot = await telegram((index) =>
        index === 1
          ? { status, body: JSON.stringify({ ok: false, description }) }
          : { body: '{"ok":true}' },
      );
      const channels = channelsOf({ telegram: bot });
      await linkTelegram(channels, bot);
      await wishFor(channels, "telegram", "paid");
      startSender(channels);
      await pay();
      await expect.poll(async () => (await targets())[0]?.broken_reason).toBe(reason);
      await pay(2);
      expect(await messages()).toMatchObject([
        { event: "paid", message_status: "FAILED", problem: reason },
        { event: "linked" },
      ]);
      const former = await targets();
      await linkTelegram(channels, bot, former);
      expect((await targets()).map(({ broken_reason }) => broken_reason)).toEqual([null]);
    },
  );

  test.each([404, 410])(
    "loses the browser's keys if the push service returns %i",
    async (status) => {
      const pushService = await startWebhookReceiver({ respond: () => ({ status }) });
      closing.push(() => pushService.close());
      const channels = channelsOf({});
      await subscribe(`${pushService.url}/send/1`);
      await wishFor(channels, "push", "paid");
      startSender(channels);
      await pay();
      await expect.poll(async () => (await targets())[0]?.broken_reason).toBe("browser_gone");
      const kept = await database.sql`
      select from notice_targets where merchant_id = ${shop.merchant_id} and sealed_address is not null
    `;
      expect(kept).toHaveLength(0);
      await subscribe(`${pushService.url}/send/2`);
      expect((await targets()).map(({ broken_reason }) => broken_reason)).toEqual([null]);
    },
  );

  test.each([
    ["no point of the curve", Buffer.alloc(65)],
    [
      "its coordinates are not on the curve",
      Buffer.concat([Buffer.from([4]), Buffer.alloc(64, 1)]),
    ],
    ["a compressed point and more", Buffer.alloc(65, 2)],
  ])("is refused at once if its key cannot encrypt: %s", async (_why, key) => {
    const subscription = {
      ...pushBrowser("https://push.example/1").subscription,
      p256dh: key.toString("base64url"),
    };
    const { session, actor } = person;
    const added = addPushTarget(gateway, actor, {
      session,
      subscription,
      target_name: "Browser/1",
    });
    await expect(added).rejects.toMatchObject({
      problems: [{ path: ["p256dh"], problem: { code: "not_a_push_key" } }],
    });
    expect(await targets()).toEqual([]);
  });

  test("gets nothing at another address if the push service redirects", async () => {
    const elsewhere = await startWebhookReceiver();
    const pushService = await startWebhookReceiver({
      respond: () => ({ status: 307, headers: { location: `${elsewhere.url}/x` } }),
    });
    closing.push(
      () => pushService.close(),
      () => elsewhere.close(),
    );
    const channels = channelsOf({});
    await subscribe(`${pushService.url}/send/1`);
    await wishFor(channels, "push", "paid");
    startSender(channels);
    await pay();
    await expect.poll(async () => (await messages())[0]?.message_status).toBe("FAILED");
    expect(elsewhere.received).toEqual([]);
  });

  test("is not called if its address leads into the gateway's own network", async () => {
    const pushService = await startWebhookReceiver();
    closing.push(() => pushService.close());
    await subscribe(`${pushService.url}/send/1`);
    const channels = channelsOf({ allowPrivate: false });
    await wishFor(channels, "push", "paid");
    startSender(channels);
    await pay();
    await expect
      .poll(async () => (await messages())[0])
      .toMatchObject({
        message_status: "FAILED",
        problem: "destination_not_allowed",
      });
    expect(pushService.received).toEqual([]);
  });

  test("is shown as broken if the mail server does not know the address, until a test notice succeeds", async () => {
    let answer = "550 no such user";
    const mail = await mailServer(() => answer);
    const channels = channelsOf({ mail });
    await wishFor(channels, "email", "paid");
    startSender(channels);
    await pay();
    await expect.poll(async () => (await targets())[0]?.broken_reason).toBe("address_refused");
    answer = "250 ok";
    await sendTestNotice(gateway, channels, { session: person.session, channel: "email" });
    await expect.poll(() => mail.mails.length).toBe(1);
    expect((await targets())[0]?.broken_reason).toBeNull();
  });

  test("gets it later if the mail server is busy", async () => {
    let answer = "451 come back later";
    const mail = await mailServer(() => answer);
    const channels = channelsOf({ mail });
    await wishFor(channels, "email", "paid");
    startSender(channels);
    await pay();
    await expect.poll(async () => (await messages())[0]?.attempt_count).toBeGreaterThan(0);
    answer = "250 ok";
    await expect.poll(async () => (await messages())[0]?.message_status).not.toBe("RETRYING");
    expect((await targets())[0]?.broken_reason).toBeNull();
  });
});

describe("several processes", () => {
  test("send each message once, despite repeated wake-ups", async () => {
    const bot = await telegram(() => ({ body: '{"ok":true}', delay_milliseconds: 10 }));
    const channels = channelsOf({ telegram: bot });
    await linkTelegram(channels, bot);
    await wishFor(channels, "telegram", "paid", "quota_low", "device_silent");
    const three = [startSender(channels), startSender(channels), startSender(channels)];
    for (const event of ["paid", "quota_low", "device_silent"] as const) {
      for (const subject of ["1", "2", "3"]) {
        const facts = {
          payment_code: subject,
          payment_total: 1,
          device_name: "HP",
          last_seen_at: null,
          account_quota: 1,
          channel_name: "BCA",
          account_number_end: null,
          account_id: subject,
          customer_name: "",
        };
        await owe(event, subject, facts);
        await owe(event, subject, facts);
        for (const sender of three) sender.wake();
      }
    }
    const told = async () =>
      (await messages())
        .filter(({ message_status }) => message_status === "SUCCESS")
        .reduce((sum, { notice_count }) => sum + notice_count, 0);
    await expect.poll(told).toBe(10);
    expect(bot.sent()).toHaveLength((await messages()).length);
    expect((await messages()).every(({ attempt_count }) => attempt_count === 1)).toBe(true);
  });

  test("take over a killed one's leases after their end, and ignore its late record", async () => {
    const mail = await mailServer();
    const channels = channelsOf({ mail });
    await wishFor(channels, "email", "paid");
    await pay();
    await composeMessages(gateway);
    const [lost] = await leaseDueMessages(gateway, { limit: 10, busy: [] });
    startSender(channels);
    expect(mail.mails).toHaveLength(0);
    await database.sql`
      update notice_messages set lease_until = now() + interval '0.2 seconds'
      where message_id = ${lost?.message_id ?? ""}
    `;
    await expect
      .poll(async () => (await messages())[0])
      .toMatchObject({
        message_status: "SUCCESS",
        attempt_count: 1,
      });
    expect(mail.mails).toHaveLength(1);
    expect(mail.mails[0]).toContain(`Message-ID: <${lost?.message_id}@pay.example>`);
  });
});

describe("over time", () => {
  test("old sent notices are deleted, and waiting ones stay", async () => {
    const mail = await mailServer();
    const channels = channelsOf({ mail });
    await wishFor(channels, "email", "paid");
    const sender = startSender(channels);
    await pay();
    await expect.poll(async () => (await messages())[0]?.message_status).toBe("SUCCESS");
    await sender.stop();
    await pay();
    const days = gateway.settings.noticeDays;
    const later = (day: number) => gateway.setClock(new Date(Date.now() + day * 86_400_000));
    later(days - 1);
    await forgetOldRows(gateway);
    expect([(await messages()).length, (await owed()).length]).toEqual([1, 2]);
    later(days + 1);
    await forgetOldRows(gateway);
    expect([(await messages()).length, (await owed()).length]).toEqual([0, 1]);
  });

  test("a rotation of the secret seals the browser's keys again, and the next message arrives", async () => {
    const pushService = await startWebhookReceiver({ respond: () => ({ status: 201 }) });
    closing.push(() => pushService.close());
    const channels = channelsOf({});
    const browser = await subscribe(`${pushService.url}/send/1`);
    await wishFor(channels, "push", "paid");
    const newSecret = "another secret of tests that is long enough";
    await resealAll({ ...gateway, secrets: createSecretBox(newSecret, [testSecret]) });
    gateway = { ...gateway, secrets: createSecretBox(newSecret) };
    startSender(channels);
    await pay();
    const [pushed] = await pushService.waitFor(1);
    expect(browser.read(pushed?.bytes ?? Buffer.alloc(0))).toContain("Pembayaran masuk");
  });
});

describe("a person", () => {
  test("gets no more notices after leaving the team, not even waiting ones", async () => {
    const mail = await mailServer();
    const channels = channelsOf({ mail });
    await wishFor(channels, "email", "paid", "webhook_failing");
    await pay(2);
    await composeMessages(gateway);
    await pay(2);
    // The last owner must stay, so another owner is added first.
    await database.sql`
      insert into people (merchant_id, person_id, person_name, email, role, created_at)
      values (${shop.merchant_id}, gen_random_uuid(), 'Ani', ${`${randomUUID()}@toko.example`}, 'owner', now())
    `;
    const { person_id } = person.session.person;
    await database.sql`update people set role = 'viewer' where person_id = ${person_id}`;
    expect((await chosen()).wishes).toEqual([{ event: "paid", channel: "email" }]);
    expect((await chosen()).events).toEqual([
      "paid",
      "unmatched",
      "unsupported",
      "likely_text",
      "device_silent",
      "quota_low",
    ]);
    await expect(wishFor(channels, "email", "webhook_failing")).rejects.toMatchObject({
      code: "validation_error",
    });
    await database.sql`
      update people set left_at = now(), password_hash = null where person_id = ${person_id}
    `;
    await pay();
    startSender(channels);
    await database.sql`select pg_sleep(0.1)`;
    expect(mail.mails).toEqual([]);
    expect(await owed()).toHaveLength(0);
  });

  test("gets no more notices at a removed target, not even waiting ones", async () => {
    const bot = await telegram();
    const channels = channelsOf({ telegram: bot });
    await linkTelegram(channels, bot);
    await wishFor(channels, "telegram", "paid");
    await pay();
    await composeMessages(gateway);
    const [target] = await targets();
    await removeNoticeTarget(gateway, person.actor, {
      session: person.session,
      target_id: target?.target_id ?? "",
    });
    expect(await messages()).toEqual([]);
    startSender(channels);
    await sendTestNotice(gateway, channels, { session: person.session, channel: "telegram" }).catch(
      (cause: unknown) => expect(cause).toMatchObject({ reason: { code: "no_notice_target" } }),
    );
    expect(bot.sent()).toEqual([]);
  });

  test("connects Telegram with a code that works once, only from the person's own chat", async () => {
    const bot = await telegram();
    const channels = channelsOf({ telegram: bot });
    const { link } = await offerTelegramLink(gateway, channels, person.actor, person.session);
    expect(link).toMatch(/^https:\/\/t\.me\/TokoBot\?start=[\w-]{32}$/);
    const code = new URL(link).searchParams.get("start");
    bot.press("/start");
    bot.press("/start wrong-code");
    bot.press(`/start ${code}`, { id: -77, type: "group", title: "Keluarga" });
    bot.press(`/start ${code}`, { id: 1, type: "private", first_name: "Budi" });
    bot.press(`/start ${code}`, { id: 2, type: "private", first_name: "Orang lain" });
    const reader = startTelegramReader(gateway, telegramReader(botOf(bot)), log, often);
    closing.push(() => reader.stop());
    await expect.poll(async () => (await targets()).length).toBe(1);
    expect(await targets()).toMatchObject([{ channel: "telegram", target_name: "Budi" }]);
    const stored = await database.sql<{ sealed_address: Buffer }[]>`
      select sealed_address from notice_targets where merchant_id = ${shop.merchant_id}
    `;
    expect(stored[0]?.sealed_address.toString("latin1")).not.toContain("chat_id");
  });

  test("connects Telegram by another bot, whose messages have their own numbers", async () => {
    await database.sql`delete from telegram_reader`;
    await database.sql`
      insert into telegram_reader (bot_id, offset_id, lease_until)
      values ('98765', 1000000, now() + interval '1 hour')
    `;
    const bot = await telegram();
    await linkTelegram(channelsOf({ telegram: bot }), bot);
    const ofBefore = { bot_id: "98765", lease_seconds: null, at: null, offset_id: 1_000_001 };
    for (const former_id of [1_000_000, lastUpdate]) {
      expect(await keepTelegramOffset(database.sql, { ...ofBefore, former_id })).toBe(false);
    }
    expect(await database.sql`select bot_id, offset_id::int from telegram_reader`).toEqual([
      { bot_id: botIdOf(botToken), offset_id: lastUpdate },
    ]);
  });

  test("connects Telegram after a quiet week, when the bot's messages have lower numbers", async () => {
    await database.sql`delete from telegram_reader`;
    await database.sql`
      insert into telegram_reader (bot_id, offset_id) values (${botIdOf(botToken)}, 1000000)
    `;
    const bot = await telegram();
    await linkTelegram(channelsOf({ telegram: bot }), bot);
    expect(await targets()).toMatchObject([{ channel: "telegram" }]);
  });

  test("connects nothing with an expired code, and the bot is not read then", async () => {
    const bot = await telegram();
    const channels = channelsOf({ telegram: bot });
    const { link } = await offerTelegramLink(gateway, channels, person.actor, person.session);
    bot.press(`/start ${new URL(link).searchParams.get("start")}`);
    gateway.setClock(new Date(Date.now() + (limits.telegramOfferSeconds + 1) * 1000));
    const reader = startTelegramReader(gateway, telegramReader(botOf(bot)), log, often);
    await database.sql`select pg_sleep(0.1)`;
    await reader.stop();
    expect(bot.server.received.filter(({ path }) => path.endsWith("getUpdates"))).toEqual([]);
    expect(await targets()).toEqual([]);
  });

  test("can test a channel only a few times", async () => {
    const channels = channelsOf({ mail: await mailServer() });
    const attempt = () =>
      sendTestNotice(gateway, channels, { session: person.session, channel: "email" });
    for (let index = 0; index < limits.noticeTestsPerWindow; index++) await attempt();
    await expect(attempt()).rejects.toMatchObject({ reason: { code: "notice_test_limit" } });
  });

  test("has a limited number of browsers, and none at an address in the gateway's network", async () => {
    for (let index = 0; index < limits.browsersToldPerPerson; index++) {
      await subscribe(`https://push.example/${index}`);
    }
    await subscribe("https://push.example/0");
    await expect(subscribe("https://push.example/one-more")).rejects.toMatchObject({
      reason: { code: "notice_browser_limit" },
    });
    expect(await targets()).toHaveLength(limits.browsersToldPerPerson);
    gateway = testGateway(database.sql, { allowPrivateWebhooks: false });
    for (const endpoint of [
      "http://push.example/1",
      "https://127.0.0.1/1",
      "https://push.example:9/1",
    ]) {
      await expect(subscribe(endpoint)).rejects.toMatchObject({ code: "validation_error" });
    }
  });

  test("reads the messages in the language of choice", async () => {
    const channels = channelsOf({ mail: await mailServer() });
    await wishFor(channels, "email", "paid");
    await changeNotices(gateway, channels, person.actor, {
      session: person.session,
      change: { language: "en" },
    });
    const [payment] = await pay();
    await composeMessages(gateway);
    expect((await messages())[0]?.title).toBe(
      `Payment received: ${rupiah(payment?.payment_total ?? 0)}`,
    );
  });
});
