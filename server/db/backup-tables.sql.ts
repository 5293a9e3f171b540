import type { BackupTable } from "./backup-file.ts";
import type { Sql, Tx } from "./client.ts";
import { functionsTable } from "./functions.ts";
import { migrationsTable } from "./migrate.ts";

/** What there is to save, read from the catalogue: a table that a later release adds is in its backups by itself. */

/** Our tables but those that list migrations and functions, each after those that its foreign keys name. */
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

/** Which keys the sealed values were sealed under (the form is told in domain/security/secrets.ts). */
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

/** Whether a merchant is in it: everything else belongs to one, or comes with the schema. */
export async function holdsData(sql: Sql): Promise<boolean> {
  const [table] = await sql`select from pg_class where oid = to_regclass('public.merchants')`;
  if (!table) return false;
  const [row] = await sql`select from merchants limit 1`;
  return row !== undefined;
}

/** Sessions of servers: what they do meanwhile would be lost, or mixed with what is restored. */
export async function countServers(sql: Sql | Tx): Promise<number> {
  const [row] = await sql<{ server_count: number }[]>`
    select count(distinct pid)::integer as server_count
    from pg_stat_activity
    where datname = current_database()
      and application_name in ('tepat server', 'tepat jobs', 'tepat notifications')
      and pid <> pg_backend_pid()
  `;
  return row?.server_count ?? 0;
}
