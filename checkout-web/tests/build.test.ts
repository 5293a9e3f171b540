import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import type { Assets } from "../src/page.ts";
import { checkoutBuild as folder, loadBuild } from "./checkout-server.ts";
import { hostilePage, linkForm, qrisPage, refusedForm, transferPage } from "./sample-pages.ts";

const { manifest, renderCheckoutPage, renderFormPage, renderUnavailablePage } = await loadBuild();

const gzipBytesMax = 22_000;

const scriptOf = ({ script }: Assets): string => {
  const file = manifest.files.find(({ path: name }) => name === script)?.file ?? "";
  return readFileSync(path.join(folder, file), "utf8");
};

test.each([
  ["checkout", manifest],
  ["forms", manifest.forms],
])("script and style of %s are at most 22 kB compressed", (name, assets) => {
  const bytes = gzipSync(scriptOf(assets)).length + gzipSync(assets.style).length;
  console.log(`script and style of ${name}, gzip: ${bytes} bytes`);
  expect(bytes).toBeLessThanOrEqual(gzipBytesMax);
});

test("the scripts are the files to serve, named by their hashes", () => {
  const scripts = [manifest.script, manifest.forms.script];
  expect(manifest.files.map(({ path: name }) => name)).toEqual(scripts);
  expect(manifest.script).toMatch(/^\/pay\/assets\/checkout-[\w-]{8,}\.js$/u);
  expect(manifest.forms.script).toMatch(/^\/pay\/assets\/forms-[\w-]{8,}\.js$/u);
});

test.each([manifest, manifest.forms])(
  "the page loads nothing from another origin (%#)",
  (assets) => {
    expect(scriptOf(assets)).not.toMatch(/https?:\/\/(?!www\.w3\.org\/|wa\.me\/)/u);
    expect(assets.style).not.toMatch(/url\(|@import|@font-face/u);
  },
);

test("the hashes are those of the style elements, and no attribute carries a style", () => {
  const { html, style_hashes } = renderCheckoutPage(qrisPage(), manifest);
  const styles = [...html.matchAll(/<style>(.*?)<\/style>/gsu)].map(([, text = ""]) => text);
  const hashes = styles.map(
    (text) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`,
  );
  expect(style_hashes).toEqual(hashes);
  expect(html).not.toMatch(/\sstyle=/u);
  expect(html).not.toMatch(/\son[a-z]+=/iu);
});

test("a stranger's text opens no element in the page or in its data", () => {
  const { html } = renderCheckoutPage(hostilePage(), manifest);
  expect(html.match(/<script/gu)).toHaveLength(2);
  expect(html.match(/<meta name="description" content="[^"<]*">/gu)).toHaveLength(1);
  expect(html).not.toContain("<img");
  expect(html).not.toContain('href="javascript');
  expect(html).not.toMatch(/<style>[^<]*red;/u);
  expect(html).not.toMatch(
    /(?:href|src)="(?:http:|\/\/|data:(?!image\/svg\+xml,%3Csvg%20[^"]*%3C%2Fsvg%3E"))/u,
  );
});

test.each(["PAID", "EXPIRED", "CANCELLED"] as const)(
  "the source of a %s page has nothing to pay, and only a receipt has the order",
  (status) => {
    const { html } = renderCheckoutPage(qrisPage({ view: { status } }), manifest);
    for (const detail of ["000201", "ID1099000000002", "Tangerang"])
      expect(html).not.toContain(detail);
    const transfer = renderCheckoutPage(transferPage({ view: { status } }), manifest);
    expect(transfer.html).not.toContain("1234567890");
    expect(transfer.html).not.toContain("PT SARI RASA");
    for (const detail of ["Kopi susu", "Siti Rahayu"])
      expect(transfer.html.includes(detail)).toBe(status === "PAID");
  },
);

test("the customer's address and phone are not in the source", () => {
  const { html } = renderCheckoutPage(transferPage(), manifest);
  expect(html).toContain("Siti Rahayu");
  expect(html).not.toContain("siti@shop.example");
  expect(html).not.toContain("+6281200000001");
});

test.each([
  [linkForm(), "Hello, I have a question about Kue lapis."],
  [refusedForm("sold_out"), "Hello, your checkout page says: Sold out."],
])("a chat with the seller begins with a sentence (%#)", (page, sentence) => {
  const { html } = renderFormPage(page, manifest.forms);
  const [, address = ""] = /href="(https:\/\/wa\.me\/[^"]+)"/u.exec(html) ?? [];
  expect(new URL(address).searchParams.get("text")).toBe(sentence);
});

test("a page without a payment exists in both languages", () => {
  const { html } = renderUnavailablePage({ kind: "not_found", language: "en" }, manifest);
  expect(html).toContain("Invoice not found");
  expect(renderUnavailablePage({ kind: "error", language: "id" }, manifest).html).toContain(
    "Halaman ini otomatis mencoba lagi",
  );
});
