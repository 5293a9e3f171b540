import { randomUUID } from "node:crypto";
import { pino } from "pino";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { callerWith, dataOf, type Caller } from "../../../contract-tests/support/http.ts";
import type { Account } from "../../contract/accounts.ts";
import type { AccountChoices } from "../../contract/dashboard/accounts.ts";
import { limits } from "../../contract/limits.ts";
import type { Payment } from "../../contract/payments.ts";
import { createAccount } from "../../domain/accounts/accounts.ts";
import { switchOffRefusedRules, switchReadingRule } from "../../domain/mutations/reading-rules.ts";
import { listen } from "../../http/transport/listen.ts";
import type { Listener } from "../../http/transport/listener.ts";
import { confirmedBrowser } from "../../testing/actors.ts";
import { createTestDatabase, type TestDatabase } from "../../testing/database.ts";
import {
  approvedPhone,
  paymentInput,
  shopInTestMode,
  shopWithAccount,
  type Shop,
  type TestGateway,
} from "../../testing/fixtures.ts";
import { openInProcessService } from "../../testing/in-process-service.ts";

/** Banks that merchants add: their visibility, their allowed names, and the invoices that their texts pay. */

let database: TestDatabase;
let gateway: TestGateway;
let listener: Listener;
let owner: Counter;
let other: Counter;

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
const base = () => `http://127.0.0.1:${listener.port}`;

interface Counter {
  shop: Shop;
  phone: Caller;
  person: Caller;
  server: Caller;
}

async function openCounter(): Promise<Counter> {
  const shop = await shopWithAccount(gateway);
  const { device_token } = await approvedPhone(gateway, shop);
  return {
    shop,
    phone: callerWith({ "x-device-token": device_token }, base()),
    person: callerWith(await confirmedBrowser(gateway, shop), base()),
    server: callerWith({ "x-api-key": shop.api_key }, base()),
  };
}

beforeEach(async () => {
  owner = await openCounter();
  other = await openCounter();
});

const desa = {
  channel_name: "Bank Desa Sejahtera",
  number_min: 10,
  number_max: 12,
  app_package: "id.contoh.BankDesa",
};

const add = (bank: object = desa, { person }: Counter = owner) => person.post(`${api}/banks`, bank);
const addedBy = async (counter: Counter = owner, bank: object = desa) =>
  dataOf<{ channel_id: string }>(await add(bank, counter)).channel_id;
const choicesOf = async ({ person }: Counter = owner) =>
  dataOf<AccountChoices>(await person.get(`${api}/account-choices`));
const ownBanksOf = async (counter: Counter = owner) =>
  (await choicesOf(counter)).channels.filter(({ own }) => own !== null);
const packagesOf = async ({ phone }: Counter) =>
  dataOf<{ packages: string[] }>(await phone.get("/worker/device")).packages;

const openAccount = (channel_id: string, { person }: Counter = owner, fields: object = {}) =>
  person.post(`${api}/accounts`, {
    channel_id,
    account_number: "1234567890",
    account_name: "TOKO CONTOH",
    ...fields,
  });
const accountOf = async (channel_id: string) =>
  dataOf<Account>(await openAccount(channel_id)).account_id;

const rename = (channel_id: string, fields: object, { person }: Counter = owner) => {
  const { app_package: _, ...form } = desa;
  return person.post(`${api}/banks/${channel_id}`, { ...form, ...fields });
};
const remove = (channel_id: string, { person }: Counter = owner) =>
  person.delete(`${api}/banks/${channel_id}`);

