import type { BackupTable } from "./backup-file.ts";
import type { Sql, Tx } from "./client.ts";
import { functionsTable } from "./functions.ts";
import { migrationsTable } from "./migrate.ts";

/**
 * Reads the parts to save from the catalogue, so that backups include a later release's tables without a change here.
 */

/** Lists our tables except those of migrations and functions, each after the tables to which its foreign keys refer. */
export async function selectTablesToFill(sql: Sql | Tx): Promise<BackupTable[]> {
  const rows = await sql<(BackupTable & { needs: string[] })[]>`
    select
      relation.relname::text as name,
      array(
        select attname::text
        from pg_attribute
        where attrelid = relation.oid
          and attnum > 0
          and not attisdropped
          and attgenerated = ''
        order by attnum
      ) as columns,
      array(
        select needed.relname::text
        from pg_constraint foreign_key
        join pg_class needed on needed.oid = foreign_key.confrelid
        where foreign_key.conrelid = relation.oid
          and foreign_key.contype = 'f'
          and foreign_key.confrelid <> relation.oid
      ) as needs
    from pg_class relation
    where relation.relnamespace = 'public'::regnamespace
      and relation.relkind = 'r'
      and relation.relname not in ${sql([migrationsTable, functionsTable])}
    order by relation.relname
  `;
  return inOrder(rows);
}

function inOrder(tables: readonly (BackupTable & { needs: string[] })[]): BackupTable[] {
  const ordered = new Map<string, BackupTable>();
  while (ordered.size < tables.length) {
    const ready = tables.filter(
      ({ name, needs }) => !ordered.has(name) && needs.every((needed) => ordered.has(needed)),
    );
    if (ready.length === 0) throw new Error("foreign keys of tables go in a circle");
    for (const { name, columns } of ready) ordered.set(name, { name, columns });
  }
  return [...ordered.values()];
}

/** Lists the keys that sealed the sealed values (domain/security/secrets.ts describes their form). */
export async function selectSealedKeyIds(sql: Sql | Tx): Promise<string[]> {
  const places = await sql<{ table: string; column: string }[]>`
    select table_name::text as "table", column_name::text as "column"
    from information_schema.columns
    where table_schema = 'public'
      and data_type = 'bytea'
      and column_name like 'sealed\\_%'
    order by table_name
  `;
  const ids = new Set<string>();
  for (const { table, column } of places) {
    const rows = await sql<{ key_id: string }[]>`
      select distinct encode(substring(${sql(column)} from 2 for 4), 'hex') as key_id
      from ${sql(table)}
      where ${sql(column)} is not null
    `;
    for (const { key_id } of rows) ids.add(key_id);
  }
  return [...ids].toSorted();
}

/** Returns whether there is a merchant. All other rows belong to a merchant, or come with the schema. */
export async function holdsData(sql: Sql): Promise<boolean> {
  const [table] = await sql`select from pg_class where oid = to_regclass('public.merchants')`;
  if (!table) return false;
  const [row] = await sql`select from merchants limit 1`;
  return row !== undefined;
}

/**
 * Counts the sessions of servers. Rows that servers write during a restore would be lost, or mixed with the restored
 * rows.
 */
export async function countServers(sql: Sql | Tx): Promise<number> {
  const [row] = await sql<{ server_count: number }[]>`
    select count(distinct pid)::integer as server_count
    from pg_stat_activity
    where datname = current_database()
      and (
        application_name in ('tepat server', 'tepat jobs', 'tepat notifications')
        or application_name like 'tepat api %'
      )
      and pid <> pg_backend_pid()
  `;
  return row?.server_count ?? 0;
}
