/**
 * Reads a database's contents from PostgreSQL's catalogue, and writes them as SQL for people: the text of schema.sql.
 * Two databases with the same text have the same tables, columns, constraints, indexes, types, functions and
 * triggers.
 */

import type { Sql } from "./client.ts";
import { functionsTable } from "./functions.ts";
import { migrationsTable } from "./migrate.ts";

const heading = `-- The contents of a migrated database, from PostgreSQL's catalogue. \`npm run generate\` writes this file, and a test
-- compares it with a database. The reasons are in schema/ and functions/.
`;

export async function readSchemaText(sql: Sql): Promise<string> {
  const parts = [heading];
  for (const { name, text } of await selectTypes(sql)) {
    parts.push(`create type ${name} as (\n${text}\n);\n`);
  }
  for (const table of await selectTables(sql)) {
    parts.push(`create table ${table.name} (\n${table.columns}\n)${table.options};\n`);
    parts.push(...table.constraints.map((text) => `alter table ${table.name} add ${text};\n`));
    parts.push(...table.indexes.map((text) => `${text};\n`));
    parts.push(...table.triggers.map((text) => `${text};\n`));
  }
  for (const { text } of await selectFunctions(sql)) parts.push(`${text}\n`);
  return parts.join("\n");
}

/** Lists columns by name, because an upgraded database has new columns last. */
function selectTables(sql: Sql) {
  return sql<
    {
      name: string;
      columns: string;
      options: string;
      constraints: string[];
      indexes: string[];
      triggers: string[];
    }[]
  >`
    select
      relation.relname::text as name,
      (
        select string_agg(
          format(
            '  %s %s%s%s%s',
            attname,
            format_type(atttypid, atttypmod),
            case when attcollation <> typcollation then ' collate ' || quote_ident(collname) else '' end,
            case when attnotnull then ' not null' else '' end,
            ' default ' || pg_get_expr(adbin, adrelid)
          ),
          e',\n' order by attname
        )
        from pg_attribute
        join pg_type on pg_type.oid = atttypid
        left join pg_collation on pg_collation.oid = attcollation
        left join pg_attrdef on adrelid = attrelid and adnum = attnum
        where attrelid = relation.oid
          and attnum > 0
          and not attisdropped
      ) as columns,
      coalesce(' with (' || array_to_string(relation.reloptions, ', ') || ')', '') as options,
      array(
        select format('constraint %s %s', conname, pg_get_constraintdef(oid))
        from pg_constraint
        where conrelid = relation.oid
          and contype <> 'n'
        order by conname
      ) as constraints,
      array(
        select pg_get_indexdef(indexrelid)
        from pg_index
        where indrelid = relation.oid
          and not exists (select from pg_constraint where conindid = indexrelid and conrelid = relation.oid)
        order by pg_get_indexdef(indexrelid)
      ) as indexes,
      array(
        select pg_get_triggerdef(oid)
        from pg_trigger
        where tgrelid = relation.oid
          and not tgisinternal
        order by tgname
      ) as triggers
    from pg_class relation
    where relation.relnamespace = 'public'::regnamespace
      and relation.relkind = 'r'
      and relation.relname not in ${sql([migrationsTable, functionsTable])}
    order by relation.relname`;
}

/** Lists the composite types that functions take and return. A table's row type comes with its table. */
function selectTypes(sql: Sql) {
  return sql<{ name: string; text: string }[]>`
    select
      relname::text as name,
      string_agg(format('  %s %s', attname, format_type(atttypid, atttypmod)), e',\n' order by attnum) as text
    from pg_class
    join pg_attribute on attrelid = pg_class.oid
    where relnamespace = 'public'::regnamespace
      and relkind = 'c'
      and attnum > 0
      and not attisdropped
    group by relname
    order by relname`;
}

/** Lists only the heads of functions. Each body is in its file in functions/. */
function selectFunctions(sql: Sql) {
  return sql<{ text: string }[]>`
    select
      format(
        '-- function %s(%s) returns %s',
        proname, pg_get_function_identity_arguments(oid), pg_get_function_result(oid)
      ) as text
    from pg_proc
    where pronamespace = 'public'::regnamespace
    order by proname`;
}
