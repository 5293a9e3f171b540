import { notFound } from "../../contract/errors.ts";
import { limits } from "../../contract/limits.ts";
import type {
  StatementImportResult,
  StatementMapping,
} from "../../contract/dashboard/statements.ts";
import type { Actor } from "../access/audit.ts";
import { DomainError } from "../base/domain-error.ts";
import { orderedId } from "../base/ordered-id.ts";
import type { Gateway } from "../gateway/gateway.ts";
import { holdMerchant } from "../merchants/merchants.sql.ts";
import { busy } from "./spreadsheet-turns.ts";
import { tooLarge, type StatementSource } from "./statement-file.ts";
import { checkStatement, importStatement, requireAccount } from "./statement-import.ts";
import type { AccountName } from "./statement-imports.sql.ts";
import { previewStatement } from "./statement-reader.ts";
import {
  deleteUpload,
  insertUpload,
  selectMapping,
  selectPart,
  selectUpload,
  upsertPart,
  type UploadName,
  type UploadRow,
} from "./statement-uploads.sql.ts";

/**
 * A file on its way from the dashboard. The file comes in parts, and each part is a normal request with the bounds of
 * bodies, memory and time. A slow connection can therefore send a large file. The file itself is deleted
 * after its import.
 */

export async function beginUpload(
  gateway: Gateway,
  options: AccountName & { file_name: string; file_bytes: number },
): Promise<{ upload_id: string; part_bytes: number }> {
  await requireAccount(gateway.sql, options);
  if (options.file_bytes > limits.statementUploadBytes) throw tooLarge(limits.statementUploadBytes);
  const upload_id = orderedId();
  const upload = { ...options, upload_id };
  await gateway.sql.begin(async (tx) => {
    await holdMerchant(tx, options.merchant_id);
    const limit = limits.statementUploadsPerMerchant;
    await insertUpload(tx, { ...upload, at: gateway.now(), limit });
  });
  return { upload_id, part_bytes: limits.statementPartBytes };
}

export async function keepPart(
  gateway: Gateway,
  options: UploadName & { part_number: number; content: string },
): Promise<void> {
  const content = Buffer.from(options.content, "base64");
  const part = { ...options, content, at: gateway.now() };
  if (!(await upsertPart(gateway.sql, part))) throw unknownUpload();
}

const unknownUpload = () => notFound("upload");

async function requireUpload(gateway: Gateway, name: UploadName): Promise<UploadRow> {
  const upload = await selectUpload(gateway.sql, { ...name, at: gateway.now() });
  if (upload) return upload;
  throw unknownUpload();
}

function sourceOf({ sql }: Gateway, upload: UploadRow): StatementSource {
  const { merchant_id, upload_id, file_name, file_bytes } = upload;
  return {
    merchant_id,
    file_name,
    file_bytes,
    rows_max: limits.statementUploadRows,
    async *open(tx = sql) {
      let left = file_bytes;
      for (let part_number = 1; left > 0; part_number += 1) {
        const content = await selectPart(tx, { merchant_id, upload_id, part_number });
        const expected = Math.min(left, limits.statementPartBytes);
        if (content?.length !== expected) {
          throw new DomainError({ code: "statement_incomplete", params: { part: part_number } });
        }
        left -= content.length;
        yield content;
      }
    },
  };
}

export function previewUpload(gateway: Gateway, name: UploadName) {
  const { merchant_id } = name;
  return inTurn(merchant_id, async () => {
    const upload = await requireUpload(gateway, name);
    const { channel_id, channel_code } = await requireAccount(gateway.sql, upload);
    const mapping = await selectMapping(gateway.sql, { merchant_id, channel_id });
    const source = { ...sourceOf(gateway, upload), channel_code };
    return { ...(await previewStatement(source)), mapping };
  });
}

/**
 * The merchants whose files this process is reading. Each merchant can have one file here, so each merchant waits
 * once in the queue.
 */
const reading = new Set<string>();

async function inTurn<Result>(merchant_id: string, read: () => Promise<Result>): Promise<Result> {
  if (reading.has(merchant_id)) throw busy();
  reading.add(merchant_id);
  try {
    return await read();
  } finally {
    reading.delete(merchant_id);
  }
}

/** Imports the file and deletes it. A refused file stays if a person can still map its columns. */
export async function importUpload(
  gateway: Gateway,
  actor: Actor,
  options: UploadName & { mapping: StatementMapping | null; year?: number | undefined },
): Promise<StatementImportResult> {
  const result = await readUpload(gateway, actor, options, importStatement);
  const { mapping: _, year: __, ...name } = options;
  await deleteUpload(gateway.sql, name);
  return result;
}

/** Checks the file and keeps it, because the person imports it next. `readUpload` deletes a refused file. */
export const checkUpload = (
  gateway: Gateway,
  actor: Actor,
  options: UploadName & { mapping: StatementMapping | null; year?: number | undefined },
): Promise<StatementImportResult> => readUpload(gateway, actor, options, checkStatement);

/**
 * Reads an upload. Deletes a file that is refused for its contents. A file stays if a person has mapped its columns, or
 * if the same file might be accepted later.
 */
async function readUpload(
  gateway: Gateway,
  actor: Actor,
  options: UploadName & { mapping: StatementMapping | null; year?: number | undefined },
  read: typeof importStatement,
): Promise<StatementImportResult> {
  const { mapping, year, ...name } = options;
  const { merchant_id } = name;
  const period = { first_day: null, last_day: null, year };
  const upload = await requireUpload(gateway, name);
  const { account_id } = upload;
  const source = sourceOf(gateway, upload);
  try {
    return await inTurn(merchant_id, () =>
      read(gateway, actor, { merchant_id, account_id, source, mapping, period }),
    );
  } catch (cause) {
    const code = cause instanceof DomainError ? cause.reason?.code : undefined;
    if (code !== undefined && mapping === null && !canBeRetried.has(code))
      await deleteUpload(gateway.sql, name);
    throw cause;
  }
}

/** The refusals after which the same file can be imported. */
const canBeRetried: ReadonlySet<string> = new Set([
  "statement_busy",
  "statement_incomplete",
  "statement_unknown_layout",
  "statement_column_missing",
  "statement_days_needed",
  "statement_not_a_day",
  "statement_not_an_amount",
  "statement_no_amount",
]);
