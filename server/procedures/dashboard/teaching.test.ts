import { randomUUID } from "node:crypto";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Answer } from "../../../contract-tests/support/exchange.ts";
import { dataOf, type Caller } from "../../../contract-tests/support/http.ts";
import { limits } from "../../contract/limits.ts";
import type { Payment } from "../../contract/payments.ts";
import { reportNotifications } from "../../domain/mutations/mutations.ts";
import { loadOperatorRules } from "../../domain/notifications/operator-rules.ts";
import type { Mark } from "../../domain/notifications/taught-rules.ts";
import { readPayment } from "../../domain/payments/payments.ts";
import type { Dispatch } from "../../http/transport/message.ts";
import { confirmedOwner } from "../../testing/actors.ts";
import { createTestDatabase, type TestDatabase } from "../../testing/database.ts";
import {
  approvedDevice,
  pendingPayment,
  shopWithAccount,
  type Shop,
  type TestGateway,
} from "../../testing/fixtures.ts";
import { openInProcessService } from "../../testing/in-process-service.ts";
import type { Device } from "../../domain/sources/devices.ts";

/** Attacks the teaching of wordings on its whole path through the operations, with a browser's requests. */

let database: TestDatabase;
let gateway: TestGateway;
let dispatch: Dispatch;
let shop: Shop;
let device: Device;
let person: Caller;

beforeAll(async () => {
  database = await createTestDatabase();
  ({ gateway, dispatch } = openInProcessService(database.sql));
});
beforeEach(async () => {
  shop = await shopWithAccount(gateway);
  device = await approvedDevice(gateway, shop);
  person = await confirmedOwner(gateway, dispatch, shop);
});
afterAll(() => database.drop());

const api = "/dashboard/api";
const dots = (amount: number) => `Rp${amount.toLocaleString("en-US").replaceAll(",", ".")}`;
const wording = (amount: number, payer = "BUDI CONTOH") =>
  `Notifikasi saldo mobile: ada kenaikan ${dots(amount)} a/n ${payer} ref TRX00012345`;

const report = (body: string, given: { title?: string; package_name?: string } = {}) =>
  reportNotifications(gateway, device, [
    {
      key: randomUUID(),
      package_name: "com.bca",
      title: "BCA mobile",
      posted_at: new Date().toISOString(),
      body,
      ...given,
    },
  ]);

interface Listed {
  text_id: string;
  body: string;
  payments: { payment_code: string }[];
}
const likely = async () => dataOf<Listed[]>(await person.get(`${api}/likely-texts`));
const confirm = (text_id: string, { payment_code }: Pick<Payment, "payment_code">, by = person) =>
  by.post(`${api}/likely-texts/${text_id}/payment`, { payment_code });
const statusOf = async ({ payment_code }: Payment) =>
  (await readPayment(gateway, { merchant_id: shop.merchant_id, payment_code })).payment_status;

/** Reports and confirms a text. Returns the resulting transfer. */
async function confirmed(
  body: (amount: number) => string = wording,
  title?: string,
): Promise<{ mutation_id: string; payment: Payment }> {
  const payment = await pendingPayment(gateway, shop);
  await report(body(payment.payment_total), title === undefined ? {} : { title });
  const [text] = await likely();
  if (!text) throw new Error(`no text is offered: ${body(payment.payment_total)}`);
  const { mutation_id } = dataOf<{ mutation_id: string }>(await confirm(text.text_id, payment));
  return { mutation_id, payment };
}

interface Trial {
  text: string;
  marks: Mark[];
  faults: { code: string; text?: string }[];
}
const attempt = (mutation_id: string, marks?: unknown, by = person): Promise<Answer> =>
  by.post(`${api}/reading-rule-trials`, { mutation_id, ...(marks !== undefined && { marks }) });
const save = (mutation_id: string, marks: unknown, by = person): Promise<Answer> =>
  by.post(`${api}/reading-rules`, { mutation_id, marks });

async function taught(body?: (amount: number) => string): Promise<void> {
  const { mutation_id } = await confirmed(body);
  const { marks, faults } = dataOf<Trial>(await attempt(mutation_id));
  expect(faults).toEqual([]);
  dataOf(await save(mutation_id, marks));
}

