import type { Sql, Tx } from "../../db/client.ts";
import type { RememberedMapping } from "../../contract/dashboard/statements.ts";
import { limits } from "../../contract/limits.ts";
import { transactionTime } from "../base/clock.sql.ts";

export interface UploadName {
  merchant_id: string;
  upload_id: string;
}

export interface UploadRow extends UploadName {
  account_id: string;
  file_name: string;
  file_bytes: number;
}

/** Inserts an upload. The caller must hold the merchant's lock. One upload above the limit ends the oldest. */
export async function insertUpload(
  tx: Tx,
  upload: UploadRow & { at: Date | null; limit: number },
): Promise<void> {
  await tx`
    insert into statement_uploads (merchant_id, upload_id, account_id, file_name, file_bytes, begun_at)
    values (
      ${upload.merchant_id}, ${upload.upload_id}, ${upload.account_id}, ${upload.file_name}, ${upload.file_bytes},
      ${transactionTime(tx, upload.at)}
    )
  `;
  await tx`
    delete from statement_uploads
    where merchant_id = ${upload.merchant_id}
      and upload_id in (
        select upload_id from statement_uploads
        where merchant_id = ${upload.merchant_id}
        order by begun_at desc, upload_id desc
        offset ${upload.limit}
      )
  `;
}

/**
 * The condition of a valid upload. The next hourly job deletes an upload that is too old, and until then it counts as
 * gone.
 */
const isYoung = (sql: Sql | Tx, at: Date | null) => sql`
  begun_at > ${transactionTime(sql, at)} - make_interval(mins => ${limits.statementUploadMinutes})
`;

export async function selectUpload(
  sql: Sql | Tx,
  { at, ...name }: UploadName & { at: Date | null },
): Promise<UploadRow | undefined> {
  const [row] = await sql<UploadRow[]>`
    select merchant_id, upload_id, account_id, file_name, file_bytes
    from statement_uploads
    where merchant_id = ${name.merchant_id}
      and upload_id = ${name.upload_id}
      and ${isYoung(sql, at)}
  `;
  return row;
}

export async function upsertPart(
  sql: Sql,
  part: UploadName & { part_number: number; content: Buffer; at: Date | null },
): Promise<boolean> {
  const result = await sql`
    insert into statement_upload_parts (merchant_id, upload_id, part_number, content)
    select merchant_id, upload_id, ${part.part_number}::integer, ${part.content}::bytea
    from statement_uploads
    where merchant_id = ${part.merchant_id}
      and upload_id = ${part.upload_id}
      and ${isYoung(sql, part.at)}
    -- The upload's import, or a fourth upload, might be deleting the upload now.
    for key share
    on conflict (merchant_id, upload_id, part_number) do update
    set content = excluded.content
  `;
  return result.count === 1;
}

export async function selectPart(
  sql: Sql,
  part: UploadName & { part_number: number },
): Promise<Buffer | undefined> {
  const [row] = await sql<{ content: Buffer }[]>`
    select content from statement_upload_parts
    where merchant_id = ${part.merchant_id}
      and upload_id = ${part.upload_id}
      and part_number = ${part.part_number}
  `;
  return row?.content;
}

export async function deleteUpload(sql: Sql, name: UploadName): Promise<void> {
  await sql`
    delete from statement_uploads
    where merchant_id = ${name.merchant_id}
      and upload_id = ${name.upload_id}
  `;
}

export async function selectMapping(
  sql: Sql,
  input: { merchant_id: string; channel_id: string },
): Promise<RememberedMapping | null> {
  const [row] = await sql<{ mapping: RememberedMapping }[]>`
    select mapping
    from statement_mappings
    where merchant_id = ${input.merchant_id}
      and channel_id = ${input.channel_id}
  `;
  return row?.mapping ?? null;
}
