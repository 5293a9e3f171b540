import { expect, test } from "vitest";
import {
  formatChange,
  formatDuration,
  formatSen,
  formatShare,
  formatShortRupiah,
} from "./numbers.ts";

test.each([
  [null, "–"],
  [0, "0 secs"],
  [45.4, "45 secs"],
  [90, "1.5 mins"],
  [7_200, "2 hrs"],
])("%s seconds are written %s", (seconds, text) => {
  expect(formatDuration(seconds, "en")).toBe(text);
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

test("shares follow the language", () => {
  expect(formatShare(0.975, "en")).toBe("97.5%");
  expect(formatShare(0.975, "id")).toBe("97,5%");
  expect(formatShare(null, "id")).toBe("–");
});

test.each([
  [0, "Rp 0", "Rp 0"],
  [250_000, "Rp 250 rb", "Rp 250k"],
  [1_250_000, "Rp 1,25 jt", "Rp 1.25m"],
  [3_000_000_000, "Rp 3 M", "Rp 3bn"],
])("the mark of %d is %s or %s", (amount, id, en) => {
  const plain = (text: string) => text.replaceAll("\u00a0", " ");
  expect(plain(formatShortRupiah(amount, "id"))).toBe(id);
  expect(plain(formatShortRupiah(amount, "en"))).toBe(en);
});

test.each([
  [0.124, "+12%"],
  [-0.045, "-4.5%"],
  [0, "0%"],
])("a change of %d is written %s", (change, text) => {
  expect(formatChange(change, "en")).toBe(text);
});