const codes = ({ status, body }: Answer) => [status, body.code];

describe("a confirmation", () => {
  test("succeeds once if two run at the same time, and not by a replay", async () => {
    const [one, two] = [await pendingPayment(gateway, shop), await pendingPayment(gateway, shop)];
    await report(`${wording(one.payment_total)} dan ${dots(two.payment_total)}`);
    const [text] = await likely();
    const text_id = text?.text_id ?? "";
    const answers = await Promise.all([
      confirm(text_id, one),
      confirm(text_id, two),
      confirm(text_id, one),
    ]);
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
      200, 404, 404,
    ]);
    expect((await Promise.all([one, two].map(statusOf))).toSorted()).toEqual(["PAID", "PENDING"]);
    for (const payment of [one, two]) {
      expect(codes(await confirm(text_id, payment))).toEqual([404, "not_found"]);
    }
    expect((await Promise.all([one, two].map(statusOf))).toSorted()).toEqual(["PAID", "PENDING"]);
  });

  test("is refused for an invoice of another total or merchant, and for another merchant's text", async () => {
    const payment = await pendingPayment(gateway, shop);
    const other = await pendingPayment(gateway, shop);
    await report(wording(payment.payment_total));
    const [text] = await likely();
    const text_id = text?.text_id ?? "";
    const otherShop = await shopWithAccount(gateway);
    const stranger = await confirmedOwner(gateway, dispatch, otherShop);
    const theirs = await pendingPayment(gateway, otherShop, {
      payment_amount: payment.payment_amount,
    });
    expect(codes(await confirm(text_id, other))).toEqual([404, "not_found"]);
    expect(codes(await confirm(text_id, theirs))).toEqual([404, "not_found"]);
    expect(codes(await confirm(text_id, payment, stranger))).toEqual([404, "not_found"]);
    expect(await statusOf(payment)).toBe("PENDING");
    for (const broken of ["..", "x".repeat(128), `${text_id}%00`, text_id.toUpperCase()]) {
      expect((await confirm(encodeURIComponent(broken), payment)).status).toBeOneOf([400, 404]);
    }
  });
});

describe("marks", () => {
  test.each([
    ["thousands", Array.from({ length: 5000 }, () => ({ part: "when", start: 0, end: 1 }))],
    ["a fraction", [{ part: "amount", start: 0.5, end: 3 }]],
    ["a negative place", [{ part: "amount", start: -1, end: 3 }]],
    ["a place beyond all texts", [{ part: "amount", start: 0, end: 1e15 }]],
    ["an unknown part", [{ part: "text", start: 0, end: 3 }]],
    ["a part by inheritance", [{ part: "__proto__", start: 0, end: 3 }]],
    ["no list", { part: "amount", start: 0, end: 3 }],
  ])("of %s are refused with a text, and nothing is stored", async (_, marks) => {
    const { mutation_id } = await confirmed();
    for (const send of [attempt, save]) {
      expect(codes(await send(mutation_id, marks))).toEqual([400, "validation_error"]);
    }
    expect(dataOf(await person.get(`${api}/reading-rules`))).toEqual([]);
  });

  test.each<[string, string, (text: string, marks: Mark[]) => Mark[]]>([
    ["none", "amount_missing", () => []],
    [
      "the whole text",
      "amount_unreadable",
      ({ length }) => [{ part: "amount", start: 0, end: length }],
    ],
    [
      "all but the amount",
      "too_few_words",
      (text, marks) => {
        const amount = marks.find(({ part }) => part === "amount") as Mark;
        return [
          { part: "reference", start: 0, end: amount.start },
          amount,
          { part: "sender", start: amount.end, end: text.length },
        ];
      },
    ],
    [
      "half of the amount",
      "amount_unreadable",
      (_, marks) =>
        marks.map((mark) => (mark.part === "amount" ? { ...mark, end: mark.end - 2 } : mark)),
    ],
    [
      "overlapping places",
      "marks_overlap",
      (_, marks) => [...marks, { ...(marks[0] as Mark), part: "when" }],
    ],
  ])("of %s make no rule", async (_, code, marksOf) => {
    const { mutation_id } = await confirmed();
    const { text, marks } = dataOf<Trial>(await attempt(mutation_id));
    const given = marksOf(text, marks);
    const { faults } = dataOf<Trial>(await attempt(mutation_id, given));
    expect(faults.map((fault) => fault.code)).toContain(code);
    expect(codes(await save(mutation_id, given))).toEqual([409, "conflict"]);
  });

  test("of another merchant's transfer, or of an unconfirmed one, are not found", async () => {
    const { mutation_id } = await confirmed();
    const { marks } = dataOf<Trial>(await attempt(mutation_id));
    const stranger = await confirmedOwner(gateway, dispatch, await shopWithAccount(gateway));
    for (const [id, by] of [
      [mutation_id, stranger],
      [randomUUID(), person],
    ] as const) {
      expect(codes(await attempt(id, marks, by))).toEqual([404, "not_found"]);
      expect(codes(await save(id, marks, by))).toEqual([404, "not_found"]);
    }
  });
});

