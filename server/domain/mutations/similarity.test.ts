import { describe, expect, test } from "vitest";
import { amountSimilarity, totalsToLookFor } from "./amount-similarity.ts";
import { similarityInEnglish } from "./similarity-in-english.ts";
import { similarityOf, type Invoice, type Transfer } from "./similarity.ts";
import { nameSimilarity } from "./name-similarity.ts";

const createdAt = new Date("2026-11-01T08:00:00Z");
const minutesLater = (minutes: number) => new Date(createdAt.getTime() + minutes * 60_000);

const invoice: Invoice = {
  payment_amount: 150_000,
  payment_unique: 347,
  payment_total: 150_347,
  received: 0,
  payment_status: "PENDING",
  created_at: createdAt,
  payment_expired_at: minutesLater(24 * 60),
  customer_name: "Siti Rahayu",
  pool_id: "own",
};
const transfer: Transfer = {
  amount: 150_000,
  sender: null,
  posted_at: minutesLater(30),
  pool_id: "own",
};

describe("an amount sent for Rp150.347", () => {
  test.each([
    [150_347, "Exactly the total."],
    [150_000, "The unique amount of Rp347 was left off."],
    [300_694, "Twice the total."],
    [147_847, "A fee of Rp2.500 was subtracted."],
    [143_847, "A fee of Rp6.500 was subtracted."],
    [150_437, "Two digits of Rp150.347 were swapped."],
    [105_347, "Two digits of Rp150.347 were swapped."],
    [150_400, "Rp150.347 was rounded to a multiple of Rp100."],
    [150_300, "Rp150.347 was rounded to a multiple of Rp100."],
    [151_000, "Rp150.347 was rounded to a multiple of Rp1.000."],
    [160_000, "Rp150.347 was rounded to a multiple of Rp10.000."],
    [150_847, "One digit differs from Rp150.347."],
    [250_347, "One digit differs from Rp150.347."],
  ])("%i is explained, and found by its total or near it", (amount, reason) => {
    const similarity = amountSimilarity(amount, invoice);
    expect(similarityInEnglish(similarity ? [similarity.reason] : [])).toBe(reason);
    const isNear = Math.abs(amount - invoice.payment_total) < 10_000 && amount % 100 === 0;
    expect(isNear || totalsToLookFor(amount).includes(invoice.payment_total)).toBe(true);
  });

  test.each([0, 1, 347, 15_034, 150_999, 151_437, 300_000, 1_503_470, 451_041, 150_374_000])(
    "%i resembles no total",
    (amount) => {
      expect(amountSimilarity(amount, invoice)).toBeNull();
    },
  );

  test("no searched total is unsafe, negative or zero", () => {
    for (const amount of [0, 1, 10, Number.MAX_SAFE_INTEGER]) {
      for (const total of totalsToLookFor(amount)) {
        expect(Number.isSafeInteger(total) && total > 0).toBe(true);
      }
    }
  });
});

describe("names", () => {
  test.each([
    ["SITI RAHAYU", "Siti Rahayu", 1],
    ["IBU SITI RAHAYU", "siti rahayu", 1],
    ["SITI RAH", "Siti Rahayu", 1],
    ["SITI R***", "Siti Rahayu", 1],
    ["RAHAYU SITI", "Siti Rahayu", 1],
    ["SITI RAHAYU WULANDARI", "Siti", 0.5],
    ["SITI WULANDARI", "Siti Rahayu", 0.5],
    ["ANA ANAYA", "Anaya Ana", 1],
    ["SITI SITI", "Siti Rahayu", 0.5],
    ["PT SUMBER MAKMUR", "CV Sumber Makmur", 1],
    ["BUDI SANTOSO", "Siti Rahayu", 0],
    ["*** ***", "Siti Rahayu", 0],
    ["", "Siti Rahayu", 0],
    [null, "Siti Rahayu", 0],
    ["BPK", "Bapak", 0],
    ["", "", 0],
  ])("%j and %j are alike by %d", (sender, customer, similarity) => {
    expect(nameSimilarity(sender, customer)).toBe(similarity);
  });
});

test("a customer with every common name does not match the sender", () => {
  const commonNames = "Siti Budi Agus Dewi Sri Ani Joko Rahayu Santoso Wati Putri Nur Muhammad Adi";
  const named = (customer_name: string) =>
    similarityOf({ ...transfer, sender: "SITI RAHAYU" }, { ...invoice, customer_name });
  expect(named(commonNames)?.score).toBeLessThan(named("Rahayu")?.score ?? 0);
  expect(named(commonNames)?.reasons).toContainEqual({
    code: "similar_name",
    params: { sender: "SITI RAHAYU", customer: commonNames },
  });
});

