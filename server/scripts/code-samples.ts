import assert from "node:assert/strict";
import type { oas31 } from "zod-openapi";
import type { OpenApiDocument } from "../procedures/openapi/document.ts";
import { blocksOf, fileName } from "../testing/guide.ts";

/** One program of a page in one language, as Redoc and other readers of `x-codeSamples` show it. */
interface CodeSample {
  lang: string;
  label: string;
  source: string;
}

/** Puts the programs of docs/languages.md, which its test runs, beside what they call in the merchant's document. */
export function withCodeSamples(document: OpenApiDocument, page: string): OpenApiDocument {
  const samples: Record<string, CodeSample[]> = {
    "/gateway/payments": samplesOf(page, "invoice"),
    "/gateway/payments/{payment_code}/refunds": samplesOf(page, "refund"),
  };
  const webhook = samplesOf(page, "webhook");
  const paid = document.webhooks?.["payment.paid"];
  assert(paid && "post" in paid && paid.post, "the document has the webhook");
  return {
    ...document,
    paths: Object.fromEntries(
      Object.entries(document.paths ?? {}).map(([path, item]) => [
        path,
        samples[path] ? { ...item, post: withSamples(item.post, samples[path]) } : item,
      ]),
    ),
    webhooks: {
      ...document.webhooks,
      "payment.paid": { ...paid, post: withSamples(paid.post, webhook) },
    },
  };
}

function withSamples(operation: oas31.OperationObject | undefined, samples: CodeSample[]) {
  assert(operation && samples.length > 0, "the page has programs for the operation");
  return { ...operation, "x-codeSamples": samples };
}

/** The programs of this name, by the page's own headings: `## Go` has `invoice/main.go`. */
const samplesOf = (page: string, name: "invoice" | "refund" | "webhook"): CodeSample[] =>
  page
    .split(/^## /m)
    .slice(1)
    .flatMap((section) => {
      const label = section.split("\n", 1)[0] ?? "";
      return blocksOf(section)
        .filter((block) => new RegExp(`^${name}\\b`, "i").test(fileName(block) ?? ""))
        .map(({ language, text }) => ({ lang: language, label, source: text.trimEnd() }));
    });
