import { expect, test } from "vitest";
import { counted } from "./texts/counted.ts";
import {
  amountInWords,
  formatChange,
  formatCount,
  formatDuration,
  formatSen,
  formatPercent,
  formatShare,
  formatShortRupiah,
  numberOf,
} from "./numbers.ts";

const plain = (text: string) => text.replaceAll("\u00a0", " ");

test.each([
  [null, "–", "–"],
  [0, "0s", "0 dtk"],
  [45.4, "45s", "45 dtk"],
  [198, "3m 18s", "3 mnt 18 dtk"],
  [7_200, "2h", "2 j"],
  [7_530, "2h 5m", "2 j 5 mnt"],
])("%s seconds are written %s or %s", (seconds, en, id) => {
  expect(formatDuration(seconds, "en")).toBe(en);
  expect(plain(formatDuration(seconds, "id"))).toBe(id);
});

test.each([
  [0, "Rp0"],
  [5, "Rp0,05"],
  [1_204_50, "Rp1.204,50"],
  [150_123_00, "Rp150.123"],
  [-75_00, "−Rp75"],
  [-1, "−Rp0,01"],
])("%d hundredths of a rupiah are written %s", (sen, text) => {
  expect(formatSen(sen)).toBe(text);
});

test("shares follow the language, and a count that of the page", () => {
  expect(formatCount(4_163)).toBe("4.163");
  expect(formatShare(0.975, "id")).toBe("97,5%");
  expect(formatShare(0.975, "en")).toBe("97.5%");
  expect(formatShare(null, "en")).toBe("–");
});

test.each([
  [0, "0%", "0%", "0%"],
  [1 / 4_163, "<0,1%", "<0.1%", "<1%"],
  [0.002, "0,2%", "0.2%", "<1%"],
  [0.334, "33,4%", "33.4%", "33%"],
  [0.998, "99,8%", "99.8%", "99%"],
  [4_162 / 4_163, "99,9%", "99.9%", "99%"],
  [1, "100%", "100%", "100%"],
])("the share %d is 0%% or 100%% only if it is exactly that", (share, id, en, whole) => {
  expect(formatShare(share, "id")).toBe(id);
  expect(formatShare(share, "en")).toBe(en);
  expect(formatPercent(share, "en")).toBe(whole);
});

test("a count in an English text has English separators", () => {
  expect(counted(4_163, "invoice", "invoices")).toBe("4,163 invoices");
  expect(counted(1, "invoice", "invoices")).toBe("1 invoice");
  expect(counted("99+", "invoice", "invoices")).toBe("99+ invoices");
});

test.each([
  [0, "Rp0", "Rp0"],
  [250_000, "Rp250 rb", "Rp250k"],
  [1_250_000, "Rp1,25 juta", "Rp1.25 million"],
  [3_000_000_000, "Rp3 miliar", "Rp3 billion"],
])("the mark of %d is %s or %s", (amount, id, en) => {
  expect(plain(formatShortRupiah(amount, "id"))).toBe(id);
  expect(plain(formatShortRupiah(amount, "en"))).toBe(en);
});

test.each([
  [0.124, "+12%", "+12%"],
  [-0.045, "-4,5%", "-4.5%"],
  [0, "0%", "0%"],
  [9.99, "+999%", "+999%"],
  [20.7, "22×", "22×"],
  [1_499, "1.500×", "1,500×"],
])("a change of %d is written %s or %s", (change, id, en) => {
  expect(formatChange(change, "id")).toBe(id);
  expect(formatChange(change, "en")).toBe(en);
});

test.each([
  ["150000", 150_000],
  ["150.000", 150_000],
  [" 1.500.000 ", 1_500_000],
  ["", -1],
  ["Rp150.000", 150_000],
  ["Rp 150.000,00", 150_000],
  ["IDR 1.500.000,-", 1_500_000],
  ["rp. 2.000", 2_000],
  ["-150.000", -1],
  ["150,000", 150_000],
  ["50rb", 50_000],
  ["150 ribu", 150_000],
  ["1,5jt", 1_500_000],
  ["Rp1.5 juta", 1_500_000],
  ["1.500rb", -1],
  ["dua puluh", -1],
  ["Rp", -1],
])("%j is typed for %d", (text, number) => {
  expect(numberOf(text)).toBe(number);
});

test("an amount in words is never rounded up", () => {
  expect(amountInWords(99_999_999_999, "id")).toBe("99,99 miliar");
  expect(amountInWords(99_999_999_999_999, "en")).toBe("99.99 trillion");
});

test.each(["150.000,50", "Rp150.000,5", "150,00", "150.000.50", "12,5", "150,0000", "150.00"])(
  "%j is not taken for a whole number of rupiah",
  (text) => {
    expect(Number.isInteger(numberOf(text))).toBe(false);
  },
);
