import type { Sql } from "../db/client.ts";
import { functionsTable } from "../db/functions.ts";
import { listMigrationFiles, migrateIn, migrationsTable } from "../db/migrate.ts";
import { createEmptyDatabase } from "./database.ts";

/** The schema of the previous release, 1.0.0, whose processes and archives meet this release. */

const firstOfThisRelease = "0018";

/** Creates the previous release's schema in an empty database. */
export async function migrateToFormerRelease(sql: Sql): Promise<void> {
  const former = listMigrationFiles().filter((name) => name < firstOfThisRelease);
  await sql.begin((tx) => migrateIn(tx, former.length));
}

/**
 * Removes this release's additions from the tables of a database, so that its rows look like the previous release's.
 * Functions and triggers of this release that need the additions are removed too.
 */
export async function returnToFormerRelease(sql: Sql): Promise<void> {
  const former = await createEmptyDatabase();
  try {
    await migrateToFormerRelease(former.sql);
    const known = await listColumns(former.sql);
    const tables = new Set(known.map(tableOf));
    const added = (await listColumns(sql)).filter((column) => !known.includes(column));
    for (const table of new Set(added.map(tableOf))) {
      if (!tables.has(table)) await sql`drop table ${sql(table)} cascade`;
    }
    for (const column of added.filter((name) => tables.has(tableOf(name)))) {
      const [table = "", name = ""] = column.split(".");
      await sql`alter table ${sql(table)} drop column ${sql(name)} cascade`;
    }
    const attributes = await listAttributes(former.sql);
    for (const attribute of await listAttributes(sql)) {
      const [type = "", name = ""] = attribute.split(".");
      const isAdded =
        attributes.some((each) => tableOf(each) === type) && !attributes.includes(attribute);
      if (isAdded) await sql`alter type ${sql(type)} drop attribute ${sql(name)} cascade`;
    }
    const indexes = await listIndexes(former.sql);
    const present = await listIndexes(sql);
    for (const name of present.keys()) {
      if (!indexes.has(name)) await sql`drop index ${sql(name)}`;
    }
    for (const [name, definition] of indexes) {
      if (!present.has(name)) await sql.unsafe(definition);
    }
  } finally {
    await former.drop();
  }
  await sql`delete from ${sql(migrationsTable)} where name >= ${firstOfThisRelease}`;
}

const tableOf = (column: string): string => column.split(".")[0] ?? "";

/**
 * Returns the columns of the tables that migrations create. Other programs maintain the tables of
 * migrations and functions.
 */
async function listColumns(sql: Sql): Promise<string[]> {
  const rows = await sql<{ name: string }[]>`
    select format('%s.%s', table_name, column_name) as name
    from information_schema.columns
    where table_schema = 'public'
      and table_name not in (${migrationsTable}, ${functionsTable})
  `;
  return rows.map(({ name }) => name);
}

/** Returns the statements that create the indexes, by name, without those of constraints. */
async function listIndexes(sql: Sql): Promise<Map<string, string>> {
  const rows = await sql<{ indexname: string; indexdef: string }[]>`
    select indexname, indexdef
    from pg_indexes
    where schemaname = 'public'
      and tablename not in (${migrationsTable}, ${functionsTable})
      and not exists (
        select from pg_constraint where conindid = format('public.%I', indexname)::regclass
      )
  `;
  return new Map(rows.map(({ indexname, indexdef }) => [indexname, indexdef]));
}

async function listAttributes(sql: Sql): Promise<string[]> {
  const rows = await sql<{ name: string }[]>`
    select format('%s.%s', udt_name, attribute_name) as name
    from information_schema.attributes
    where udt_schema = 'public'
  `;
  return rows.map(({ name }) => name);
}
