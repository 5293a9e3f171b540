import { h } from "preact";
import { renderToString } from "preact-render-to-string";
import { expect, test } from "vitest";
import { BankMark } from "./bank-mark.tsx";

const drawn = (name: string) => renderToString(h(BankMark, { name }));

/** The name on the pages of every channel that an account can have. */
const channels = [
  "BCA",
  "BRI",
  "BNI",
  "Mandiri",
  "BSI",
  "CIMB Niaga",
  "Permata",
  "Jenius",
  "SeaBank",
  "Bank Jago",
  "Superbank",
  "blu by BCA Digital",
  "DANA",
  "GoPay",
  "OVO",
  "LinkAja",
  "ShopeePay",
  "QRIS",
];

const grey = "#5c625f";

test.each(channels)("%s has its own mark", (name) => {
  expect(drawn(name)).not.toContain(grey);
  expect(channels.filter((other) => drawn(other) === drawn(name))).toEqual([name]);
});

test.each([
  ["BCA", "bca"],
  ["Mandiri", "Bank Mandiri"],
  ["CIMB Niaga", "PT Bank CIMB Niaga Tbk"],
  ["Bank Jago", "JAGO"],
])("%s is also known as %s", (name, other) => {
  expect(drawn(other)).toBe(drawn(name));
});

test("a bank without a mark has its initials on grey", () => {
  const mark = drawn("Bank Pembangunan Daerah");
  expect(mark).toContain(grey);
  expect(mark).toBe(drawn("PD"));
});

test.each(["", "123", "<script>alert(1)</script>", "Ω".repeat(300), "constructor", "__proto__"])(
  "a name like %j draws only letters, and none breaks the page",
  (name) => {
    const mark = drawn(name);
    expect(mark).toContain(grey);
    expect(mark).not.toMatch(/script>|NaN|undefined/u);
  },
);

test("a mark has no style attribute, which the pages' policies forbid, and is hidden from screen readers", () => {
  for (const name of channels) {
    expect(drawn(name)).not.toMatch(/\sstyle=|<text|url\(|https?:/u);
    expect(drawn(name)).toContain('aria-hidden="true"');
  }
});
