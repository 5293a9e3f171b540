import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { readingRuleOperations } from "../../contract/dashboard/reading-rules.ts";
import { limits } from "../../contract/limits.ts";
import type { Payment } from "../../contract/payments.ts";
import { createTestDatabase, type TestDatabase } from "../../testing/database.ts";
import {
  approvedDevice,
  pendingPayment,
  reportTransfer,
  shopWithAccount,
  testGateway,
  transferNotification,
  type Shop,
  type TestGateway,
} from "../../testing/fixtures.ts";
import { asSql } from "../../db/client.ts";
import type { Device } from "../sources/devices.ts";
import { loadOperatorRules } from "../notifications/operator-rules.ts";
import { namedAmounts, type Mark } from "../notifications/taught-rules.ts";
import { cancelPayment, readPayment } from "../payments/payments.ts";
import { brokenInvariants } from "../../testing/invariants.ts";
import { confirmLikelyText, listLikelyTexts, refuseLikelyText } from "./likely-texts.ts";
import {
  confirmedMutation,
  listMutations,
  recordReports,
  reportNotifications,
  rereadNotifications,
} from "./mutations.ts";
import type { NewMutation } from "./mutations.sql.ts";
import {
  exportReadingRules,
  listReadingRules,
  removeReadingRule,
  saveReadingRule,
  switchOffRefusedRules,
  switchReadingRule,
  tryReadingRule,
} from "./reading-rules.ts";

let database: TestDatabase;
let gateway: TestGateway;
let shop: Shop;
let device: Device;

beforeAll(async () => {
  database = await createTestDatabase();
  gateway = testGateway(database.sql);
});
beforeEach(async () => {
  shop = await shopWithAccount(gateway);
  device = await approvedDevice(gateway, shop);
});
afterAll(() => database.drop());

const rupiah = (amount: number) => `Rp${amount.toLocaleString("en-US").replaceAll(",", ".")}`;
const wording = (amount: number, payer = "BUDI CONTOH") =>
  `Notifikasi saldo mobile: ada kenaikan ${rupiah(amount)} a/n ${payer} ref TRX00012345`;

const told = (body: string, title = "BCA mobile") => ({
  ...transferNotification(1),
  key: randomUUID(),
  title,
  body,
});

const report = (body: string, title?: string) =>
  reportNotifications(gateway, device, [told(body, title)]);

const statusOf = async ({ payment_code }: Payment) =>
  (await readPayment(gateway, { merchant_id: shop.merchant_id, payment_code })).payment_status;

/** Confirms a text in one transaction, as the dashboard does. */
const confirm = (text_id: string, payment_code: string) =>
  gateway.sql.begin((tx) =>
    confirmLikelyText({ ...gateway, sql: asSql(tx) }, { ...shop, text_id, payment_code }),
  );

async function likely(payment: Payment, body = wording(payment.payment_total)) {
  await report(body);
  const [text] = await listLikelyTexts(gateway, shop);
  if (!text) throw new Error("no text is offered");
  return text;
}

/** Confirms a text, so that a rule can be created from it. */
async function confirmed(body = wording, title?: string) {
  const payment = await pendingPayment(gateway, shop);
  await report(body(payment.payment_total), title);
  const [text] = await listLikelyTexts(gateway, shop);
  const { mutation_id } = await confirm(text?.text_id ?? "", payment.payment_code);
  return { payment, mutation_id };
}

const taught = async () => {
  const { mutation_id } = await confirmed();
  const trial = await tryReadingRule(gateway, { ...shop, mutation_id });
  expect(trial.faults).toEqual([]);
  const { rule_id } = await saveReadingRule(gateway, { ...shop, mutation_id, marks: trial.marks });
  return { rule_id, mutation_id, trial };
};

