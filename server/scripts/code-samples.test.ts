import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import document from "../../openapi/openapi.json" with { type: "json" };
import { merchantDocument } from "../procedures/openapi/merchant.ts";
import { withCodeSamples } from "./code-samples.ts";

const docs = join(import.meta.dirname, "../../docs");
const page = readFileSync(join(docs, "languages.md"), "utf8");
const programs = [...page.matchAll(/\]\((programs\/[^)]+)\)/g)].map(([, file = ""]) =>
  readFileSync(join(docs, file), "utf8").trimEnd(),
);
const languages = ["PHP", "Python", "Go", "Ruby", "Java", "C#"];

test("the published document has the page's programs in each language", () => {
  for (const { "x-codeSamples": samples } of [
    document.paths["/gateway/payments"].post,
    document.paths["/gateway/payments/{payment_code}/refunds"].post,
    document.webhooks["payment.paid"].post,
  ]) {
    expect(samples.map(({ label }) => label)).toEqual(languages);
    for (const { source } of samples) expect(programs).toContain(source);
  }
});

test("a page without a program stops the build of the document", () => {
  expect(() => withCodeSamples(merchantDocument(), "# Nothing\n", String)).toThrow(/programs/);
});
