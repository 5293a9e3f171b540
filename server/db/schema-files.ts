/**
 * The files in schema/, in an order in which each can refer to those before it. Together they show the tables that
 * all migrations create, and a test compares the two.
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
  "mailboxes.sql",
] as const;

export function readSchemaFiles(): string {
  return schemaFiles
    .map((file) => readFileSync(path.join(schemaDirectory, file), "utf8"))
    .join("\n");
}