describe("of several invoices the intended one comes first, or none does", () => {
  const others = [
    { customer_name: "Budi Santoso", payment_total: 136_212 },
    { customer_name: "Agus Wijaya", payment_total: 149_118 },
  ];
  const siti = { customer_name: "Siti Rahayu", payment_total: 150_347 };

  /**
   * Returns the customers and totals of the invoices that rank first. There are several if nothing distinguishes
   * them.
   */
  function first(change: Partial<Transfer>, invoices: Partial<Invoice>[]): number[] {
    const scores = invoices.map((each) => {
      const { payment_total = 0 } = each;
      const unique = { payment_amount: payment_total - 7, payment_unique: 7 };
      return (
        similarityOf({ ...transfer, ...change }, { ...invoice, ...unique, ...each })?.score ?? 0
      );
    });
    const best = Math.max(...scores);
    return invoices.flatMap(({ payment_total = 0 }, index) =>
      best > 0 && scores[index] === best ? [payment_total] : [],
    );
  }

  const named = { sender: "SITI RAHAYU" };
  test.each<[string, Partial<Transfer>, Partial<Invoice>[], number[]]>([
    ["10 % less, by name", { ...named, amount: 135_312 }, [siti, ...others], [150_347]],
    ["a little less, by name", { ...named, amount: 150_300 }, [...others, siti], [150_347]],
    ["more, by name", { ...named, amount: 160_001 }, [siti, ...others], [150_347]],
    ["with a title", { sender: "IBU SITI RAHAYU", amount: 140_001 }, [siti, ...others], [150_347]],
    [
      "by two names of three",
      { sender: "PUTRI AYU", amount: 149_862 },
      [{ ...siti, customer_name: "Putri Ayu Ningsih" }, ...others],
      [150_347],
    ],
    [
      "by two names of four",
      { sender: "MUHAMMAD RIZKI", amount: 140_001 },
      [{ ...siti, customer_name: "Muhammad Rizki Aditya Pratama" }],
      [150_347],
    ],
    [
      "with a name more than the customer gave",
      { sender: "SITI NUR RAHAYU", amount: 140_001 },
      [siti],
      [150_347],
    ],
    [
      "by two names of very many",
      { ...named, amount: 140_001 },
      [{ ...siti, customer_name: "Siti Budi Agus Dewi Sri Ani Rahayu" }],
      [],
    ],
    [
      "by two names of three, and another third",
      { sender: "PUTRI AYU LESTARI", amount: 140_001 },
      [{ ...siti, customer_name: "Putri Ayu Ningsih" }],
      [],
    ],
    ["11 % less", { ...named, amount: 133_800 }, [siti], []],
    ["without a name", { sender: null, amount: 140_001 }, [siti], []],
    ["by another", { sender: "SITI AMINAH", amount: 140_001 }, [siti], []],
    ["by one name of two", { sender: "SITI", amount: 140_001 }, [siti], []],
    ["by a masked name", { sender: "SITI R***", amount: 140_001 }, [siti], []],
    ["by a cut name", { sender: "SITI RAH", amount: 140_001 }, [siti], []],
    [
      "by a name that everybody has",
      { sender: "SITI", amount: 140_001 },
      [{ ...siti, customer_name: "Siti" }],
      [],
    ],
    [
      "by one name, repeated",
      { sender: "SITI SITI", amount: 140_001 },
      [{ ...siti, customer_name: "Siti" }],
      [],
    ],
    ["before the invoice", { ...named, amount: 140_001, posted_at: minutesLater(-10) }, [siti], []],
    ["for an account of its own", { ...named, amount: 140_001, pool_id: "other" }, [siti], []],
    ["already paid", { ...named, amount: 140_001 }, [{ ...siti, payment_status: "PAID" }], []],
    [
      "of twins, the nearer",
      { ...named, amount: 140_001 },
      [siti, { ...siti, payment_total: 141_500 }],
      [141_500],
    ],
    [
      "of twins that are as near, both",
      { ...named, amount: 145_000 },
      [
        { ...siti, payment_total: 150_000 },
        { ...siti, payment_total: 150_000, payment_expired_at: minutesLater(25 * 60) },
      ],
      [150_000, 150_000],
    ],
    ["the exact total of another", { ...named, amount: 149_118 }, [siti, ...others], [149_118]],
    ["the price of another", { ...named, amount: 149_111 }, [siti, ...others], [149_118]],
    [
      "a digit from another's, by name",
      { ...named, amount: 136_112 },
      [siti, ...others],
      [150_347],
    ],
  ])("%s", (_, change, invoices, expected) => {
    expect(first(change, invoices)).toEqual(expected);
  });
});

describe("a transfer resembles an invoice", () => {
  const score = (change: Partial<Transfer>, other: Partial<Invoice> = {}) =>
    similarityOf({ ...transfer, ...change }, { ...invoice, ...other })?.score ?? null;

  test.each([
    ["more when the names are alike", { sender: "SITI RAHAYU" }, {}, {}],
    ["less the longer after it", {}, { posted_at: minutesLater(10 * 60) }, {}],
    ["less after the deadline", {}, { posted_at: minutesLater(25 * 60) }, {}],
    ["less before it", {}, { posted_at: minutesLater(-10) }, {}],
    ["less when it cannot be matched any more", {}, {}, { payment_status: "EXPIRED" as const }],
    ["less by one digit than by the price", {}, { amount: 150_847 }, {}],
  ])("%s", (_, more, less, other) => {
    expect(score(more)).toBeGreaterThan(score(less, other) ?? 101);
  });

  test.each([
    ["on another account only with the exact total", { pool_id: "other" }, {}],
    ["where no account listens only with the exact total", { pool_id: null }, {}],
    ["that is paid only with the exact total", {}, { payment_status: "PAID" as const }],
  ])("%s", (_, change, other) => {
    expect(score(change, other)).toBeNull();
    expect(score({ ...change, amount: invoice.payment_total }, other)).toBeGreaterThan(0);
  });

  test("with readable reasons, the amount's first", () => {
    const similarity = similarityOf({ ...transfer, sender: "SITI RAHAYU" }, invoice);
    expect(similarity).toEqual({
      score: 90,
      reasons: [
        { code: "unique_amount_left_off", params: { unique_amount: 347 } },
        { code: "same_name", params: { sender: "SITI RAHAYU", customer: "Siti Rahayu" } },
        { code: "within_an_hour", params: {} },
      ],
    });
    expect(similarityInEnglish(similarity?.reasons ?? [])).toBe(
      "The unique amount of Rp347 was left off. The sender SITI RAHAYU has the same name as the customer Siti Rahayu. Arrived within an hour of the invoice.",
    );
  });
});
