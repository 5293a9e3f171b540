import type { Sql } from "../db/client.ts";
import type { Bank } from "../domain/banks/bank.ts";

/** The rows of `apps` and `channels`: from the banks' files, from a database, and for a migration. */

const columns = {
  apps: ["app_id", "app_name", "app_package"],
  channels: [
    "channel_id",
    "channel_code",
    "channel_name",
    "channel_type",
    "default_app_id",
    "channel_instructions",
  ],
} as const;

type Table = keyof typeof columns;
type Row = Readonly<Record<string, unknown>>;
export type ChannelRows = Readonly<Record<Table, readonly Row[]>>;

export function rowsOfBanks(banks: readonly Bank[]): ChannelRows {
  const apps = banks.flatMap((bank) =>
    bank.apps.flatMap(({ app_id, app_name, format }) =>
      app_id
        ? [{ app_id, app_name: app_name ?? format.name, app_package: format.packages[0] }]
        : [],
    ),
  );
  const channels = banks.map(({ channel_id, code, name, apps: [first], steps }) => ({
    channel_id,
    channel_code: code,
    channel_name: name,
    channel_type: code === "QRIS" ? "QRIS" : "TRANSFER",
    default_app_id: code === "QRIS" ? null : first.app_id,
    channel_instructions: steps,
  }));
  return inOrder({ apps, channels });
}

export async function rowsOfDatabase(sql: Sql): Promise<ChannelRows> {
  const apps = await sql<Row[]>`select ${sql(columns.apps)} from apps`;
  const channels = await sql<Row[]>`
    select ${sql(columns.channels)} from channels where added_by is null
  `;
  return inOrder({ apps: [...apps], channels: [...channels] });
}

function inOrder({ apps, channels }: ChannelRows): ChannelRows {
  const sorted = (table: Table, rows: readonly Row[]) =>
    rows.toSorted((one, other) => (keyOf(table, one) < keyOf(table, other) ? -1 : 1));
  return { apps: sorted("apps", apps), channels: sorted("channels", channels) };
}

const keyOf = (table: Table, row: Row): string => String(row[columns[table][0]]);

/** Returns the migration that adds the missing rows to a database. Apps come first, because channels refer to them. */
export function migrationOf(wanted: ChannelRows, present: ChannelRows): string {
  const known = new Set([...present.apps, ...present.channels].map((row) => JSON.stringify(row)));
  return (["apps", "channels"] as const)
    .map(
      (table) => [table, wanted[table].filter((row) => !known.has(JSON.stringify(row)))] as const,
    )
    .filter(([, rows]) => rows.length > 0)
    .map(([table, rows]) => upsert(table, rows))
    .join("\n");
}

function upsert(table: Table, rows: readonly Row[]): string {
  const [key, ...others] = columns[table];
  const values = rows.map(
    (row) => `(${columns[table].map((name) => literal(row[name])).join(", ")})`,
  );
  return `insert into ${table}
  (${columns[table].join(", ")})
values
  ${values.join(",\n  ")}
on conflict (${key}) do update set
  ${others.map((name) => `${name} = excluded.${name}`).join(",\n  ")};
`;
}

function literal(value: unknown): string {
  if (value === null) return "null";
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return `'${text.replaceAll("'", "''")}'`;
}
