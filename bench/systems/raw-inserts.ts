import { execFile, spawnSync } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { connect } from "../../server/db/client.ts";
import type { Fixture } from "../fixture.ts";

/**
 * Runs prepared single-row inserts of a payment's row over 16 connections, directly into the same table with its
 * indexes and foreign keys. The inserts have no HTTP, no key, no validation, no unique amount, no quota, and no number
 * without gaps. pgbench runs them if it is installed, otherwise the driver.
 */

const connections = 16;

export interface RawInserts {
  name: string;
  /** Inserts rows. Returns the rows per second. */
  insert(count: number): Promise<number>;
  close(): Promise<void>;
}

/** The row of the create scenario, spread over the same merchants. */
const insertStatement = `
  insert into payments (
    merchant_id, payment_number, payment_id, payment_code, account_id, pool_id, payment_amount, payment_unique,
    payment_total, payment_expired_at, created_at, payment_updated_at, customer_name, customer_email
  )
  select
    merchant_id, number, gen_random_uuid(), 'RAW-' || number, account_id, pool_id, 1000 * number, 123,
    1000 * number + 123, now() + interval '1 day', now(), now(), 'Budi Santoso', 'budi@example.com'
  from nextval('raw_insert_numbers') number
  join raw_insert_shops on shop = number % (select last_value from raw_insert_shop_count)`;

export async function prepareRawInserts(fixture: Fixture): Promise<RawInserts> {
  const { sql, shops } = fixture;
  // This number is far above the numbers and totals of the payments that the API creates.
  await sql`create sequence raw_insert_numbers start 1000000000`;
  await sql`create sequence raw_insert_shop_count`;
  await sql`select setval('raw_insert_shop_count', ${shops.length})`;
  await sql`
    create table raw_insert_shops as
    select row_number() over () - 1 as shop, merchant_id, account_id, pool_id
    from accounts
  `;
  await sql`alter table raw_insert_shops add primary key (shop)`;
  return spawnSync("pgbench", ["--version"]).error ? withDriver(fixture) : withPgbench(fixture);
}

function withDriver({ url }: Fixture): RawInserts {
  const sql = connect(url, { connections, applicationName: "raw inserts" });
  return {
    name: `raw inserts, driver, ${connections} connections`,
    async insert(count) {
      let started = 0;
      const insertOneByOne = async () => {
        while (started++ < count) await sql.unsafe(insertStatement, [], { prepare: true });
      };
      const startedAt = performance.now();
      await Promise.all(Array.from({ length: connections }, insertOneByOne));
      return count / ((performance.now() - startedAt) / 1000);
    },
    close: () => sql.end({ timeout: 1 }),
  };
}

async function withPgbench({ url }: Fixture): Promise<RawInserts> {
  const folder = await mkdtemp(path.join(tmpdir(), "tepat-bench-"));
  const script = path.join(folder, "insert.sql");
  await writeFile(script, `${insertStatement.replace(/\s+/g, " ")};\n`);
  return {
    name: `raw inserts, pgbench, ${connections} connections`,
    async insert(count) {
      const flags = ["--no-vacuum", "--protocol=prepared", `--client=${connections}`, "--jobs=1"];
      const { stdout } = await promisify(execFile)("pgbench", [
        ...flags,
        `--transactions=${Math.ceil(count / connections)}`,
        `--file=${script}`,
        url,
      ]);
      const rate = /^tps = ([\d.]+)/m.exec(stdout)?.[1];
      if (rate === undefined) throw new Error(`pgbench said no rate:\n${stdout}`);
      return Number(rate);
    },
    close: () => rm(folder, { recursive: true }),
  };
}
