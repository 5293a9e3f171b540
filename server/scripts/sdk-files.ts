import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { createPaymentModule } from "../../sdk/scripts/create-payment-schema.ts";
import { generateClient } from "../../sdk/scripts/generate-client.ts";
import { splitTypes } from "../../sdk/scripts/split-types.ts";
import { errorCatalogue, type ErrorCode } from "../contract/errors.ts";
import { paymentStatus } from "../contract/payments.ts";
import type { OpenApiDocument } from "../procedures/openapi/document.ts";
import { merchantDocument } from "../procedures/openapi/merchant.ts";
import { replaceSection } from "./error-table.ts";

const folder = "sdk/src/generated";

/**
 * Returns the generated part of the SDK, by path from the root; null for a file that is no longer generated.
 */
export async function sdkFiles(root: string): Promise<Map<string, string | null>> {
  const document = merchantDocument();
  const present = await readdir(join(root, folder), { recursive: true, withFileTypes: true }).catch(
    () => [],
  );
  const files = new Map<string, string | null>(
    present
      .filter((entry) => entry.isFile())
      .map((entry) => [join(entry.parentPath, entry.name).slice(root.length + 1), null]),
  );
  const { schemas = {} } = document.components ?? {};
  const generated = splitTypes(await generateClient(document), Object.keys(schemas));
  for (const [name, text] of generated) files.set(`${folder}/${name}`, text);
  files.set(`${folder}/errors.gen.ts`, errorsModule(merchantCodes(document)));
  for (const home of [folder, "plugins/n8n/nodes/Tepat"])
    files.set(`${home}/payment-statuses.gen.ts`, paymentStatusesModule());
  files.set(`${folder}/create-payment.gen.ts`, createPaymentModule(schemas));
  return files;
}

/** Returns the SDK's README with the examples that the SDK's tests run. */
export function sdkReadme(present: string): string {
  return Object.entries(examples).reduce((text, [section, file]) => {
    const code = readFileSync(join(import.meta.dirname, "../../sdk/examples", file), "utf8");
    return replaceSection(text, section, `\`\`\`ts\n${code.trim()}\n\`\`\``);
  }, present);
}

const examples = {
  "first-payment": "first-payment.ts",
  "webhook-express": "webhook-express.ts",
  lists: "lists.ts",
  "errors-example": "errors.ts",
  "shop.test": "shop.test.ts",
};

function merchantCodes(document: OpenApiDocument): ErrorCode[] {
  const schema = document.components?.schemas?.["ErrorCode"];
  assert(schema && "enum" in schema, "the document names its error codes");
  return schema.enum as ErrorCode[];
}

/**
 * Returns a module with the states of a payment as values, because types cannot be listed at run
 * time.
 */
const paymentStatusesModule = (): string =>
  `// This file is auto-generated from the contract

export const paymentStatuses = ${JSON.stringify(paymentStatus.options)} as const;
`;

/** Returns a module with the error catalogue for the codes that a merchant can receive. */
function errorsModule(codes: readonly ErrorCode[]): string {
  const rows = codes.map((code) => {
    const { status, message, retryable } = errorCatalogue[code];
    return [code, { status, message, retryable }] as const;
  });
  return `// This file is auto-generated from the error catalogue

import type { ErrorCode } from "./types.gen.ts";

interface CatalogueEntry {
  readonly status: number;
  readonly message: string;
  readonly retryable: boolean;
}

export const errorCatalogue: Readonly<Record<ErrorCode, CatalogueEntry>> = ${JSON.stringify(Object.fromEntries(rows))};
`;
}
