/**
 * The first migration is made of the files in schema/, in this order: each may refer to those before it. It is
 * generated until it is released. From then on a change is a numbered migration and an edit of the file in schema/, and
 * a test checks that both give the same result.
 */

import { readFileSync } from "node:fs";
import path from "node:path";

export const schemaDirectory = path.join(import.meta.dirname, "schema");

export const schemaFiles = [
  "merchants.sql",
  "access.sql",
  "channels.sql",
  "devices.sql",
  "accounts.sql",
  "payments.sql",
  "mutations.sql",
  "ledgers.sql",
  "webhooks.sql",
  "sales.sql",
  "links.sql",
  "statements.sql",
  "notices.sql",
] as const;

export function readSchemaFiles(): string {
  return schemaFiles
    .map((file) => readFileSync(path.join(schemaDirectory, file), "utf8"))
    .join("\n");
}
