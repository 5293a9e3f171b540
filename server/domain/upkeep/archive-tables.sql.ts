import type { Sql, Tx } from "../../db/client.ts";
import type { ArchivedTable, ArchiveSummary } from "./archive-folder.ts";
import type { ArchivePart } from "./archive-parts.ts";

/** Reads the tables of an archive from the database, and loads them into temporary tables `archived_<name>`. */

/**
 * The source of a part's rows. Its text never depends on an input, so it can be part of a COPY, which has no
 * parameters.
 */
const fromOf = ({ table, where }: ArchivePart): string =>
  `from ${table} row cross join archive_month month where ${where}`;

/** Selects the columns of a table in their order, each as the archive has it: without any value that gives access. */
async function selectColumns(sql: Sql | Tx, { table, part }: ArchivePart): Promise<ColumnText[]> {
  const columns = await sql<{ name: string; is_required: boolean }[]>`
    select attname::text as name, attnotnull as is_required
    from pg_attribute
    where attrelid = ${table}::regclass
      and attnum > 0
      and not attisdropped
      and attgenerated = ''
    order by attnum
  `;
  return columns.map(({ name, is_required }) => {
    const isSecret =
      /^sealed_|_hash$/.test(name) && part === "referenced" && table !== "statement_imports";
    if (!isSecret) return { name, text: `row.${name}` };
    // No token has this hash, because tokens are texts.
    return { name, text: is_required ? "sha256(uuid_send(row.device_id))" : "null" };
  });
}

interface ColumnText {
  name: string;
  text: string;
}

async function selectKey(sql: Sql | Tx, table: string): Promise<string[]> {
  const rows = await sql<{ name: string }[]>`
    select attribute.attname::text as name
    from pg_index index
    cross join lateral unnest(index.indkey::smallint[]) with ordinality as part (number, place)
    join pg_attribute attribute on attribute.attrelid = index.indrelid and attribute.attnum = part.number
    where index.indrelid = ${table}::regclass
      and index.indisprimary
    order by part.place
  `;
  return rows.map(({ name }) => name);
}

/** Returns the columns, the figures and the rows of a part as CSV, in the order of the key. */
export async function readPart(
  tx: Tx,
  part: ArchivePart,
): Promise<{
  columns: string[];
  summary: ArchiveSummary;
  rows: () => Promise<AsyncIterable<Buffer>>;
}> {
  const { money, time } = part;
  const columns = await selectColumns(tx, part);
  const key = (await selectKey(tx, part.table)).map((name) => `row.${name}`).join(", ");
  const [figures] = await tx.unsafe<
    [{ row_count: number; total: string; first_at: Date | null; last_at: Date | null }]
  >(`
    select
      count(*) as row_count,
      coalesce(sum(${money === undefined ? 0 : `row.${money}`}), 0)::text as total,
      min(${time === undefined ? "null::timestamptz" : `row.${time}`}) as first_at,
      max(${time === undefined ? "null::timestamptz" : `row.${time}`}) as last_at
    ${fromOf(part)}
  `);
  return {
    columns: columns.map(({ name }) => name),
    summary: {
      row_count: figures.row_count,
      sum: money === undefined ? null : { column: money, total: figures.total },
      first_at: figures.first_at?.toISOString() ?? null,
      last_at: figures.last_at?.toISOString() ?? null,
    },
    rows: () =>
      tx
        .unsafe(
          `copy (select ${columns.map(({ name, text }) => `${text} as ${name}`).join(", ")}
          ${fromOf(part)} order by ${key}) to stdout (format csv, header)`,
        )
        .readable(),
  };
}

/**
 * Creates the temporary table `archived_<name>` of a part, and returns a function that fills it. Its columns are
 * those of the table.
 */
export async function makeArchived(
  sql: Sql,
  { name, table, columns }: ArchivedTable,
): Promise<{ fill: () => Promise<NodeJS.WritableStream>; index: () => Promise<void> }> {
  await sql.unsafe(`drop table if exists archived_${name}`);
  await sql.unsafe(`create temporary table archived_${name} (like ${table} including defaults)`);
  return {
    fill: () =>
      sql
        .unsafe(`copy archived_${name} (${columns.join(", ")}) from stdin (format csv, header)`)
        .writable(),
    async index() {
      const key = (await selectKey(sql, table)).join(", ");
      await sql.unsafe(`create unique index on archived_${name} (${key})`);
      await sql.unsafe(`analyze archived_${name}`);
    },
  };
}
