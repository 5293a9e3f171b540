import { describe, expect, test } from "vitest";
import { approvedDevice, bcaNotification, transfer } from "./support/device.ts";
import { dataOf } from "./support/http.ts";
import type { Mutation, Notification } from "./support/resources.ts";
import { addAccount, openShop, pendingPayment, readPayment } from "./support/shop.ts";

/** Tests recording and matching (faults B1 to B3, B10, B12, B14, B15, B17). */

const shop = await openShop();
const device = await approvedDevice(shop);

const mutations = async (query = "") =>
  dataOf<Mutation[]>(await shop.get(`/gateway/mutations?per_page=100${query}`));

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();

test("the transfer of exactly the total pays the payment, and both name each other", async () => {
  const payment = await pendingPayment(shop);
  const [outcome] = await device.report(transfer(payment.payment_total));
  expect(outcome).toEqual({
    key: transfer(1).key,
    outcome: "recorded",
    mutation_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    matched_payment_code: payment.payment_code,
  });
  const paid = await readPayment(shop, payment.payment_code);
  const { payment_updated_at } = paid;
  expect(paid).toEqual({ ...payment, payment_status: "PAID", payment_updated_at });
  expect(payment_updated_at > payment.payment_updated_at).toBe(true);
  const [mutation] = await mutations();
  expect(mutation).toMatchObject({
    id: outcome?.mutation_id,
    amount_parsed: payment.payment_total,
    is_matched: true,
    matched_payment_id: payment.payment_id,
    matched_payment_code: payment.payment_code,
  });
});

test.each([-1, 1, -1000, 1000])("a transfer %i rupiah off the total pays nothing", async (off) => {
  const payment = await pendingPayment(shop, { payment_amount: 3_000_000 });
  const [outcome] = await device.report(transfer(payment.payment_total + off));
  expect(outcome).toMatchObject({ outcome: "recorded", matched_payment_code: null });
  expect(await readPayment(shop, payment.payment_code)).toEqual(payment);
});

test("the same notification 100 times at once is one mutation", async () => {
  const { payment_code, payment_total } = await pendingPayment(shop);
  const notification = transfer(payment_total);
  const before = await mutations();
  const outcomes = await Promise.all(
    Array.from({ length: 100 }, async (_, time) => {
      const [outcome] = await device.report({ ...notification, key: `attempt ${time}` });
      expect(outcome).toMatchObject({
        key: `attempt ${time}`,
        matched_payment_code: payment_code,
      });
      return outcome;
    }),
  );
  expect(new Set(outcomes.map((outcome) => outcome?.mutation_id)).size).toBe(1);
  expect(outcomes.filter((outcome) => outcome?.outcome === "recorded")).toHaveLength(1);
  expect(outcomes.filter((outcome) => outcome?.outcome === "duplicate")).toHaveLength(99);
  expect(await mutations()).toHaveLength(before.length + 1);
});

test("a report returns its outcomes in order, with repeats in the same report", async () => {
  const first = transfer(71_001, { key: "first" });
  const notifications = [
    first,
    bcaNotification("Promo akhir pekan: diskon 50% di merchant pilihan.", { key: "promotion" }),
    { ...first, key: "again" },
    transfer(71_002, { key: "second" }),
    { ...first, key: "unknown app", package_name: "com.example.game" },
  ];
  const outcomes = await device.report(...notifications);
  expect(outcomes.map(({ key, outcome }) => [key, outcome])).toEqual([
    ["first", "recorded"],
    ["promotion", "ignored"],
    ["again", "duplicate"],
    ["second", "recorded"],
    ["unknown app", "ignored"],
  ]);
  const [one, promotion, again, two, unknown] = outcomes.map(({ mutation_id }) => mutation_id);
  expect(again).toBe(one);
  expect(two).not.toBe(one);
  expect([promotion, unknown]).toEqual([null, null]);
});

test("a constant key does not make two transfers one", async () => {
  const posted_at = new Date().toISOString();
  const outcomes = await device.report(
    transfer(72_001, { posted_at }),
    transfer(72_002, { posted_at }),
    transfer(72_001, { posted_at: minutesAgo(1) }),
  );
  expect(outcomes.map(({ outcome }) => outcome)).toEqual(["recorded", "recorded", "recorded"]);
});

test("the second of two genuine transfers of one total stays unmatched", async () => {
  const { payment_code, payment_total } = await pendingPayment(shop);
  const [first] = await device.report(transfer(payment_total));
  const [second] = await device.report(transfer(payment_total, { posted_at: minutesAgo(0.5) }));
  expect(first?.matched_payment_code).toBe(payment_code);
  expect(second).toMatchObject({ outcome: "recorded", matched_payment_code: null });
  const unmatched = (await mutations("&only_unmatched=true")).map(({ id }) => id);
  expect(unmatched).toContain(second?.mutation_id);
  expect(unmatched).not.toContain(first?.mutation_id);
});

