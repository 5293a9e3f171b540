import { randomInt } from "node:crypto";
import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { anyCharacter } from "../../../contract-tests/support/any-character.ts";
import { limits } from "../../contract/limits.ts";
import { trials } from "../../testing/run-size.ts";
import type { AndroidMarks } from "./formats/engine/clean-notification.ts";
import { appFormats } from "./formats/index.ts";
import type { NotificationReading, NotificationText } from "./notification-reader.ts";
import { createNotificationReader } from "./notification-text.ts";

const { read: readNotification, appNameOf } = createNotificationReader();
const knownPackages = appFormats.flatMap(({ packages }) => packages);

const seed = randomInt(2 ** 31);
console.info(`notification-text.test.ts seed: ${seed}`);

interface Finding {
  amount: number | null;
  type: string | null;
  sender: string | null;
  currency: string | null;
}

interface TextRow extends NotificationText {
  id: string;
  expected: Finding;
  also_acceptable?: Finding[];
}

interface ForgeryRow extends NotificationText {
  id: string;
  about: string;
  /** The money that really came in. */
  credited: number;
  /** The credit that must be read; null if the text must stay unread. */
  read: number | null;
}

function rowsOf<Row>(file: string): Row[] {
  const text = readFileSync(new URL(`../../testing/data/${file}`, import.meta.url), "utf8");
  return text
    .split("\n")
    .filter((line) => line !== "")
    .map((line): Row => JSON.parse(line));
}

function findingOf(reading: NotificationReading): Finding {
  if (reading.outcome !== "transaction") {
    return { amount: null, type: null, sender: null, currency: null };
  }
  const { amount, type, sender, currency } = reading;
  return { amount, type, sender, currency };
}

function creditOf(reading: NotificationReading): number | null {
  return reading.outcome === "transaction" && reading.type === "CREDIT" ? reading.amount : null;
}

const publicRows = rowsOf<TextRow>("notifications.jsonl");
const forgeryRows = rowsOf<ForgeryRow>("notification-forgeries.jsonl");
const variationRows = rowsOf<TextRow>("notification-variations.jsonl");

type Mark = "right" | "not_understood" | "wrong";

function markOf(row: TextRow): Mark {
  const found = findingOf(readNotification(row));
  const accepted = [row.expected, ...(row.also_acceptable ?? [])];
  if (accepted.some((finding) => JSON.stringify(finding) === JSON.stringify(found))) return "right";
  return found.amount === null ? "not_understood" : "wrong";
}

function markTable(rows: readonly TextRow[]): Record<string, Record<Mark, number>> {
  const table: Record<string, Record<Mark, number>> = {};
  for (const row of rows) {
    const app = appNameOf(row.package_name) ?? "(unknown apps)";
    const marks = (table[app] ??= { right: 0, not_understood: 0, wrong: 0 });
    marks[markOf(row)] += 1;
  }
  return table;
}

describe("texts of bank and wallet apps", () => {
  console.info(`${publicRows.length} texts of notifications.jsonl:`);
  console.table(markTable(publicRows));
  console.info(`${variationRows.length} variations of them:`);
  console.table(markTable(variationRows));

  const everyRow = [...publicRows, ...variationRows];
  test.each(everyRow)("$id of $package_name is read as expected: $body", (row) => {
    const found = findingOf(readNotification(row));
    expect([row.expected, ...(row.also_acceptable ?? [])]).toContainEqual(found);
  });

  test("every known app has at least two rows", () => {
    const rowsOfApp = Object.groupBy(everyRow, ({ package_name }) => appNameOf(package_name) ?? "");
    for (const { name } of appFormats) expect(rowsOfApp[name]?.length, name).toBeGreaterThan(1);
  });
});