describe("a bank that a merchant adds", () => {
  test("is one of the merchant's choices, with its app, and no other merchant's", async () => {
    const channel_id = await addedBy();
    expect(await ownBanksOf()).toMatchObject([
      {
        channel_id,
        channel_name: desa.channel_name,
        channel_type: "TRANSFER",
        default_package: "id.contoh.bankdesa",
        own: { number_min: 10, number_max: 12, is_used: false },
      },
    ]);
    expect(await packagesOf(owner)).toContain("id.contoh.bankdesa");
    expect(await ownBanksOf(other)).toEqual([]);
    expect((await choicesOf(other)).apps.map(({ app_package }) => app_package)).not.toContain(
      "id.contoh.bankdesa",
    );
    expect(await packagesOf(other)).toEqual(["com.bca"]);
  });

  test("is unknown to every request of another merchant", async () => {
    const channel_id = await addedBy();
    const { channel_code = "" } = (await ownBanksOf())[0] ?? {};
    expect((await openAccount(channel_id, other)).status).toBe(400);
    expect((await rename(channel_id, { channel_name: "Bank Lain" }, other)).status).toBe(404);
    expect((await remove(channel_id, other)).status).toBe(404);
    const steps = `/channels/${channel_id}/`;
    expect((await other.person.get(`${api}${steps}steps`)).status).toBe(404);
    const added = { additions: [{ title: "Buka", content: "Buka aplikasi" }] };
    expect((await other.person.post(`${api}${steps}steps`, added)).status).toBe(404);
    const refused = await other.server.get(`/gateway${steps}instructions`);
    expect([refused.status, refused.body]).toMatchObject([404, { code: "not_found" }]);
    expect((await owner.server.get(`/gateway${steps}instructions`)).status).toBe(200);
    const byOperator = createAccount(gateway, {
      merchant_id: other.shop.merchant_id,
      channel: channel_code,
      account_number: "1234567890",
      account_name: "TOKO LAIN",
      account_min_amount: 1,
      account_max_amount: null,
      account_quota: 30,
    });
    await expect(byOperator).rejects.toThrow("no channel");
  });

  test("can have the name and the app of another merchant's bank, with separate texts", async () => {
    expect(await addedBy(owner)).not.toBe(await addedBy(other));
  });

  test("accepts numbers of its lengths, and questions others", async () => {
    const channel_id = await addedBy();
    for (const account_number of ["123456789", "1234567890123"]) {
      const doubted = await openAccount(channel_id, owner, { account_number });
      expect(doubted.body).toMatchObject({ errors: { unusual_number: expect.any(String) } });
    }
    for (const account_number of ["1234567890", "123456789012"]) {
      expect((await openAccount(channel_id, owner, { account_number })).status).toBe(201);
    }
  });

  test("is renamed on its accounts, invoices and instructions", async () => {
    const channel_id = await addedBy();
    const account_id = await accountOf(channel_id);
    const payment = dataOf<Payment>(
      await owner.server.post("/gateway/payments", paymentInput(owner.shop, { account_id })),
    );
    expect(payment).toMatchObject({ channel_id, channel_name: desa.channel_name });
    await owner.server.get("/gateway/payments");
    expect((await rename(channel_id, { channel_name: "BPR Makmur Contoh" })).status).toBe(200);
    const [listed] = dataOf<Payment[]>(await owner.server.get("/gateway/payments"));
    expect(listed?.channel_name).toBe("BPR Makmur Contoh");
    expect(JSON.stringify(listed?.channel_instructions)).toContain("BPR Makmur Contoh");
    expect(JSON.stringify(listed?.channel_instructions)).not.toContain(desa.channel_name);
    const accounts = dataOf<Account[]>(await owner.server.get("/gateway/accounts"));
    expect(accounts).toContainEqual(
      expect.objectContaining({
        account_id,
        channel_type: "TRANSFER",
        channel_name: "BPR Makmur Contoh",
        app_id: null,
        app_name: null,
        app_package: "id.contoh.bankdesa",
      }),
    );
    const view = dataOf<object>(
      await callerWith({}, base()).get(`/checkout/${payment.payment_id}`),
    );
    expect(view).toMatchObject({ bank_name: "BPR Makmur Contoh", bank_type: "TRANSFER" });
  });

  test("is removed while no account uses it, with its app and its steps", async () => {
    const channel_id = await addedBy();
    await owner.person.post(`${api}/channels/${channel_id}/steps`, {
      additions: [{ title: "Buka", content: "Buka aplikasi" }],
    });
    expect((await remove(channel_id)).status).toBe(200);
    expect((await remove(channel_id)).status).toBe(404);
    expect(await ownBanksOf()).toEqual([]);
    expect(await packagesOf(owner)).toEqual(["com.bca"]);
    const again = await addedBy();
    await accountOf(again);
    const refused = await remove(again);
    expect([refused.status, refused.body]).toMatchObject([409, { code: "conflict" }]);
    expect(await ownBanksOf()).toMatchObject([{ own: { is_used: true } }]);
  });

  test("keeps its app, also before it has an account", async () => {
    const channel_id = await addedBy();
    const no = (counter: Counter) =>
      counter.person.post(`${api}/apps/id.contoh.bankdesa`, { is_bank: false });
    const refused = await no(owner);
    expect([refused.status, refused.body]).toMatchObject([
      409,
      { message: expect.stringContaining("bank that you added") },
    ]);
    expect(await packagesOf(owner)).toContain("id.contoh.bankdesa");
    expect((await no(other)).status).toBe(404);
    await remove(channel_id);
    expect((await no(owner)).status).toBe(404);
  });

  test("works with a test key of its merchant", async () => {
    const channel_id = await addedBy();
    await accountOf(channel_id);
    const mode = await shopInTestMode(gateway, owner.shop);
    const server = callerWith({ "x-api-key": mode.api_key }, base());
    expect((await server.get(`/gateway/channels/${channel_id}/instructions`)).status).toBe(200);
    const accounts = dataOf<Account[]>(await server.get("/gateway/accounts"));
    expect(accounts.map((account) => account.channel_id)).toContain(channel_id);
  });
});