describe("an unreadable notification", () => {
  test("is listed beside the pending invoice of its total, and pays nothing", async () => {
    const payment = await pendingPayment(gateway, shop);
    const text = await likely(payment);
    expect(text).toMatchObject({
      package_name: "com.bca",
      app_name: "BCA mobile",
      body: wording(payment.payment_total),
      payments: [{ payment_code: payment.payment_code, payment_total: payment.payment_total }],
    });
    expect(await statusOf(payment)).toBe("PENDING");
    const [kept] = await gateway.sql`
      select candidate_payment_number is not null as is_fact from unread_notifications
      where merchant_id = ${shop.merchant_id}
    `;
    expect(kept).toEqual({ is_fact: true });
  });

  test.each([
    ["another total", (total: number) => wording(total + 1)],
    ["a longer number", (total: number) => wording(total).replace("Rp", "Rp9.")],
    ["a part of a number", (total: number) => `Nomor 1${total}0 sudah aktif`],
    ["no amount", () => "Notifikasi baru"],
  ])("with %s is not offered", async (_, body) => {
    const payment = await pendingPayment(gateway, shop);
    await report(body(payment.payment_total));
    expect(await listLikelyTexts(gateway, shop)).toEqual([]);
  });

  test.each([
    ["a rule's words", (total: number) => `Transfer masuk ${rupiah(total)} dari BUDI`],
    ["words that no rule knows", wording],
  ])("is not offered if a person might have written it: a chat in %s", async (_, body) => {
    const payment = await pendingPayment(gateway, shop);
    for (const marks of [{ category: "msg" }, { is_conversation: true }]) {
      const chat = { ...told(body(payment.payment_total)), ...marks };
      await reportNotifications(gateway, device, [
        { ...chat, body: `${chat.body} ${marks.category}` },
      ]);
    }
    const kept = await gateway.sql`
      select identity, candidate_payment_number from unread_notifications
      where merchant_id = ${shop.merchant_id}
    `;
    expect(kept.map((each) => each.candidate_payment_number)).toEqual([null, null]);
    expect(await listLikelyTexts(gateway, shop)).toEqual([]);
    const text_id = `${device.device_id}.${kept[0]?.identity.toString("hex")}`;
    await expect(confirm(text_id, payment.payment_code)).rejects.toMatchObject({
      code: "not_found",
    });
  });

  test("under a stranger's name in an app of chats is not offered", async () => {
    const app_package = "com.shopeepay.merchant.id";
    const chats = await shopWithAccount(gateway, { app_package });
    const phone = await approvedDevice(gateway, chats);
    const payment = await pendingPayment(gateway, chats);
    const body = wording(payment.payment_total);
    const named = { ...told(body, "Budi Contoh"), package_name: app_package };
    await reportNotifications(gateway, phone, [named]);
    expect(await listLikelyTexts(gateway, chats)).toEqual([]);
    await reportNotifications(gateway, phone, [
      { ...named, title: "Pembayaran sebesar Rp1.000 diterima" },
    ]);
    expect(await listLikelyTexts(gateway, chats)).toMatchObject([
      { payments: [{ payment_code: payment.payment_code }] },
    ]);
  });

  test("is not offered if older than the total of the invoice", async () => {
    const payment = await pendingPayment(gateway, shop);
    await gateway.sql`
      update payments set payment_updated_at = created_at + interval '10 minutes'
      where payment_id = ${payment.payment_id}
    `;
    await report(wording(payment.payment_total));
    expect(await listLikelyTexts(gateway, shop)).toEqual([]);
  });

  test("pays when a person confirms it, as a manual match, and once", async () => {
    const payment = await pendingPayment(gateway, shop);
    const { text_id } = await likely(payment);
    const { mutation_id } = await confirm(text_id, payment.payment_code);
    expect(
      await readPayment(gateway, { ...shop, payment_code: payment.payment_code }),
    ).toMatchObject({ payment_status: "PAID", manual_matched_mutation_id: mutation_id });
    await expect(confirm(text_id, payment.payment_code)).rejects.toThrow("no longer stored");
    expect(await listLikelyTexts(gateway, shop)).toEqual([]);
    // The phone sends the notification again, because it received no response.
    const [again] = await report(wording(payment.payment_total));
    expect(again).toMatchObject({ outcome: "ignored" });
    expect(
      (await listMutations(gateway, { ...shop, page: 1, per_page: 9, only_unmatched: false }))
        .items,
    ).toMatchObject([{ id: mutation_id, is_matched: true }]);
    expect(await brokenInvariants(gateway.sql)).toEqual([]);
  });

  test("is confirmed by only one of two people", async () => {
    const payment = await pendingPayment(gateway, shop);
    const { text_id } = await likely(payment);
    const both = await Promise.allSettled([
      confirm(text_id, payment.payment_code),
      confirm(text_id, payment.payment_code),
    ]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  });

  test("and a simultaneous report of the transfer pay the invoice once", async () => {
    const payment = await pendingPayment(gateway, shop);
    const { text_id } = await likely(payment);
    await Promise.allSettled([
      confirm(text_id, payment.payment_code),
      reportTransfer(gateway, device, payment.payment_total),
    ]);
    expect(await statusOf(payment)).toBe("PAID");
    await expect(confirm(text_id, payment.payment_code)).rejects.toThrow(
      /no longer stored|PENDING/u,
    );
    expect(await brokenInvariants(gateway.sql)).toEqual([]);
  });

  test("stays when its invoice was cancelled in the meantime", async () => {
    const payment = await pendingPayment(gateway, shop);
    const { text_id } = await likely(payment);
    await cancelPayment(gateway, { ...shop, payment_code: payment.payment_code });
    await expect(confirm(text_id, payment.payment_code)).rejects.toThrow(
      "names no total of a PENDING payment",
    );
    const [kept] = await gateway.sql`
      select count(*)::int as count from unread_notifications where merchant_id = ${shop.merchant_id}
    `;
    expect(kept).toEqual({ count: 1 });
  });

  test("pays no invoice of another total, nor another merchant's", async () => {
    const payment = await pendingPayment(gateway, shop);
    const other = await pendingPayment(gateway, shop, { payment_amount: 75_000 });
    const { text_id } = await likely(payment);
    await expect(confirm(text_id, other.payment_code)).rejects.toThrow(
      "names no total of a PENDING payment",
    );
    const stranger = await shopWithAccount(gateway);
    await expect(
      confirmLikelyText(gateway, { ...stranger, text_id, payment_code: payment.payment_code }),
    ).rejects.toThrow("no longer stored");
    await expect(confirm("nonsense", payment.payment_code)).rejects.toThrow("no longer stored");
    expect(await statusOf(payment)).toBe("PENDING");
  });

  test("is not offered again after a person dismisses it", async () => {
    const payment = await pendingPayment(gateway, shop);
    const { text_id } = await likely(payment);
    await refuseLikelyText(gateway, { ...shop, text_id });
    expect(await listLikelyTexts(gateway, shop)).toEqual([]);
    await expect(confirm(text_id, payment.payment_code)).rejects.toThrow(
      "names no total of a PENDING payment",
    );
    await expect(
      refuseLikelyText(gateway, { ...shop, text_id: text_id.replace(/.$/u, "x") }),
    ).rejects.toThrow("no longer stored");
  });

  test("is offered within a limited number", async () => {
    const payment = await pendingPayment(gateway, shop);
    const bodies = Array.from({ length: limits.likelyTextsShown + 1 }, (_, index) =>
      told(wording(payment.payment_total, `PAYER ${index}`)),
    );
    await reportNotifications(gateway, device, bodies);
    expect(await listLikelyTexts(gateway, shop)).toHaveLength(limits.likelyTextsShown);
  });

  test("is offered with the first invoices only if it has very many amounts", () => {
    const body = Array.from({ length: 50 }, (_, index) => `Rp${index + 1}.000`).join(" ");
    const amounts = namedAmounts({ package_name: "com.bca", title: null, body });
    expect(amounts).toHaveLength(limits.namedAmountsKept);
    expect(amounts[0]).toBe(1000);
  });
});

describe("a text with a rule's doubt", () => {
  /** A text with a doubt: no rule knows this kind of account, so the money could be another person's. */
  const doubted = (amount: number, payer = "BUDI CONTOH") =>
    `Dana masuk ${rupiah(amount)} dari ${payer} ke rekening Simpanan Emas xxxx1234`;

  test.each<[string, (total: number) => string]>([
    ["unknown_wording", wording],
    ["name", doubted],
    ["not_settled", (total) => `Transfer masuk ${rupiah(total)} dari BUDI. Menunggu verifikasi`],
    ["second_amount", (total) => `Transfer masuk ${rupiah(total)} dari BUDI. Limit Rp10.000.000`],
    ["contradictory", (total) => `Transfer masuk ${rupiah(total)} dari BUDI gagal`],
  ])("is offered with the reason %s, and pays when a person confirms it", async (reason, body) => {
    const payment = await pendingPayment(gateway, shop);
    const text = await likely(payment, body(payment.payment_total));
    expect(text).toMatchObject({ reason, payments: [{ payment_code: payment.payment_code }] });
    expect(await statusOf(payment)).toBe("PENDING");
    await confirm(text.text_id, payment.payment_code);
    expect(await statusOf(payment)).toBe("PAID");
  });

  test("teaches its wording, and lets the next payment be automatic", async () => {
    const { mutation_id } = await confirmed(doubted);
    const { faults, marks } = await tryReadingRule(gateway, { ...shop, mutation_id });
    expect(faults).toEqual([]);
    await saveReadingRule(gateway, { ...shop, mutation_id, marks });
    const next = await pendingPayment(gateway, shop);
    await report(doubted(next.payment_total, "SITI AMINAH"));
    expect(await statusOf(next)).toBe("PAID");
    expect(await brokenInvariants(gateway.sql)).toEqual([]);
  });

  test.each<[string, (total: number) => string]>([
    ["fails", (total) => `${doubted(total)}. Transaksi gagal`],
    ["waits", (total) => doubted(total, "BUDI menunggu")],
    ["names other money", (total) => `${doubted(total)}. Diterima Rp1`],
    ["is forged in a name", (total) => doubted(1, doubted(total))],
    ["goes out", (total) => `${doubted(total)}. Anda mengirim Rp1`],
  ])("teaches no rule that reads a text which %s", async (_, body) => {
    const { mutation_id } = await confirmed(doubted);
    const { marks } = await tryReadingRule(gateway, { ...shop, mutation_id });
    await saveReadingRule(gateway, { ...shop, mutation_id, marks });
    const victim = await pendingPayment(gateway, shop);
    await report(body(victim.payment_total));
    expect(await statusOf(victim)).toBe("PENDING");
  });

  test("teaches no rule if a sure rule finds no income in it", async () => {
    const { mutation_id } = await confirmed(
      (total) => `Transfer masuk ${rupiah(total)} dari TOKO GAGAL KARENA CINTA`,
    );
    const { faults, marks } = await tryReadingRule(gateway, { ...shop, mutation_id });
    expect(faults).toContainEqual({ code: "contradictory" });
    const saved = saveReadingRule(gateway, { ...shop, mutation_id, marks });
    await expect(saved).rejects.toThrow("Tepat's own rules disagree");
  });
});

describe("a merchant's taught rule", () => {
  test("is proposed with its placeholders, and makes the next payment automatic", async () => {
    const { trial, rule_id } = await taught();
    expect(trial.template).toBe(
      "Notifikasi saldo mobile: ada kenaikan {amount} a/n {sender} ref {reference}",
    );
    const next = await pendingPayment(gateway, shop);
    const [outcome] = await report(wording(next.payment_total, "SITI AMINAH"));
    expect(outcome).toMatchObject({
      outcome: "recorded",
      matched_payment_code: next.payment_code,
    });
    expect(await statusOf(next)).toBe("PAID");
    expect(await listReadingRules(gateway, shop)).toMatchObject([
      { rule_id, app_name: "BCA mobile", is_on: true, hits: 1, last_hit_at: expect.any(String) },
    ]);
    expect(await brokenInvariants(gateway.sql)).toEqual([]);
  });

  test("shows the stored texts that it would read, of which only chosen ones pay", async () => {
    const { mutation_id } = await confirmed();
    const [chosen, other] = [
      await pendingPayment(gateway, shop),
      await pendingPayment(gateway, shop),
    ];
    await report(wording(chosen.payment_total, "ANI"));
    await report(wording(other.payment_total, "BENI"));
    const { marks, reads } = await tryReadingRule(gateway, { ...shop, mutation_id });
    expect(reads).toHaveLength(2);
    const read = reads.find(({ sender }) => sender === "ANI");
    expect(read).toMatchObject({ amount: chosen.payment_total });
    const text_ids = [read?.text_id ?? ""];
    await saveReadingRule(gateway, { ...shop, mutation_id, marks, text_ids });
    expect(await statusOf(chosen)).toBe("PAID");
    expect(await statusOf(other)).toBe("PENDING");
    expect(await listReadingRules(gateway, shop)).toMatchObject([{ hits: 1 }]);
    // Neither a change of the rules nor a repetition by the phone records the other text.
    await rereadNotifications(gateway);
    expect(await statusOf(other)).toBe("PENDING");
    const [text] = await listLikelyTexts(gateway, shop);
    await confirm(text?.text_id ?? "", other.payment_code);
    expect(await statusOf(other)).toBe("PAID");
    expect(await brokenInvariants(gateway.sql)).toEqual([]);
  });

  test("is not saved with a text that is unreadable for it or deleted", async () => {
    const { mutation_id } = await confirmed();
    const payment = await pendingPayment(gateway, shop);
    await report(`Berita lain: ${rupiah(payment.payment_total)}`);
    const [text] = await listLikelyTexts(gateway, shop);
    const { marks } = await tryReadingRule(gateway, { ...shop, mutation_id });
    for (const text_id of [text?.text_id ?? "", "nonsense"]) {
      const saved = gateway.sql.begin((tx) =>
        saveReadingRule(
          { ...gateway, sql: asSql(tx) },
          { ...shop, mutation_id, marks, text_ids: [text_id] },
        ),
      );
      await expect(saved).rejects.toThrow("no longer kept");
    }
    expect(await listReadingRules(gateway, shop)).toEqual([]);
    expect(await statusOf(payment)).toBe("PENDING");
  });

  test("does not read a text that the phone posted earlier and sends again", async () => {
    const { mutation_id } = await confirmed();
    const payment = await pendingPayment(gateway, shop);
    const before = told(wording(payment.payment_total, "ANI"));
    const { marks } = await tryReadingRule(gateway, { ...shop, mutation_id });
    await saveReadingRule(gateway, { ...shop, mutation_id, marks });
    await reportNotifications(gateway, device, [before]);
    expect(await statusOf(payment)).toBe("PENDING");
    expect(await listLikelyTexts(gateway, shop)).toHaveLength(1);
  });

  test("belongs to one merchant and one app", async () => {
    await taught();
    const stranger = await shopWithAccount(gateway);
    const phone = await approvedDevice(gateway, stranger);
    const payment = await pendingPayment(gateway, stranger);
    await reportNotifications(gateway, phone, [told(wording(payment.payment_total))]);
    expect(
      (await readPayment(gateway, { ...stranger, payment_code: payment.payment_code }))
        .payment_status,
    ).toBe("PENDING");
  });

  test("reads nothing while switched off, or after its removal", async () => {
    const { rule_id } = await taught();
    const rule = { merchant_id: shop.merchant_id, rule_id };
    await switchReadingRule(gateway, { ...rule, is_on: false });
    const next = await pendingPayment(gateway, shop);
    await report(wording(next.payment_total));
    expect(await statusOf(next)).toBe("PENDING");
    await switchReadingRule(gateway, { ...rule, is_on: true });
    await rereadNotifications(gateway);
    expect(await statusOf(next)).toBe("PENDING");
    const again = await pendingPayment(gateway, shop);
    await report(wording(again.payment_total));
    expect(await statusOf(again)).toBe("PAID");
    await removeReadingRule(gateway, rule);
    const last = await pendingPayment(gateway, shop);
    await report(wording(last.payment_total));
    expect(await statusOf(last)).toBe("PENDING");
    await expect(removeReadingRule(gateway, rule)).rejects.toThrow("Rule not found");
    await expect(switchReadingRule(gateway, { ...rule, is_on: true })).rejects.toThrow(
      "Rule not found",
    );
  });

  test("is one rule if taught by two people simultaneously, or again", async () => {
    const { mutation_id } = await confirmed();
    const { marks } = await tryReadingRule(gateway, { ...shop, mutation_id });
    const save = () => saveReadingRule(gateway, { ...shop, mutation_id, marks });
    const [one, two] = await Promise.all([save(), save()]);
    expect(one).toEqual(two);
    expect(await save()).toEqual(one);
    expect(await listReadingRules(gateway, shop)).toHaveLength(1);
  });

  test("is limited in number", async () => {
    const { mutation_id } = await confirmed();
    const { marks } = await tryReadingRule(gateway, { ...shop, mutation_id });
    await gateway.sql`
      insert into reading_rules (merchant_id, rule_id, package_name, template, sample, created_at)
      select ${shop.merchant_id}, gen_random_uuid(), 'com.bca', 'masuk ' || repeat('x', number), '{}', now()
      from generate_series(1, ${limits.readingRulesPerMerchant}) number
    `;
    await expect(saveReadingRule(gateway, { ...shop, mutation_id, marks })).rejects.toThrow(
      "rules is reached",
    );
  });

  test("can be exported to an operator's file, and names no payer", async () => {
    await taught();
    const { rules_file, format_files } = await exportReadingRules(gateway, shop);
    expect(rules_file).not.toContain("TRX00012345");
    const { mkdtempSync, writeFileSync } = await import("node:fs");
    const { tmpdir } = await import("node:os");
    const { join } = await import("node:path");
    const file = join(mkdtempSync(join(tmpdir(), "taught-")), "rules.json");
    writeFileSync(file, rules_file);
    const { read } = loadOperatorRules(file).reader();
    expect(
      read({ package_name: "com.bca", title: "BCA mobile", body: wording(51_234, "SITI") }),
    ).toMatchObject({ outcome: "transaction", type: "CREDIT", amount: 51_234, sender: "SITI" });
    expect(format_files).toMatchObject([
      { name: "taught-com-bca.ts", content: expect.stringContaining("TransactionRule") },
    ]);
  });
});

describe("a rule is refused", () => {
  const faultsOf = async (
    body: (amount: number) => string,
    marksOf: (text: string, marks: readonly Mark[]) => readonly Mark[] = (_, marks) => marks,
  ) => {
    const { mutation_id } = await confirmed(body);
    const proposed = await tryReadingRule(gateway, { ...shop, mutation_id });
    const marks = marksOf(proposed.text, proposed.marks);
    const trial = await tryReadingRule(gateway, { ...shop, mutation_id, marks });
    if (trial.faults.length > 0) {
      await expect(saveReadingRule(gateway, { ...shop, mutation_id, marks })).rejects.toThrow(
        /\w/u,
      );
    }
    return trial.faults.map(({ code }) => code);
  };
  const place = (text: string, words: string, part: Mark["part"]): Mark => {
    const start = text.indexOf(words);
    return { part, start, end: start + words.length };
  };

  test.each<[string, string, (text: string, marks: readonly Mark[]) => readonly Mark[]]>([
    [
      "without an amount",
      "amount_missing",
      (_, marks) => marks.filter(({ part }) => part !== "amount"),
    ],
    [
      "with two amounts",
      "amount_missing",
      (text, marks) => [...marks, place(text, "mobile", "amount")],
    ],
    [
      "with a mark outside the text",
      "mark_invalid",
      (text, marks) => [...marks, { part: "when", start: 1, end: text.length + 1 }],
    ],
    [
      "with an empty mark",
      "mark_invalid",
      (_, marks) => [...marks, { part: "when", start: 3, end: 3 }],
    ],
    [
      "with marks that overlap",
      "marks_overlap",
      (text, marks) => [...marks, place(text, text.slice(0, -1), "sender")],
    ],
    [
      "with a part marked twice, whose reading could take very long",
      "part_marked_twice",
      (text, marks) => [...marks, place(text, "mobile", "sender")],
    ],
    ["whose amount is another", "amount_unreadable", (text) => [place(text, "mobile", "amount")]],
    [
      "with a name before the amount",
      "name_before_amount",
      (text, marks) => [
        ...marks.filter(({ part }) => part !== "sender"),
        place(text, "mobile", "sender"),
      ],
    ],
    [
      "of marks alone",
      "too_few_words",
      (text, marks) => {
        const amount = marks.find(({ part }) => part === "amount") as Mark;
        return [
          amount,
          { part: "sender", start: amount.end + 1, end: text.length },
          { part: "reference", start: 0, end: amount.start - 1 },
        ];
      },
    ],
    [
      "with a part that does not fit",
      "not_its_own_text",
      (text, marks) => [...marks, place(text, "mobile", "when")],
    ],
  ])("%s", async (_, code, marksOf) => {
    expect(await faultsOf(wording, marksOf)).toContain(code);
  });

  test.each([
    [
      "a failure",
      (total: number) => `Info nasabah transaksi ${rupiah(total)} untuk BUDI gagal dilakukan`,
    ],
    [
      "money that went out",
      (total: number) => `Info nasabah debet ${rupiah(total)} untuk BUDI tercatat`,
    ],
    ["an offer", (total: number) => `Info nasabah voucher ${rupiah(total)} untuk BUDI tercatat`],
    ["a promise", (total: number) => `Info nasabah uang ${rupiah(total)} akan tercatat untuk BUDI`],
  ])("if its words mean %s", async (_, body) => {
    expect(await faultsOf(body)).toContain("contradicting_word");
  });

  test("if it has too many marks", () => {
    const marks = Array.from({ length: limits.marksPerRule + 1 }, (_, index) => ({
      part: "when",
      start: index,
      end: index + 1,
    }));
    const { input } = readingRuleOperations.saveReadingRule;
    const parse = (given: object[]) => input.safeParse({ mutation_id: randomUUID(), marks: given });
    expect(parse(marks.slice(1)).success).toBe(true);
    expect(parse(marks).success).toBe(false);
  });

  test("if it has too few letters or words", async () => {
    expect(await faultsOf((total) => `Saldo ${rupiah(total)} ok`)).toContain("too_few_words");
    expect(await faultsOf((total) => `Kenaikansaldonasabah ${rupiah(total)}`)).toContain(
      "too_few_words",
    );
  });

  test("if it would read a text that the merchant dismissed, which the refusal names", async () => {
    const { mutation_id } = await confirmed();
    const other = await pendingPayment(gateway, shop);
    await report(wording(other.payment_total, "TOKO SENDIRI"));
    const [text] = await listLikelyTexts(gateway, shop);
    await refuseLikelyText(gateway, { ...shop, text_id: text?.text_id ?? "" });
    const trial = await tryReadingRule(gateway, { ...shop, mutation_id });
    expect(trial.faults).toEqual([
      { code: "reads_another", text: wording(other.payment_total, "TOKO SENDIRI") },
    ]);
    await expect(
      saveReadingRule(gateway, { ...shop, mutation_id, marks: trial.marks }),
    ).rejects.toThrow("TOKO SENDIRI");
  });

  test("with a limited number of texts in the refusal", async () => {
    const { mutation_id } = await confirmed();
    for (let index = 0; index <= limits.taughtRuleFaultsShown; index++) {
      const other = await pendingPayment(gateway, shop);
      await report(wording(other.payment_total, `TOKO ${index}`));
      const [text] = await listLikelyTexts(gateway, shop);
      await refuseLikelyText(gateway, { ...shop, text_id: text?.text_id ?? "" });
    }
    const { faults } = await tryReadingRule(gateway, { ...shop, mutation_id });
    expect(faults).toHaveLength(limits.taughtRuleFaultsShown);
  });

  test("for an unconfirmed transfer", async () => {
    await expect(tryReadingRule(gateway, { ...shop, mutation_id: randomUUID() })).rejects.toThrow(
      "No transfer",
    );
  });
});

describe("a rule that a sender could forge is refused", () => {
  const trialOf = async (
    body: (amount: number) => string,
    marksOf: (text: string, marks: readonly Mark[]) => readonly Mark[] = (_, marks) => marks,
  ) => {
    const { mutation_id } = await confirmed(body);
    const proposed = await tryReadingRule(gateway, { ...shop, mutation_id });
    const marks = marksOf(proposed.text, proposed.marks);
    const trial = await tryReadingRule(gateway, { ...shop, mutation_id, marks });
    return { ...trial, save: () => saveReadingRule(gateway, { ...shop, mutation_id, marks }) };
  };

  test.each<[string, string, string, (total: number) => string]>([
    [
      "the note of a deposit",
      "second_amount",
      "IDR 1.00",
      (total) => `Setoran tunai IDR 1.00 note: pembayaran ${rupiah(total)} lunas`,
    ],
    [
      "a payer's name",
      "second_amount",
      "IDR 1.00",
      (total) => `Info rekening nasabah: BUDI ${rupiah(total)} setor IDR 1.00 hari ini`,
    ],
    [
      "money that went out",
      "outgoing_words",
      "Kirim",
      (total) => `Kirim uang ${rupiah(total)} ke ANI sukses`,
    ],
    [
      "a transfer to somebody, without a verb",
      "outgoing_words",
      "ke ANI",
      (total) => `Transfer online ${rupiah(total)} ke ANI sukses`,
    ],
    [
      "a note in a text without an amount",
      "payers_amount",
      "Catatan",
      (total) => `Setoran tunai telah tercatat. Catatan pelanggan ${rupiah(total)} lunas`,
    ],
    [
      "a quotation",
      "payers_amount",
      'Setoran tunai telah tercatat "pelanggan',
      (total) => `Setoran tunai telah tercatat "pelanggan ${rupiah(total)} lunas"`,
    ],
    [
      "a name behind from",
      "payers_amount",
      "from",
      (total) => `Cash deposit registered from customer ${rupiah(total)} settled`,
    ],
    [
      "an amount without its currency",
      "second_amount",
      "tunai 1",
      (total) => `Setoran tunai 1 pelanggan nasabah ${rupiah(total)} lunas`,
    ],
    [
      "an amount in another currency",
      "second_amount",
      "USD 1",
      (total) => `Setoran tunai USD 1 pelanggan nasabah ${rupiah(total)} lunas`,
    ],
  ])("%s", async (_, code, text, body) => {
    const { faults, save } = await trialOf(body);
    expect(faults).toContainEqual(expect.objectContaining({ code, text }));
    await expect(save()).rejects.toMatchObject({ code: "conflict" });
    expect(await listReadingRules(gateway, shop)).toEqual([]);
    const victim = await pendingPayment(gateway, shop);
    await report(body(victim.payment_total));
    expect(await statusOf(victim)).toBe("PENDING");
  });

  test("if the bank's own amount has another mark", async () => {
    const { faults } = await trialOf(
      (total) => `Setoran tunai nasabah Rp1 pelanggan utama ${rupiah(total)} lunas`,
      (text, marks) => [
        ...marks,
        { part: "reference", start: text.indexOf("Rp1 "), end: text.indexOf("Rp1 ") + 3 },
      ],
    );
    expect(faults.map(({ code }) => code)).toContain("second_amount");
  });

  test("with an example of a payer's forgery", async () => {
    const { faults } = await trialOf(
      (total) => `Setoran tunai IDR 1.00 note: pembayaran ${rupiah(total)} lunas`,
    );
    expect(faults[0]).toMatchObject({
      example: "Setoran tunai IDR 1.00 note: pembayaran Rp9.999.999 lunas",
    });
  });

  test("if it reads a decided transfer differently", async () => {
    const { mutation_id } = await confirmed();
    const { marks } = await tryReadingRule(gateway, { ...shop, mutation_id });
    const debit = {
      ...confirmedMutation(told(wording(75_118)), 75_118),
      type_parsed: "DEBIT" as const,
    };
    const record = (...mutations: NewMutation[]) =>
      recordReports(gateway, [
        { merchant_id: shop.merchant_id, device_id: device.device_id, mutations },
      ]);
    await record(debit);
    const { faults } = await tryReadingRule(gateway, { ...shop, mutation_id, marks });
    expect(faults).toEqual([{ code: "reads_otherwise", text: wording(75_118) }]);
  });

  test("without a comparison with older transfers", async () => {
    const { mutation_id } = await confirmed();
    const { marks } = await tryReadingRule(gateway, { ...shop, mutation_id });
    const debitOf = (body: string): NewMutation => ({
      ...confirmedMutation(told(body), 1),
      type_parsed: "DEBIT",
    });
    await recordReports(gateway, [
      {
        merchant_id: shop.merchant_id,
        device_id: device.device_id,
        mutations: [
          debitOf(wording(75_118)),
          ...Array.from({ length: limits.decidedTextsCompared }, (_, index) => debitOf(`${index}`)),
        ],
      },
    ]);
    const { faults } = await tryReadingRule(gateway, { ...shop, mutation_id, marks });
    expect(faults).toEqual([]);
  });
});

describe("a rule taught before a newer check", () => {
  const dangerous = "Setoran tunai IDR 1.00 note: pembayaran {amount} lunas";
  const insertRule = async (template: string, merchant_id = shop.merchant_id) => {
    const rule_id = randomUUID();
    await gateway.sql`
      insert into reading_rules (merchant_id, rule_id, package_name, template, sample, created_at)
      values (${merchant_id}, ${rule_id}, 'com.bca', ${template}, '{"amount":1}', now())
    `;
    return rule_id;
  };

  test("is switched off at a start, once, with the reason, and cannot be switched on", async () => {
    const rule_id = await insertRule(dangerous);
    const honest = await insertRule("Notifikasi saldo mobile: ada kenaikan {amount}");
    expect(await switchOffRefusedRules(gateway)).toBe(1);
    expect(await switchOffRefusedRules(gateway)).toBe(0);
    const rules = await listReadingRules(gateway, shop);
    expect(rules.find((rule) => rule.rule_id === rule_id)).toMatchObject({
      is_on: false,
      fault: { code: "second_amount", text: "IDR 1.00" },
    });
    expect(rules.find((rule) => rule.rule_id === honest)).toMatchObject({
      is_on: true,
      fault: null,
    });
    const rule = { merchant_id: shop.merchant_id, rule_id };
    await expect(switchReadingRule(gateway, { ...rule, is_on: true })).rejects.toThrow("IDR 1.00");
    const victim = await pendingPayment(gateway, shop);
    await report(`Setoran tunai IDR 1.00 note: pembayaran ${rupiah(victim.payment_total)} lunas`);
    expect(await statusOf(victim)).toBe("PENDING");
    await removeReadingRule(gateway, rule);
  });

  test("is switched off once by simultaneous starts", async () => {
    await insertRule(dangerous);
    await insertRule("Kirim uang {amount} ke ANI sukses");
    const counts = await Promise.all(
      Array.from({ length: 4 }, () => switchOffRefusedRules(gateway)),
    );
    expect(counts.reduce((sum, count) => sum + count)).toBe(2);
  });
});

describe("a forged text", () => {
  test.each([
    [
      "as the payer's name",
      (real: string, forged: string) =>
        wording(1, "X").replace("X", forged) && real.replace("BUDI CONTOH", forged),
    ],
    ["behind the bank's own", (real: string, forged: string) => `${real}. ${forged}`],
    ["on a new line", (real: string, forged: string) => `${real}\n${forged}`],
  ])("pays nothing by a taught rule: %s", async (_, forge) => {
    await taught();
    const victim = await pendingPayment(gateway, shop);
    await report(forge(wording(1), wording(victim.payment_total, "PENIPU")));
    expect(await statusOf(victim)).toBe("PENDING");
  });

  test.each<[string, string, Mark["part"], string[]]>([
    [
      "a kind of transaction",
      "kredit",
      "reference",
      ["debet", "penarikan", "voucher", "pengeluaran"],
    ],
    [
      "the payer's name",
      "dari BUDI CONTOH",
      "sender",
      ["keluar ke BUDI", "Dibayar ke BUDI", "untuk promo", "bisa diklaim", "buat bayar SITI"],
    ],
  ])("pays nothing if a rule marked %s", async (_, words, part, others) => {
    const body = (amount: number, said: string) =>
      part === "sender"
        ? `Info transaksi masuk nasabah utama ${rupiah(amount)} ${said}`
        : `Info ${said} masuk nasabah utama ${rupiah(amount)}`;
    const { mutation_id } = await confirmed((amount) => body(amount, words));
    const { text, marks: proposed } = await tryReadingRule(gateway, { ...shop, mutation_id });
    const start = text.indexOf(words);
    const marks = [
      ...proposed.filter((mark) => mark.part === "amount"),
      { part, start, end: start + words.length },
    ];
    await saveReadingRule(gateway, { ...shop, mutation_id, marks });
    for (const said of others) {
      const victim = await pendingPayment(gateway, shop);
      await report(body(victim.payment_total, said));
      expect(await statusOf(victim), said).toBe("PENDING");
    }
  });

  test("under a stranger's name as its title pays nothing", async () => {
    await taught();
    const victim = await pendingPayment(gateway, shop);
    await report(wording(victim.payment_total), "Penipu");
    expect(await statusOf(victim)).toBe("PENDING");
  });

  test.each(["gagal", "belum masuk", "dibatalkan", "ditahan", "menunggu konfirmasi"])(
    "with %s at its end pays nothing",
    async (words) => {
      await taught();
      const victim = await pendingPayment(gateway, shop);
      await report(wording(victim.payment_total, `BUDI ${words}`));
      await report(`${wording(victim.payment_total)}. Transaksi ${words}`);
      expect(await statusOf(victim)).toBe("PENDING");
    },
  );
});
