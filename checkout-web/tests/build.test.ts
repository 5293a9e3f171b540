import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { expect, inject, test } from "vitest";
import { loadBuild } from "./checkout-server.ts";
import { hostilePage, qrisPage, transferPage } from "./sample-pages.ts";

const folder = inject("checkoutBuild");
const { manifest, renderCheckoutPage, renderUnavailablePage } = await loadBuild(folder);

const gzipBytesMax = 20_000;

test("script and style are at most 20 kB compressed", () => {
  const script = manifest.files.map(
    ({ file }) => gzipSync(readFileSync(path.join(folder, file))).length,
  );
  const bytes = script.reduce((sum, size) => sum + size, gzipSync(manifest.style).length);
  console.log(`script and style, gzip: ${bytes} bytes`);
  expect(bytes).toBeLessThanOrEqual(gzipBytesMax);
});

test("the script is the one file to serve, named by its hash", () => {
  expect(manifest.files.map(({ path: name }) => name)).toEqual([manifest.script]);
  expect(manifest.script).toMatch(/^\/pay\/assets\/checkout-[\w-]{8,}\.js$/u);
});

test("nothing is loaded from anywhere else", () => {
  const script = readFileSync(path.join(folder, manifest.files[0]?.file ?? ""), "utf8");
  expect(script).not.toMatch(/https?:\/\/(?!www\.w3\.org\/)/u);
  expect(manifest.style).not.toMatch(/url\(|@import|@font-face/u);
});

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

test("a stranger's text opens no element, in the page or in its data", () => {
  const { html } = renderCheckoutPage(hostilePage(), manifest);
  expect(html.match(/<script/gu)).toHaveLength(2);
  expect(html).not.toContain("<img");
  expect(html).not.toContain('href="javascript');
  expect(html).not.toMatch(/<style>[^<]*red;/u);
  expect(html).not.toMatch(/(?:href|src)="(?:http:|\/\/|data:(?!,))/u);
});

test.each(["PAID", "EXPIRED", "CANCELLED"] as const)(
  "the source of a %s page holds nothing that could be paid, and not who ordered what",
  (status) => {
    const { html } = renderCheckoutPage(qrisPage({ view: { status } }), manifest);
    for (const detail of ["000201", "ID1099000000002", "Tangerang"])
      expect(html).not.toContain(detail);
    const transfer = renderCheckoutPage(transferPage({ view: { status } }), manifest);
    expect(transfer.html).not.toContain("1234567890");
    for (const detail of ["PT SARI RASA", "Siti Rahayu", "Kopi susu"])
      expect(transfer.html).not.toContain(detail);
  },
);

test("the customer's address and phone are not in the source", () => {
  const { html } = renderCheckoutPage(transferPage(), manifest);
  expect(html).toContain("Siti Rahayu");
  expect(html).not.toContain("siti@shop.example");
  expect(html).not.toContain("+6281200000001");
});

test("without a payment there is a page all the same, in both languages", () => {
  const { html } = renderUnavailablePage({ kind: "not_found", language: "en" }, manifest);
  expect(html).toContain("Invoice not found");
  expect(renderUnavailablePage({ kind: "error", language: "id" }, manifest).html).toContain(
    "Halaman ini otomatis mencoba lagi",
  );
});
