import { randomUUID } from "node:crypto";
import { pino } from "pino";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { callerWith, dataOf, type Caller } from "../../../contract-tests/support/http.ts";
import type { AccountChoices } from "../../contract/dashboard/accounts.ts";
import { limits } from "../../contract/limits.ts";
import type { Payment } from "../../contract/payments.ts";
import { listen } from "../../http/transport/listen.ts";
import type { Listener } from "../../http/transport/listener.ts";
import { confirmedBrowser } from "../../testing/actors.ts";
import { createTestDatabase, type TestDatabase } from "../../testing/database.ts";
import {
  addAccount,
  approvedPhone,
  paymentInput,
  shopWithAccount,
  type Shop,
  type TestGateway,
} from "../../testing/fixtures.ts";
import { openInProcessService } from "../../testing/in-process-service.ts";

/**
 * Apps that no release knows: the roles that are asked about them, the texts that are kept, and the effect of a
 * "yes".
 */

const bank = "id.contoh.bankdesa";
const income = (amount: number) => `Dana masuk ${rupiah(amount)} dari BUDI CONTOH`;
const rupiah = (amount: number) => `Rp${amount.toLocaleString("en-US").replaceAll(",", ".")}`;

let database: TestDatabase;
let gateway: TestGateway;
let listener: Listener;

beforeAll(async () => {
  database = await createTestDatabase();
  const service = openInProcessService(database.sql);
  ({ gateway } = service);
  listener = await listen(service.dispatch, {
    transport: "node",
    host: "127.0.0.1",
    port: 0,
    log: pino({ level: "silent" }),
  });
});
afterAll(async () => {
  await listener.close();
  await database.drop();
});

const api = "/dashboard/api";

interface Counter {
  shop: Shop;
  phone: Caller;
  person: Caller;
  server: Caller;
}

async function counterOf(shop: Shop): Promise<Counter> {
  const base_url = `http://127.0.0.1:${listener.port}`;
  const { device_token } = await approvedPhone(gateway, shop);
  return {
    shop,
    phone: callerWith({ "x-device-token": device_token }, base_url),
    person: callerWith(await confirmedBrowser(gateway, shop), base_url),
    server: callerWith({ "x-api-key": shop.api_key }, base_url),
  };
}

let counter: Counter;
beforeEach(async () => {
  counter = await counterOf(await shopWithAccount(gateway));
});

interface Text {
  package_name?: string;
  title?: string | null;
  body: string;
  app_name?: string;
  category?: string;
  is_conversation?: boolean;
}

const report = async (texts: readonly Text[], { phone }: Counter = counter) =>
  dataOf<{ outcome: string; matched_payment_code: string | null }[]>(
    await phone.post("/worker/mutations", {
      notifications: texts.map((text) => ({
        key: randomUUID(),
        package_name: bank,
        title: "Dana masuk",
        posted_at: new Date().toISOString(),
        ...text,
      })),
    }),
  );

const choicesOf = async ({ person }: Counter = counter) =>
  dataOf<AccountChoices>(await person.get(`${api}/account-choices`));
const seenBy = async (who: Counter = counter) => (await choicesOf(who)).seen_apps;

const answer = (body: object, package_name = bank, { person }: Counter = counter) =>
  person.post(`${api}/apps/${package_name}`, body);
const yes = { is_bank: true, app_name: "Bank Desa Contoh" };

const watchedBy = async ({ phone }: Counter = counter) =>
  dataOf<{ packages: string[] }>(await phone.get("/worker/device")).packages;

const keptTexts = async ({ shop }: Counter = counter) =>
  database.sql<{ body: string }[]>`
    select notification->>'body' as body
    from unread_notifications
    where merchant_id = ${shop.merchant_id}
    order by received_at
  `;

