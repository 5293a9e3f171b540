import assert from "node:assert/strict";
import { extname } from "node:path";
import type { oas31 } from "zod-openapi";
import type { OpenApiDocument } from "../procedures/openapi/document.ts";

/** A program for an operation in one language, for Redoc and other readers of `x-codeSamples`. */
interface CodeSample {
  lang: string;
  label: string;
  source: string;
}

type Read = (file: string) => string;

/**
 * Adds programs to their operations in the merchant's document. They are the programs to which docs/languages.md
 * links, and a test runs them. `read` takes a path below docs/programs/.
 */
export function withCodeSamples(
  document: OpenApiDocument,
  page: string,
  read: Read,
): OpenApiDocument {
  const samples: Record<string, CodeSample[]> = {
    "/gateway/payments": samplesOf(page, "invoice", read),
    "/gateway/payments/{payment_code}/refunds": samplesOf(page, "refund", read),
  };
  const webhook = samplesOf(page, "webhook", read);
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

/**
 * Returns the programs with this name, by the page's headings: `## Go` links to
 * `programs/invoice/main.go`.
 */
const samplesOf = (
  page: string,
  name: "invoice" | "refund" | "webhook",
  read: Read,
): CodeSample[] =>
  page
    .split(/^## /m)
    .slice(1)
    .flatMap((section) => {
      const label = section.split("\n", 1)[0] ?? "";
      return [...section.matchAll(/\]\(programs\/([^)]+)\)/g)]
        .map(([, file = ""]) => file)
        .filter((file) => new RegExp(`^${name}\\b`, "i").test(file))
        .map((file) => ({ lang: languageOf(file), label, source: read(file).trimEnd() }));
    });

function languageOf(file: string): string {
  const language = languages[extname(file)];
  assert(language, `${file} is in a known language`);
  return language;
}

const languages: Readonly<Record<string, string>> = {
  ".cs": "csharp",
  ".go": "go",
  ".java": "java",
  ".php": "php",
  ".py": "python",
  ".rb": "ruby",
};