describe("a rule", () => {
  test("of a text under a contradicting title is refused", async () => {
    for (const title of [
      "Permintaan Transfer",
      "Promo Spesial",
      "Transaksi Gagal",
      "Dana Keluar",
    ]) {
      const payment = await pendingPayment(gateway, shop);
      await report(wording(payment.payment_total, "SITI AMINAH"), { title });
      const text = (await likely()).find(({ body }) => body.includes(dots(payment.payment_total)));
      if (!text) throw new Error(`the text under ${title} is not offered`);
      const { mutation_id } = dataOf<{ mutation_id: string }>(await confirm(text.text_id, payment));
      const { faults, marks } = dataOf<Trial>(await attempt(mutation_id));
      expect(
        faults.map(({ code }) => code),
        title,
      ).toContain("contradicting_word");
      expect(codes(await save(mutation_id, marks)), title).toEqual([409, "conflict"]);
    }
  });

  test("reads no text of another app, and another merchant's rule reads none of these", async () => {
    await taught();
    const next = await pendingPayment(gateway, shop);
    await report(wording(next.payment_total), { package_name: "id.dana" });
    expect(await statusOf(next)).toBe("PENDING");
    const { items } = {
      items: dataOf<{ rule_id: string }[]>(await person.get(`${api}/reading-rules`)),
    };
    const stranger = await confirmedOwner(gateway, dispatch, await shopWithAccount(gateway));
    const rule = `${api}/reading-rules/${items[0]?.rule_id ?? ""}`;
    expect(codes(await stranger.post(rule, { is_on: false }))).toEqual([404, "not_found"]);
    expect(codes(await stranger.delete(rule))).toEqual([404, "not_found"]);
    await report(wording(next.payment_total));
    expect(await statusOf(next)).toBe("PAID");
  });

  test.each([
    [
      "a right-to-left override",
      (text: string) => text.replace("kenaikan", "\u202Ekenaikan\u202C"),
    ],
    ["zero width spaces", (text: string) => text.replace("Rp", "R\u200Bp")],
    ["fullwidth digits", (text: string) => text.replaceAll("0", "０").replaceAll("1", "１")],
    ["a soft hyphen", (text: string) => text.replace("saldo", "sal\u00ADdo")],
    ["letters of another script", (text: string) => text.replace("kenaikan", "kenаikan")],
  ])("never reads another amount than the visible one: %s", async (_, trick) => {
    await taught();
    const seen = await pendingPayment(gateway, shop);
    await report(trick(wording(seen.payment_total)));
    const [paid] = await database.sql<{ count: number }[]>`
      select count(*) as count from mutations
      where merchant_id = ${shop.merchant_id} and amount_parsed <> ${seen.payment_total}
        and rule like 'taught.%'
    `;
    expect(paid?.count).toBe(0);
    expect(await statusOf(seen)).toBeOneOf(["PAID", "PENDING"]);
  });

  test("is created from the text without its invisible characters", async () => {
    const { mutation_id } = await confirmed((amount) =>
      wording(amount).replace("saldo", "sal\u200Bdo\u202E"),
    );
    const { text, faults } = dataOf<Trial>(await attempt(mutation_id));
    expect(text).not.toMatch(/[\u200B\u202E]/u);
    expect(faults).toEqual([]);
  });

  const hostile: [string, (amount: number) => string][] = [
    [
      "braces",
      (amount) => `Notifikasi {sender} saldo (a|b) ada [kenaikan] ${dots(amount)} untuk nasabah`,
    ],
    [
      "signs of patterns",
      (amount) => `Notifikasi ^saldo$ .* ada (?:kenaikan)+ ${dots(amount)} \\d nasabah`,
    ],
    [
      "signs of code",
      (amount) => `Notifikasi saldo \`\${x}\` "ada" kenaikan's ${dots(amount)} // nasabah`,
    ],
    ["lines", (amount) => `Notifikasi saldo utama\nada kenaikan\n${dots(amount)} untuk nasabah`],
    ["pictures", (amount) => `Notifikasi saldo 🎉 ada kenaikan 🎉 ${dots(amount)} untuk nasabah`],
  ];
  test.each(hostile)(
    "of a text with %s reads only that text, also from its file",
    async (_, body) => {
      await taught(body);
      const next = await pendingPayment(gateway, shop);
      await report(body(next.payment_total));
      expect(await statusOf(next)).toBe("PAID");
      const victim = await pendingPayment(gateway, shop);
      await report(
        `Notifikasi BUDI saldo a ada kenaikan ${dots(victim.payment_total)} untuk nasabah`,
      );
      expect(await statusOf(victim)).toBe("PENDING");
      const { rules_file } = dataOf<{ rules_file: string }>(
        await person.get(`${api}/reading-rules-export`),
      );
      const file = path.join(mkdtempSync(path.join(tmpdir(), "taught-")), "rules.json");
      writeFileSync(file, rules_file);
      const { read } = loadOperatorRules(file).reader();
      expect(
        read({ package_name: "com.bca", title: "BCA mobile", body: body(51_234) }),
      ).toMatchObject({ outcome: "transaction", type: "CREDIT", amount: 51_234 });
    },
  );

  test("of a text of the greatest length, with adjacent marks, reads quickly", async () => {
    const long = "nasabah utama ".repeat(
      Math.floor((limits.notificationTextCharacters - 200) / "nasabah utama ".length),
    );
    const body = (amount: number) =>
      `Notifikasi saldo ada kenaikan ${dots(amount)} BUDI CONTOH REF00012345 1234567890 ${long}`;
    const { mutation_id } = await confirmed(body);
    const { text, marks } = dataOf<Trial>(await attempt(mutation_id));
    const place = (part: Mark["part"], words: string): Mark => {
      const start = text.indexOf(words);
      return { part, start, end: start + words.length };
    };
    const given = [
      ...marks.filter(({ part }) => part === "amount"),
      place("sender", "BUDI CONTOH"),
      place("reference", "REF00012345"),
      place("account", "1234567890"),
    ];
    expect((await attempt(mutation_id, given)).status).toBe(200);
    const saved = await save(mutation_id, given);
    expect(saved.status).toBeOneOf([200, 201, 409]);
    const repeats = ["a ", "REF ", "1 ", "BUDI REF1 1 ", "nasabah "].map((piece) =>
      piece.repeat(Math.floor((limits.notificationTextCharacters - 100) / piece.length)),
    );
    for (const repeat of repeats) {
      await report(`Notifikasi saldo ada kenaikan Rp1.234 ${repeat}`);
    }
  });

  test("taught by many people simultaneously is one, and its sample pays no second time", async () => {
    const { mutation_id, payment } = await confirmed();
    const { marks } = dataOf<Trial>(await attempt(mutation_id));
    const answers = await Promise.all(Array.from({ length: 5 }, () => save(mutation_id, marks)));
    expect(new Set(answers.map((answer) => dataOf<{ rule_id: string }>(answer).rule_id)).size).toBe(
      1,
    );
    expect(dataOf(await person.get(`${api}/reading-rules`))).toHaveLength(1);
    await report(wording(payment.payment_total));
    const [counted] = await database.sql`
      select count(*) as count from mutations
      where merchant_id = ${shop.merchant_id} and matched_payment_number is not null
    `;
    expect(counted).toEqual({ count: 1 });
  });
});