describe("a text of an app without an account", () => {
  test("is stored and offered for an answer only if it looks like incoming money", async () => {
    const [outcome] = await report([{ body: income(150_123), app_name: "Bank Desa" }]);
    expect(outcome).toMatchObject({ outcome: "ignored", matched_payment_code: null });
    await report([
      { package_name: "id.contoh.game", body: "Ayo main lagi, hadiah menunggu!" },
      { package_name: "id.contoh.toko", body: "Diskon Rp50.000 untuk belanja pertama" },
      { package_name: "id.contoh.pinjam", body: "Pembayaran Rp50.000 ke TOKO berhasil" },
      { package_name: "id.contoh.kode", body: "Kode OTP 654321 untuk transfer Rp50.000" },
    ]);
    expect(await seenBy()).toEqual([
      {
        package_name: bank,
        app_name: "Bank Desa",
        has_known_name: false,
        first_seen_at: expect.any(String),
        last_seen_at: expect.any(String),
        seen_count: 1,
        is_refused: false,
        title: "Dana masuk",
        body: income(150_123),
      },
    ]);
    expect(await keptTexts()).toEqual([{ body: income(150_123) }]);
    expect(await watchedBy()).toEqual(["com.bca"]);
  });

  test("is counted once despite repeats, and up to a limit", async () => {
    const text = { body: income(150_123), posted_at: new Date(Date.now() - 60_000).toISOString() };
    await report([text, text]);
    await report([text]);
    expect(await seenBy()).toMatchObject([{ seen_count: 1 }]);
    await database.sql`
      update merchant_apps set seen_count = ${limits.merchantAppTextsCounted - 1}
      where merchant_id = ${counter.shop.merchant_id}
    `;
    await report([{ body: income(1) }, { body: income(2) }, { body: income(3) }]);
    expect(await seenBy()).toMatchObject([{ seen_count: limits.merchantAppTextsCounted }]);
  });

  test("shows its newest text, each app its own", async () => {
    await report([{ body: income(1) }, { package_name: "id.contoh.lain", body: income(2) }]);
    await report([{ body: income(3) }]);
    await report([{ package_name: "id.contoh.LAIN", body: income(4) }]);
    const seen = await seenBy();
    expect(seen.map(({ package_name, body }) => [package_name, body])).toEqual([
      ["id.contoh.lain", income(4)],
      [bank, income(3)],
    ]);
  });

  test("is invisible to another merchant", async () => {
    const other = await counterOf(await shopWithAccount(gateway));
    await report([{ body: income(150_123) }]);
    expect((await answer(yes)).status).toBe(200);
    expect(await seenBy(other)).toEqual([]);
    expect((await answer(yes, bank, other)).status).toBe(404);
    expect(await watchedBy(other)).toEqual(["com.bca"]);
    expect((await choicesOf(other)).apps.map(({ app_package }) => app_package)).not.toContain(bank);
  });

  test.each([
    ["WhatsApp", "com.whatsapp"],
    ["WhatsApp Business", "com.whatsapp.w4b"],
    ["Telegram", "org.telegram.messenger"],
    ["Gmail", "com.google.android.gm"],
    ["a copy of WhatsApp", "com.gbwhatsapp"],
    ["another copy of WhatsApp", "com.yowhatsapp"],
    ["Google Chat", "com.google.android.apps.dynamite"],
    ["K-9 Mail", "com.fsck.k9"],
    ["Proton Mail", "ch.protonmail.android"],
    ["text messages", "com.google.android.apps.messaging"],
    ["text messages of a Samsung", "com.samsung.android.messaging"],
    ["a marketplace", "com.tokopedia.tkpd"],
    ["Android", "android"],
    ["no package at all", "halo dunia"],
  ])("of %s is neither stored nor offered for an answer", async (_, package_name) => {
    await report([{ package_name, body: income(150_123) }]);
    expect(await seenBy()).toEqual([]);
    expect(await keptTexts()).toEqual([]);
  });

  test.each([
    ["a message", { category: "msg" }],
    ["a mail", { category: "email" }],
    ["a conversation", { is_conversation: true }],
  ])("with Android's category %s is neither stored nor offered for an answer", async (_, marks) => {
    await report([{ ...marks, body: income(150_123) }]);
    expect(await seenBy()).toEqual([]);
    expect(await keptTexts()).toEqual([]);
  });

  test("causes rows up to the limit, at which silent apps are replaced and banks are not", async () => {
    await report([{ body: income(1) }]);
    await answer(yes);
    const others = Array.from(
      { length: limits.merchantAppsPerMerchant + 20 },
      (_, index) => `id.contoh.app${index}`,
    );
    const half = others.slice(0, 40);
    await report(half.map((package_name) => ({ package_name, body: income(1) })));
    await Promise.all(
      [others.slice(40, 60), others.slice(50)].map((part) =>
        report(part.map((package_name) => ({ package_name, body: income(2) }))),
      ),
    );
    const seen = await seenBy();
    expect(seen).toHaveLength(limits.merchantAppsPerMerchant - 1);
    expect(seen.map(({ package_name }) => package_name)).toContain(others.at(-1));
    expect((await choicesOf()).apps.at(-1)).toMatchObject({ app_package: bank });
  });

  test("uses a small part of the room for texts, and the bank's own texts keep theirs", async () => {
    const { merchant_id } = counter.shop;
    const countOf = async (package_name: string) => {
      const [row] = await database.sql<{ count: number }[]>`
        select count(*)::integer as count from unread_notifications
        where merchant_id = ${merchant_id}
          and notification->>'package_name' like ${package_name}
      `;
      return row?.count;
    };
    const own = { package_name: "com.bca", title: "BCA", body: "Wording that no rule reads: 1" };
    await report([own]);
    // The bank's own text is the oldest, so it would be the first to be replaced.
    await database.sql`
      update unread_notifications set received_at = now() - interval '2 hours'
      where merchant_id = ${merchant_id}
    `;
    const flood = (package_name: string, from = 0) =>
      report(
        Array.from({ length: limits.askedTextsPerApp + 5 }, (_, index) => ({
          package_name,
          body: income(from + index + 1),
        })),
      );
    await flood(bank);
    expect(await countOf(bank)).toBe(limits.askedTextsPerApp);
    const apps = Math.ceil(limits.askedTexts / limits.askedTextsPerApp) + 1;
    for (let index = 0; index < apps; index += 1) await flood(`id.contoh.lain${index}`);
    expect(await countOf("id.contoh.%")).toBe(limits.askedTexts);
    await report([{ package_name: "id.contoh.z", body: `${income(1)}. ${"x".repeat(8000)}` }]);
    expect(await countOf("id.contoh.%")).toBe(limits.askedTexts);
    expect(await countOf("com.bca")).toBe(1);
    // After an hour the newest texts replace the oldest, one for one.
    await database.sql`
      update unread_notifications set received_at = now() - interval '61 minutes'
      where merchant_id = ${merchant_id} and notification->>'package_name' = ${bank}
    `;
    await report([{ body: income(900_001) }]);
    expect(await keptTexts()).toContainEqual({ body: income(900_001) });
    expect(await countOf(bank)).toBe(limits.askedTextsPerApp);
    await report([{ package_name: "id.contoh.y", body: income(900_002) }]);
    expect(await countOf("id.contoh.y")).toBe(1);
    expect(await countOf("id.contoh.%")).toBe(limits.askedTexts);
    expect(await countOf("com.bca")).toBe(1);
  });

  test("has a name of limited length without reversing or hiding characters", async () => {
    await report([
      { package_name: "id.contoh.a", body: income(1), app_name: "<b>Bank</b>\u202e ACB\u200b" },
      { package_name: "id.contoh.b", body: income(1), app_name: "x".repeat(255) },
      { package_name: "id.contoh.c", body: income(1), app_name: "\u200b\u202e" },
      { package_name: "id.contoh.d", body: income(1), app_name: "ВСА mobile" },
    ]);
    const seen = await seenBy();
    const named = new Map(seen.map((app) => [app.package_name, app]));
    expect(named.get("id.contoh.a")?.app_name).toBe("<b>Bank</b> ACB");
    expect(named.get("id.contoh.b")?.app_name).toBe("x".repeat(limits.merchantAppNameCharacters));
    expect(named.get("id.contoh.c")?.app_name).toBeNull();
    expect(named.get("id.contoh.d")).toMatchObject({ has_known_name: true });
  });
});