describe("adding a bank", () => {
  test.each([
    ["BCA"],
    ["Bank BCA"],
    ["ВСА"],
    ["Ｂ Ｃ Ａ"],
    ["B\u200bC\u200bA"],
    ["B\u0301CA"],
    ["BCA Prioritas"],
    ["ВСА Prioritas"],
    ["G0Pay Bisnis"],
    ["GoPay"],
    ["QRIS"],
    ["\u202eACB"],
    [" "],
    ["12"],
    ["x".repeat(10_000)],
    ["Bank\nDesa"],
  ])("with the name %j is refused or loses the hiding characters", async (channel_name) => {
    const answer = await add({ ...desa, channel_name });
    if (channel_name === "\u202eACB") {
      expect(await ownBanksOf()).toMatchObject([{ channel_name: "ACB" }]);
      return;
    }
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ errors: { channel_name: expect.any(String) } });
    expect(await ownBanksOf()).toEqual([]);
  });

  test("keeps markup as text", async () => {
    await addedBy(owner, { ...desa, channel_name: "<img src=x onerror=alert(1)>" });
    expect(await ownBanksOf()).toMatchObject([{ channel_name: "<img src=x onerror=alert(1)>" }]);
  });

  test.each([
    ["com.whatsapp", 409],
    ["com.google.android.gm", 409],
    ["com.tokopedia.tkpd", 409],
    ["com.bca", 409],
    ["ID.CO.BRI.BRIMO", 409],
    ["bukan paket", 400],
    ["", 400],
  ])("with the app %j is refused", async (app_package, status) => {
    expect((await add({ ...desa, app_package })).status).toBe(status);
    expect(await ownBanksOf()).toEqual([]);
    expect(await packagesOf(owner)).toEqual(["com.bca"]);
  });

  test.each([
    { number_min: 0 },
    { number_min: 13 },
    { number_max: limits.accountNumberDigitsMax + 1 },
    { number_min: 1.5 },
    { number_max: "12" },
  ])("with the lengths %j is refused", async (lengths) => {
    expect((await add({ ...desa, ...lengths })).status).toBe(400);
  });

  test("twice simultaneously creates one", async () => {
    const answers = await Promise.all(
      [desa, { ...desa, channel_name: desa.channel_name.toUpperCase() }].map((bank) => add(bank)),
    );
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
      201, 409,
    ]);
    expect(await ownBanksOf()).toHaveLength(1);
  });

  test("is limited, also for parallel requests", async () => {
    const count = limits.merchantBanksPerMerchant;
    const answers = await Promise.all(
      Array.from({ length: count + 3 }, (_, index) =>
        add({ ...desa, channel_name: `Bank Desa ${index}` }),
      ),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(count);
    expect(await ownBanksOf()).toHaveLength(count);
    expect((await add(desa, other)).status).toBe(201);
  });
});