/** Returns the processor time of this thread, which does not grow on a busy machine. */
function processorMilliseconds(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

test("a thousand texts are read in a second, with room for a slow machine", () => {
  const rounds = 20;
  const before = processorMilliseconds();
  for (let round = 0; round < rounds; round++) for (const row of publicRows) readNotification(row);
  const perSecond = (rounds * publicRows.length * 1000) / (processorMilliseconds() - before);
  console.info(`parser throughput: ${Math.round(perSecond)} texts a second`);
  expect(perSecond).toBeGreaterThan(1000);
});

describe("a payer's forgery has no effect", () => {
  test.each(forgeryRows)("$id $about", (row) => {
    expect(creditOf(readNotification(row))).toBe(row.read);
    expect([row.credited, null]).toContain(row.read);
  });

  test("the tests forge texts of every known app", () => {
    const forged = Map.groupBy(forgeryRows, ({ package_name }) => package_name);
    for (const name of knownPackages) {
      const rows = forged.get(name) ?? [];
      expect(rows.length, `rows of ${name} in notification-forgeries.jsonl`).toBeGreaterThan(3);
    }
  });

  const samples = appFormats.flatMap(({ packages, rules }) =>
    rules.flatMap((rule) => rule.samples.map((sample) => ({ ...sample, packages }))),
  );

  /** Every text in which a bank names the payer, with a place for another name. */
  const payerTexts = samples.flatMap((sample) => {
    if (!("sender" in sample) || sample.sender === undefined) return [];
    const { packages, title, body, amount, sender } = sample;
    const withName = (name: string): string => body.replace(sender, () => name);
    return packages.map((package_name) => ({ package_name, title: title ?? "", amount, withName }));
  });

  // Hostile names are built from texts that the rules believe.
  const bait = [
    "Saldo",
    "Saldo kamu",
    "Biaya",
    "Pesan:",
    "Ket.:",
    "Rp500.123",
    "500.123",
    "X",
    "x",
  ];
  const piece = fc.constantFrom(...samples.map(({ body }) => body), ...bait, ...bait);
  const glue = fc.constantFrom(" ", ". ", "\n", " - ", "", "! ", ": ", "... ");
  const hostileName = fc
    .array(fc.tuple(piece, glue), { minLength: 1, maxLength: 4 })
    .map((pieces) => pieces.flat().join(""));

  test("a payer's name does not change the amount", () => {
    fc.assert(
      fc.property(fc.constantFrom(...payerTexts), hostileName, (payerText, name) => {
        const { package_name, title, amount, withName } = payerText;
        const reading = readNotification({ package_name, title, body: withName(name) });
        expect([amount, null]).toContain(creditOf(reading));
      }),
      { seed, numRuns: 5000 },
    );
  });
});

describe("reading a notification", () => {
  const credit = "Transfer masuk Rp150.123 dari BUDI CONTOH";
  const bca = (texts: Partial<NotificationText>): NotificationText => ({
    package_name: "com.bca",
    title: "BCA mobile",
    body: null,
    ...texts,
  });

  test("a transaction names the rule that read it", () => {
    expect(readNotification(bca({ body: credit }))).toEqual({
      outcome: "transaction",
      rule: "general.transfer_in",
      type: "CREDIT",
      amount: 150_123,
      currency: "IDR",
      sender: "BUDI CONTOH",
    });
  });

  test("an amount cut by a line break is not read as its first part", () => {
    const body = "Transfer masuk Rp500.\n498 dari BUDI";
    expect(readNotification(bca({ body }))).toMatchObject({ outcome: "unread" });
  });

  test("the expanded text replaces the body, and an empty one does not", () => {
    expect(
      creditOf(readNotification(bca({ body: "Transfer masuk Rp15...", big_text: credit }))),
    ).toBe(150_123);
    expect(creditOf(readNotification(bca({ body: credit, big_text: "" })))).toBe(150_123);
    expect(
      creditOf(readNotification(bca({ body: credit, big_text: `${credit} gagal` }))),
    ).toBeNull();
  });

  test.each([
    [
      "a notification without texts",
      { title: null },
      { outcome: "not_a_transaction", rule: "bca_mobile.empty", reason: "empty" },
    ],
    [
      "an offer",
      { body: "Promo pembayaran QRIS hingga Rp50.000" },
      { outcome: "not_a_transaction", rule: "general.promotion", reason: "promotion" },
    ],
    [
      "an unknown wording",
      { body: "Rp150.123!" },
      { outcome: "unread", reason: "unknown_wording" },
    ],
    [
      "cents",
      { body: "Transfer masuk Rp150,12 dari BUDI" },
      { outcome: "unread", reason: "no_exact_amount" },
    ],
    [
      "a name that goes on as a sentence",
      { body: `${credit} gagal` },
      { outcome: "unread", reason: "contradictory" },
    ],
    [
      "a summary that also tells of a payment",
      { body: "3 transaksi baru. Rp5.000 dari BUDI telah diterima" },
      { outcome: "unread", reason: "doubtful", doubt: "second_amount" },
    ],
    [
      "a name that another rule takes for a failure",
      { body: "Transfer masuk Rp150.123 dari TOKO GAGAL KARENA CINTA" },
      { outcome: "unread", reason: "contradictory" },
    ],
    ["another app", { package_name: "com.whatsapp", body: credit }, { outcome: "unknown_app" }],
  ])("%s has its own outcome", (_case, texts, reading) => {
    expect(readNotification(bca(texts))).toEqual(reading);
  });

  test("a one-time code is distinct from every storable text, in any app", () => {
    const code = { outcome: "one_time_code" };
    expect(readNotification(bca({ body: "Kode OTP 654321 untuk transfer Rp50.000" }))).toEqual(
      code,
    );
    expect(readNotification(bca({ title: "Kode OTP Anda", body: "654321" }))).toEqual(code);
    expect(readNotification(bca({ body: "OTP: 654321", big_text: "Ketuk untuk melihat" }))).toEqual(
      code,
    );
    expect(
      readNotification(bca({ package_name: "com.whatsapp", body: "Kode OTP: 654321" })),
    ).toEqual(code);
  });

  test.each([
    ["Indonesian", { body: "Konten notifikasi sensitif disembunyikan" }],
    ["English, with a point", { body: "Sensitive notification content hidden." }],
    ["Malay, expanded", { big_text: "Kandungan pemberitahuan yang sensitif disembunyikan" }],
    ["Chinese", { body: "已隐藏敏感通知内容" }],
    ["an unknown app", { package_name: "com.whatsapp", body: "민감한 알림 콘텐츠 숨김" }],
  ])("a text hidden by the phone is recognised: %s", (_case, texts) => {
    expect(readNotification(bca(texts))).toEqual({ outcome: "hidden_text" });
  });

  test("a payer's words about hidden texts hide none", () => {
    const hidden = "Sensitive notification content hidden";
    expect(creditOf(readNotification(bca({ title: hidden, body: credit })))).toBe(150_123);
    expect(creditOf(readNotification(bca({ body: `${credit}. Pesan: ${hidden}` })))).toBe(150_123);
    expect(readNotification(bca({ body: `Dari ${hidden}` }))).toMatchObject({ outcome: "unread" });
  });

  test("a text beyond the limit is not read", () => {
    const body = credit.padEnd(limits.notificationTextCharacters, ".");
    expect(readNotification(bca({ body: `${body}.` }))).toEqual({
      outcome: "unread",
      reason: "too_long",
    });
    expect(readNotification(bca({ body: `${credit}. ${"a".repeat(8000)}` }))).toMatchObject({
      amount: 150_123,
    });
  });
});

describe("a person's own message", () => {
  const credits = appFormats.flatMap(({ packages, rules }) =>
    packages.flatMap((package_name) =>
      rules.flatMap((rule) =>
        "type" in rule && rule.type === "CREDIT"
          ? rule.samples.map(({ title = "", body }) => ({ package_name, title, body }))
          : [],
      ),
    ),
  );

  test.each<AndroidMarks>([
    { category: "msg" },
    { category: "Email" },
    { category: " social " },
    { is_conversation: true },
    { is_conversation: true, category: "status", channel_id: "transactions" },
  ])("is not a transfer in any app, by its mark %j", (marks) => {
    for (const credit of credits) {
      expect(readNotification({ ...credit, ...marks }), credit.package_name).toEqual({
        outcome: "unread",
        reason: "message",
      });
    }
  });

  test.each<AndroidMarks>([
    {},
    { category: null, channel_id: null, is_conversation: null },
    { category: "", channel_id: "", is_conversation: false },
    { category: "status", channel_id: "promotional_notifications" },
    { category: "promo", channel_id: "fcm_fallback_notification_channel" },
  ])("differs from an app's own notification, which is read with %j", (marks) => {
    for (const credit of credits) {
      expect(readNotification({ ...credit, ...marks }), credit.package_name).toMatchObject({
        outcome: "transaction",
      });
    }
  });

  test("is recognised by a channel of messages only in apps where strangers write", () => {
    const channel_id = "messages";
    const bank = { package_name: "com.bca", title: "BCA mobile", body: "Uang masuk Rp5 dari BUDI" };
    expect(readNotification({ ...bank, channel_id })).toMatchObject({ amount: 5 });
    const shopee = { ...bank, package_name: "com.shopee.id", title: "ShopeePay" };
    expect(readNotification(shopee)).toMatchObject({ amount: 5 });
    expect(readNotification({ ...shopee, channel_id })).toMatchObject({ reason: "message" });
  });

  test("has its writer's name as its title, unlike any title of the app", () => {
    const body = "Rp 2.500.123 telah masuk ke ShopeePay Anda";
    const under = (title: string | null) =>
      readNotification({ package_name: "com.shopee.id", title, body });
    expect(under("ShopeePay")).toMatchObject({ amount: 2_500_123 });
    for (const title of [
      "penipu_99",
      "shopeepay",
      "ShopeePay!",
      "ShopeePay ShopeePay",
      "ShopeePay 🎉",
      "Shopee\u200bPay",
      "\u202eShopeePay",
      "ＳｈｏｐｅｅＰａｙ",
      "Sh\u043epeePay",
      "",
      null,
    ]) {
      expect(under(title)).toEqual({ outcome: "unread", reason: "foreign_title" });
    }
  });
});

describe("any text at all", () => {
  const signs = fc.constantFrom(
    "Rp",
    ".",
    ",",
    "0",
    "9",
    " ",
    "\n",
    "\u200b",
    "𝟏",
    "²",
    "…",
    "dari ",
    "masuk ",
    "-",
    "+",
  );
  const noise = fc.oneof(
    fc.string({ unit: anyCharacter, maxLength: 300 }),
    fc.array(signs, { maxLength: 60 }).map((pieces) => pieces.join("")),
  );
  /** A real text with random changes. */
  const damagedText = fc
    .tuple(fc.constantFrom(...publicRows), fc.nat({ max: 120 }), fc.nat({ max: 4 }), noise)
    .map(([{ body }, start, removed, inserted]) => {
      const text = body ?? "";
      return text.slice(0, start) + inserted + text.slice(start + removed);
    });
  const anyText = fc.oneof(noise, damagedText);

  /** Returns the fastest of ten runs. A text that is slow in each run is slow because of the text itself. */
  function quickestMilliseconds(work: () => void): number {
    let quickest = Infinity;
    for (let attempt = 0; attempt < 10 && quickest > 1; attempt++) {
      const before = processorMilliseconds();
      work();
      quickest = Math.min(quickest, processorMilliseconds() - before);
    }
    return quickest;
  }
  /**
   * The limit in milliseconds. Two are usual. A pattern that restarts at every character of the longest text takes
   * fifty or more.
   */
  const slowMilliseconds = 20;
  const numRuns = 10_000;

  test("of the greatest length is read quickly, with any repetition", () => {
    const repeated = [
      "Rp1.000 ",
      "1.",
      "１",
      "…",
      "&amp;",
      "\u202E",
      "😀",
      ". ",
      "\n",
      "PT. ",
      "- ",
      " - a",
      "a. a",
      "dari a ",
      " sebesar Rp1",
      "telah masuk ",
      "Saldo Rp1 ",
      "kode otp ",
      "1 ",
      "(ket: ",
      "x*",
      "di ",
    ];
    // A quarter of the texts; the seed chooses which.
    const step = trials({ some: 4, all: 4, more: 1 });
    const openings = ["", ...publicRows.map(({ body }) => body ?? "")].filter(
      (_, index) => index % step === seed % step,
    );
    let slowest = { milliseconds: 0, text: "" };
    for (const [index, opening] of openings.entries()) {
      for (const piece of repeated) {
        const text = (opening + piece.repeat(limits.notificationTextCharacters)).slice(
          0,
          limits.notificationTextCharacters,
        );
        const package_name = knownPackages[index % knownPackages.length] as string;
        const milliseconds = quickestMilliseconds(() =>
          readNotification({ package_name, title: text, body: text, big_text: text }),
        );
        if (milliseconds > slowest.milliseconds) {
          slowest = { milliseconds, text: `${opening}${piece}…` };
        }
      }
    }
    console.info(
      `longest texts: slowest ${slowest.milliseconds.toFixed(1)} ms, ${JSON.stringify(slowest.text)}`,
    );
    expect(slowest.milliseconds, slowest.text).toBeLessThan(slowMilliseconds);
  });

  test("is read quickly, without an error, and never as an unsafe or negative amount", () => {
    let slowest = 0;
    let transactions = 0;
    fc.assert(
      fc.property(
        fc.constantFrom(...knownPackages),
        anyText,
        anyText,
        (package_name, title, body) => {
          const reading = readNotification({ package_name, title, body });
          const taken = quickestMilliseconds(() => readNotification({ package_name, title, body }));
          slowest = Math.max(slowest, taken);
          expect(taken).toBeLessThan(slowMilliseconds);
          if (reading.outcome !== "transaction") return;
          transactions += 1;
          expect(Number.isSafeInteger(reading.amount)).toBe(true);
          expect(reading.amount).toBeGreaterThan(0);
        },
      ),
      { seed, numRuns },
    );
    console.info(
      `fuzz: ${numRuns} texts, ${transactions} read as transactions, none unsafe, slowest ${slowest.toFixed(1)} ms`,
    );
  });
});