const addBank = () =>
  counter.person.post(`${api}/banks`, {
    channel_name: "Bank Baru Contoh",
    app_package: "id.contoh.bankbaru",
    number_min: 10,
    number_max: 12,
  });

/** Waits until this number of statements in this database waits for another transaction. */
async function waitForLocks(count: number): Promise<void> {
  await expect
    .poll(async () => {
      const rows = await database.sql`
        select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
      `;
      return rows.length;
    })
    .toBeGreaterThanOrEqual(count);
}

describe("the answer", () => {
  beforeEach(() => report([{ body: income(150_123) }]));

  test('"no" deletes the texts, and no more are stored or counted', async () => {
    expect((await answer({ is_bank: false })).status).toBe(200);
    expect(await keptTexts()).toEqual([]);
    await report([{ body: income(2) }]);
    expect(await keptTexts()).toEqual([]);
    expect(await seenBy()).toMatchObject([{ is_refused: true, seen_count: 1, body: null }]);
    expect(await watchedBy()).toEqual(["com.bca"]);
  });

  test('"yes" adds the app to the watched apps and to the choices for accounts', async () => {
    expect((await answer(yes)).status).toBe(200);
    expect(await seenBy()).toEqual([]);
    expect(await watchedBy()).toEqual(["com.bca", bank]);
    expect((await choicesOf()).apps.at(-1)).toEqual({
      app_id: null,
      app_name: yes.app_name,
      app_package: bank,
      can_be_read: false,
    });
    // A "yes" can be undone while no account uses the app.
    expect((await answer({ is_bank: false })).status).toBe(200);
    expect(await watchedBy()).toEqual(["com.bca"]);
    await answer(yes);
    await addAccount(gateway, counter.shop, { account_number: "22222222", app_package: bank });
    expect((await answer({ is_bank: false })).status).toBe(409);
    expect(await watchedBy()).toEqual(["com.bca", bank]);
  });

  test.each([
    ["without a name", undefined],
    ["with a name of marks", "\u200b\u202e"],
    ["with a name of one letter", "x 1"],
    ["with a bank's name", "BCA"],
    ["with a bank's name in Cyrillic", "ВСА"],
    ["with a bank's name in full width and spaces", "Ｂ Ｃ Ａ mobile"],
    ["with a bank's name with hidden marks", "B\u200bC\u200bA"],
    ["with a bank's name and a word", "Bank Mandiri Indonesia"],
    ["with an app's name", "myBCA"],
    ["with a wallet's name in digits", "G0Pay"],
    ["with a disguised name and a word", "ВСА Prioritas"],
    ["with 10,000 characters", "x".repeat(10_000)],
    ["with two lines", "Bank\nDesa"],
  ])('"yes" %s is refused', async (_, app_name) => {
    const refused = await answer({ is_bank: true, app_name });
    expect(refused.status).toBe(400);
    expect(refused.body).toMatchObject({
      code: "validation_error",
      errors: { app_name: expect.any(String) },
    });
    expect(await watchedBy()).toEqual(["com.bca"]);
  });

  test.each<[string, () => Promise<{ status: number }>, string]>([
    ["yes", () => answer(yes), bank],
    ["to add its bank", addBank, "id.contoh.bankbaru"],
  ])("%s loses no text that arrives at that moment", async (_, decide, package_name) => {
    const { merchant_id } = counter.shop;
    const { decided, reported } = await database.sql.begin(async (tx) => {
      await tx`select from merchants where merchant_id = ${merchant_id} for update`;
      // The person's answer is the first to wait. The text is read before the answer takes effect and stored after
      // it.
      const waiting = { decided: decide(), reported: Promise.resolve<unknown>(null) };
      await waitForLocks(1);
      waiting.reported = report([{ package_name, body: income(150_124) }]);
      await waitForLocks(2);
      return waiting;
    });
    expect((await decided).status).toBeLessThan(300);
    await reported;
    expect(await keptTexts()).toContainEqual({ body: income(150_124) });
  });

  test('"yes" to an unseen app, or to one that is no bank\'s, is refused', async () => {
    expect((await answer(yes, "id.contoh.lain")).status).toBe(404);
    expect((await answer(yes, "com.whatsapp")).status).toBe(409);
    expect((await answer(yes, "com.bca")).status).toBe(409);
    expect((await answer(yes, "bukan-paket")).status).toBe(404);
  });

  test('"yes" is limited, also for parallel requests', async () => {
    const packages = Array.from(
      { length: limits.merchantBankAppsPerMerchant + 5 },
      (_, index) => `id.contoh.bank${index}`,
    );
    await report(packages.map((package_name) => ({ package_name, body: income(1) })));
    const answers = await Promise.all(packages.map((package_name) => answer(yes, package_name)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(
      limits.merchantBankAppsPerMerchant,
    );
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(5);
  });
});

interface Offered {
  text_id: string;
  app_name: string;
  reason: string;
  body: string;
  payments: { payment_code: string }[];
}

test("makes a text of the merchant's own bank pay after one confirmation, and the next automatically", async () => {
  const invoice = async (account_id: string) =>
    dataOf<Payment>(
      await counter.server.post("/gateway/payments", paymentInput(counter.shop, { account_id })),
    );
  const statusOf = async ({ payment_code }: Payment) =>
    dataOf<Payment>(await counter.server.get(`/gateway/payments/${payment_code}`)).payment_status;
  const offers = async () => dataOf<Offered[]>(await counter.person.get(`${api}/likely-texts`));

  await report([{ body: income(1) }]);
  await answer(yes);
  const { account_id } = await addAccount(gateway, counter.shop, {
    account_number: "22222222",
    app_package: bank,
  });
  const first = await invoice(account_id);
  // The general rules read this text as a credit of a bank that Tepat knows. Here a person must decide.
  const [reported] = await report([{ body: income(first.payment_total) }]);
  expect(reported).toMatchObject({ outcome: "ignored", matched_payment_code: null });
  expect(await statusOf(first)).toBe("PENDING");

  const [offered] = await offers();
  expect(offered).toMatchObject({
    app_name: yes.app_name,
    reason: "unknown_wording",
    payments: [{ payment_code: first.payment_code }],
  });
  const { mutation_id } = dataOf<{ mutation_id: string }>(
    await counter.person.post(`${api}/likely-texts/${offered?.text_id}/payment`, {
      payment_code: first.payment_code,
    }),
  );
  expect(await statusOf(first)).toBe("PAID");

  const { marks, faults } = dataOf<{ marks: object[]; faults: object[] }>(
    await counter.person.post(`${api}/reading-rule-trials`, { mutation_id }),
  );
  expect(faults).toEqual([]);
  expect((await counter.person.post(`${api}/reading-rules`, { mutation_id, marks })).status).toBe(
    201,
  );
  const second = await invoice(account_id);
  const [paid] = await report([{ body: income(second.payment_total) }]);
  expect(paid?.matched_payment_code).toBe(second.payment_code);

  // A stranger's chat pays nothing, nor does a text whose title is a stranger's name.
  const third = await invoice(account_id);
  await report([
    { body: income(third.payment_total), is_conversation: true },
    { body: income(third.payment_total), title: "Ani Wijaya" },
  ]);
  expect(await statusOf(third)).toBe("PENDING");
  expect(await offers()).toEqual([]);
});