describe("a transfer's time", () => {
  test("before the phone's registration pays nothing automatically, even shortly before", async () => {
    const { payment_code, payment_total } = await pendingPayment(shop);
    const [outcome] = await device.report(transfer(payment_total, { posted_at: minutesAgo(1.9) }));
    expect(outcome).toMatchObject({ outcome: "recorded", matched_payment_code: null });
    expect((await readPayment(shop, payment_code)).payment_status).toBe("PENDING");
  });

  test.each(["2 minutes", "a year"])("is too early when %s before", async (time) => {
    const { payment_code, payment_total } = await pendingPayment(shop);
    const posted_at = minutesAgo(time === "a year" ? 525_600 : 2.1);
    const [outcome] = await device.report(transfer(payment_total, { posted_at }));
    expect(outcome).toMatchObject({ outcome: "recorded", matched_payment_code: null });
    expect((await readPayment(shop, payment_code)).payment_status).toBe("PENDING");
    // The genuine transfer still pays.
    const [genuine] = await device.report(transfer(payment_total));
    expect(genuine?.matched_payment_code).toBe(payment_code);
  });

  test("ahead of the server's is stored and moves no deadline", async () => {
    const { payment_code, payment_total, payment_expired_at } = await pendingPayment(shop);
    const posted_at = minutesAgo(-525_600);
    const [outcome] = await device.report(transfer(payment_total, { posted_at }));
    expect(outcome?.matched_payment_code).toBe(payment_code);
    const payment = await readPayment(shop, payment_code);
    expect(payment.payment_expired_at).toBe(payment_expired_at);
    expect((await mutations()).find(({ id }) => id === outcome?.mutation_id)).toMatchObject({
      posted_at,
    });
  });
});

describe("a transfer for another person", () => {
  test("of another merchant pays nothing", async () => {
    const otherDevice = await approvedDevice(await openShop());
    const payment = await pendingPayment(shop);
    const [outcome] = await otherDevice.report(transfer(payment.payment_total));
    expect(outcome).toMatchObject({ outcome: "recorded", matched_payment_code: null });
    expect(await readPayment(shop, payment.payment_code)).toEqual(payment);
  });

  test("reported by another bank's app pays nothing", async () => {
    await addAccount(shop, { channel: "BRI" });
    const payment = await pendingPayment(shop);
    const dots = payment.payment_total.toLocaleString("id-ID");
    const [outcome] = await device.report({
      ...transfer(0),
      package_name: "id.co.bri.brimo",
      title: "BRImo",
      body: `Sobat BRI! Dana Rp${dots} masuk ke rekening 000001000000001 pada 21/11/2026 17:22:05 KET.:NBMB SITI TO TOKO`,
    });
    expect(outcome).toMatchObject({ outcome: "recorded", matched_payment_code: null });
    expect(await readPayment(shop, payment.payment_code)).toEqual(payment);
  });
});

describe("a text that imitates a transfer of the total", () => {
  const forgeries: [string, (amount: string) => Partial<Notification>][] = [
    [
      "in the sender's name",
      (amount) => ({
        body: `Pemasukan sebesar IDR 1.00 dari IDR ${amount}.00 dari SITI di kategori Transfer Rekening.`,
      }),
    ],
    [
      "in a remark",
      (amount) => ({
        body: `Pemasukan sebesar IDR 1.00 dari SITI Rp${amount} masuk di kategori Transfer Rekening.`,
      }),
    ],
    [
      "in the title",
      (amount) => ({
        title: `Pemasukan sebesar IDR ${amount}.00 dari SITI di kategori Transfer Rekening.`,
        body: "Pemasukan sebesar IDR 1.00 dari SITI di kategori Transfer Rekening.",
      }),
    ],
    [
      "after a promotion",
      (amount) => ({
        body: `Promo: menangkan IDR ${amount}.00 hari ini di kategori Transfer Rekening.`,
      }),
    ],
    ["as a failure", (amount) => ({ body: `Transfer gagal: IDR ${amount}.00 dari SITI.` })],
    ["as a request", (amount) => ({ body: `SITI meminta Anda membayar IDR ${amount}.00.` })],
    [
      "in another app",
      (amount) => ({
        package_name: "com.whatsapp",
        body: `Pemasukan sebesar IDR ${amount}.00 dari SITI di kategori Transfer Rekening.`,
      }),
    ],
  ];

  /** Creates a shop that watches ShopeePay inside Shopee, where buyers chat. */
  const chats = async () => {
    const seller = await openShop({ channel: "SHOPEEPAY", package: "com.shopee.id" });
    const phone = await approvedDevice(seller);
    const payment = await pendingPayment(seller);
    const amount = payment.payment_total.toLocaleString("id-ID");
    const reported = async (fields: Partial<Notification>) => {
      const [outcome] = await phone.report({
        ...transfer(0),
        package_name: "com.shopee.id",
        title: "ShopeePay",
        body: `Rp ${amount} telah masuk ke ShopeePay Anda`,
        ...fields,
      });
      return outcome?.matched_payment_code;
    };
    return { payment, reported };
  };

  test("pays nothing as a buyer's chat, and pays as the wallet's own notification", async () => {
    const { payment, reported } = await chats();
    expect(await reported({ title: "penipu_99" })).toBeNull();
    expect(await reported({ category: "msg" })).toBeNull();
    expect(await reported({ is_conversation: true })).toBeNull();
    expect(await reported({ channel_id: "chat" })).toBeNull();
    expect(await reported({ category: "status", is_conversation: false })).toBe(
      payment.payment_code,
    );
  });

  test.each<Partial<Notification>>([
    { category: "msg" },
    { category: "email" },
    { category: "social" },
    { is_conversation: true },
  ])("pays nothing as a message %j, in a bank's app too", async (marks) => {
    const payment = await pendingPayment(shop);
    const [outcome] = await device.report(transfer(payment.payment_total, marks));
    expect(outcome).toMatchObject({ outcome: "ignored", matched_payment_code: null });
    expect(await readPayment(shop, payment.payment_code)).toEqual(payment);
  });

  test.each(forgeries)("%s pays nothing", async (_case, forge) => {
    const payment = await pendingPayment(shop);
    const amount = payment.payment_total.toLocaleString("en-US");
    const [outcome] = await device.report(bcaNotification("", forge(amount)));
    expect(outcome?.matched_payment_code).toBeNull();
    expect(await readPayment(shop, payment.payment_code)).toEqual(payment);
  });
});