test("makes a text of the bank pay after one confirmation, and no other shop's invoice", async () => {
  const report = (amount: number, { phone }: Counter) =>
    phone.post("/worker/mutations", {
      notifications: [
        {
          key: randomUUID(),
          package_name: "id.contoh.bankdesa",
          title: "Bank Desa Sejahtera",
          body: `Dana masuk Rp${amount} dari BUDI CONTOH`,
          posted_at: new Date().toISOString(),
        },
      ],
    });
  const channel_id = await addedBy();
  const account_id = await accountOf(channel_id);
  const payment = dataOf<Payment>(
    await owner.server.post("/gateway/payments", paymentInput(owner.shop, { account_id })),
  );
  const statusOf = async () =>
    dataOf<Payment>(await owner.server.get(`/gateway/payments/${payment.payment_code}`))
      .payment_status;
  await report(payment.payment_total, other);
  await report(payment.payment_total, owner);
  expect(await statusOf()).toBe("PENDING");
  const offers = async ({ person }: Counter) =>
    dataOf<{ text_id: string; app_name: string }[]>(await person.get(`${api}/likely-texts`));
  expect(await offers(other)).toEqual([]);
  const [offered] = await offers(owner);
  expect(offered?.app_name).toBe(desa.channel_name);
  const path = `${api}/likely-texts/${offered?.text_id}/payment`;
  const body = { payment_code: payment.payment_code };
  expect((await other.person.post(path, body)).status).toBe(404);
  expect((await owner.person.post(path, body)).status).toBe(200);
  expect(await statusOf()).toBe("PAID");
});

describe("a wording with the name of a merchant's own bank", () => {
  const superdesa = { channel_name: "Superdesa", app_package: "id.superdesa.mobile" };
  const told = (amount: number) => ({
    key: randomUUID(),
    package_name: superdesa.app_package,
    title: "Dana masuk",
    body: `Dana masuk Rp${amount} ke Superdesa dari BUDI CONTOH`,
    posted_at: new Date().toISOString(),
  });
  const report = async (amount: number) => {
    const [outcome] = dataOf<{ matched_payment_code: string | null }[]>(
      await owner.phone.post("/worker/mutations", { notifications: [told(amount)] }),
    );
    return outcome?.matched_payment_code;
  };
  const invoice = async (account_id: string) =>
    dataOf<Payment>(
      await owner.server.post("/gateway/payments", paymentInput(owner.shop, { account_id })),
    );

  /** Teaches the wording with the first payment. */
  async function taught() {
    const channel_id = await addedBy(owner, { ...desa, ...superdesa });
    const account_id = await accountOf(channel_id);
    const { payment_code, payment_total } = await invoice(account_id);
    await report(payment_total);
    const [offered] = dataOf<{ text_id: string }[]>(await owner.person.get(`${api}/likely-texts`));
    const { mutation_id } = dataOf<{ mutation_id: string }>(
      await owner.person.post(`${api}/likely-texts/${offered?.text_id}/payment`, { payment_code }),
    );
    const trial = await owner.person.post(`${api}/reading-rule-trials`, { mutation_id });
    const { marks } = dataOf<{ marks: object[] }>(trial);
    const { rule_id } = dataOf<{ rule_id: string }>(
      await owner.person.post(`${api}/reading-rules`, { mutation_id, marks }),
    );
    return { channel_id, account_id, rule_id };
  }

  test("stays on at a start, can be switched on again, and pays", async () => {
    const { account_id, rule_id } = await taught();
    expect(await switchOffRefusedRules(gateway)).toBe(0);
    for (const is_on of [false, true]) {
      const switched = await owner.person.post(`${api}/reading-rules/${rule_id}`, { is_on });
      expect(switched.status).toBe(200);
    }
    const { payment_code, payment_total } = await invoice(account_id);
    expect(await report(payment_total)).toBe(payment_code);
  });

  test("stays on when the bank is renamed", async () => {
    const { account_id, channel_id, rule_id } = await taught();
    expect((await rename(channel_id, { channel_name: "BPR Makmur Contoh" })).status).toBe(200);
    expect(await switchOffRefusedRules(gateway)).toBe(0);
    const rule = { merchant_id: owner.shop.merchant_id, rule_id };
    await switchReadingRule(gateway, { ...rule, is_on: true });
    const { payment_code, payment_total } = await invoice(account_id);
    expect(await report(payment_total)).toBe(payment_code);
  });
});
