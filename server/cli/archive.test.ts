import { execFile, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { cp, mkdtemp, readFile, rm, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { promisify } from "node:util";
import { gunzipSync, gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { connect } from "../db/client.ts";
import { migrate } from "../db/migrate.ts";
import { acceptApp, insertOwnBank, updateOwnBank } from "../domain/accounts/own-banks.sql.ts";
import { oweRefund, refundPayment } from "../domain/mutations/ledgers.ts";
import { sellOnAccount } from "../domain/sales/sales.ts";
import { changeChoice } from "../domain/sales/sales.sql.ts";
import { forgetOldRows } from "../domain/upkeep/retention.ts";
import {
  cliEntry,
  cliWith,
  gatewayOfCli,
  jsonOf,
  misunderstandingOf,
  refusalOf,
  settingsOf,
} from "../testing/cli-process.ts";
import { createTestDatabase, type TestDatabase } from "../testing/database.ts";
import {
  addAccount,
  approvedDevice,
  pendingPayment,
  reportTransfer,
  shopInTestMode,
  shopWithAccount,
  tryCreate,
  type Shop,
} from "../testing/fixtures.ts";
import { returnToFormerRelease } from "../testing/former-release.ts";
import { brokenInvariants } from "../testing/invariants.ts";
import { commands } from "./archive.ts";

interface Archived {
  folder: string;
  payment_count: number;
  payment_total: number;
  mutation_count: number;
  pending_count: number;
  removed_payments: number;
  removed_mutations: number;
  kept_payments: number;
  kept_mutations: number;
}

/** A month that ended long ago, and the following month. */
const march = new Date("2015-03-10T05:00:00Z");
const april = new Date("2015-04-02T05:00:00Z");

let folders: string;
let source: TestDatabase;
/** The archive of March, before any removal. */
let written: Archived;
let count = 0;

const newFolder = () => join(folders, `archive-${(count += 1)}`);
const cliOf = (database: TestDatabase, more: Record<string, string> = {}) =>
  cliWith({ ...settingsOf(database), ...more });
const archive = (database: TestDatabase, folder: string, ...more: string[]) =>
  jsonOf<Archived>(cliOf(database), "archive", "2015-03", "--to", folder, ...more);

/**
 * Creates a shop with two payments paid by transfers, one of them with a webhook URL. The shop also has an
 * expired, a cancelled and a pending payment, a transfer decided as "not ours", an undecided one, and a transfer
 * of a later month.
 */
async function shopWithBooks(database: TestDatabase): Promise<Shop> {
  const gateway = gatewayOfCli(database);
  gateway.setClock(march);
  const made = await shopWithAccount(gateway, { account_quota: 100 });
  const device = await approvedDevice(gateway, made);
  const { sql } = database;
  const pay = async (code: string, more = {}) => {
    const payment = await pendingPayment(gateway, made, { payment_code: code, ...more });
    await reportTransfer(gateway, device, payment.payment_total, { posted_at: march });
  };
  await pay("PAID-1", {
    customer_name: 'Tab\there, "quotes", \n lines, \\N and 😀',
    metadata: { "b\t": "\\N", a: "😀" },
  });
  await pay("PAID-2", { payment_webhook_url: "https://shop.example/hook", payment_amount: 70_000 });
  await pendingPayment(gateway, made, { payment_code: "CANCELLED" });
  await sql`
    select end_pending(array[merchant_id], array[payment_number], 'CANCELLED', ${march})
    from payments where payment_code = 'CANCELLED' and merchant_id = ${made.merchant_id}
  `;
  await pendingPayment(gateway, made, { payment_code: "PENDING", payment_amount: 90_000 });
  await reportTransfer(gateway, device, 11, { posted_at: march });
  await reportTransfer(gateway, device, 12, { posted_at: march });
  await sql`
    update mutations set decision = 'not_ours', decided_at = ${march}
    where merchant_id = ${made.merchant_id} and amount_parsed = 12
  `;
  await sql`
    insert into mutation_notes (merchant_id, mutation_number, note, changed_at)
    select merchant_id, mutation_number, 'asked the bank', ${march}
    from mutations where merchant_id = ${made.merchant_id} and amount_parsed = 12
  `;
  // The webhook's second attempt succeeded.
  await sql`
    update webhook_deliveries
    set delivery_status = 'SUCCESS', attempt_count = 2, scheduled_count = 2, next_attempt_at = null, body = '{"a":1}'
    where merchant_id = ${made.merchant_id}
  `;
  await sql`
    insert into webhook_attempts (merchant_id, delivery_id, attempt_number, is_manual, started_at, duration_ms, http_status)
    select merchant_id, delivery_id, number, false, ${march}, 20, case number when 1 then 500 else 200 end
    from webhook_deliveries cross join generate_series(1, 2) number
    where merchant_id = ${made.merchant_id}
  `;
  gateway.setClock(april);
  await pay("APRIL-1");
  return made;
}

beforeAll(async () => {
  folders = await mkdtemp(join(tmpdir(), "tepat-archive-"));
  source = await createTestDatabase();
  await shopWithBooks(source);
  written = await archive(source, newFolder());
});
afterAll(async () => {
  await source.drop();
  await rm(folders, { recursive: true });
});

/** Returns every row of every table, except those of the schema and the job queue. */
async function contentOf({ url }: TestDatabase): Promise<Record<string, string[]>> {
  const sql = connect(url, { connections: 1 });
  const tables = await sql<{ name: string }[]>`
    select relname::text as name
    from pg_class
    where relnamespace = 'public'::regnamespace
      and relkind = 'r'
      and relname not in ('schema_migrations', 'schema_functions')
    order by 1
  `;
  const content: Record<string, string[]> = {};
  for (const { name } of tables) {
    const rows = await sql`select t::text as row from ${sql(name)} t order by 1`;
    content[name] = rows.map(({ row }) => row as string);
  }
  await sql.end();
  return content;
}

async function withBooks(work: (database: TestDatabase, its: Shop) => Promise<void>) {
  const database = await createTestDatabase();
  try {
    await work(database, await shopWithBooks(database));
  } finally {
    await database.drop();
  }
}

const sumsOf = async (folder: string) => {
  const manifest = JSON.parse(await readFile(join(folder, "manifest.json"), "utf8")) as {
    tables: { name: string; row_count: number; csv_sha256: string; sum: unknown; part: string }[];
  };
  return manifest.tables.filter(({ part }) => part === "books");
};

describe("an archive", () => {
  test("has the month's ended records with all their details, and nothing of another month", async () => {
    expect(written).toMatchObject({ payment_count: 3, mutation_count: 4, pending_count: 1 });
    const tables = await sumsOf(written.folder);
    const rows = Object.fromEntries(tables.map(({ name, row_count }) => [name, row_count]));
    expect(rows).toMatchObject({
      payments: 3,
      mutations: 4,
      mutation_notes: 1,
      webhook_deliveries: 1,
      webhook_attempts: 2,
    });
    const text = gunzipSync(await readFile(join(written.folder, "payments.csv.gz"))).toString();
    expect(text).toContain('"Tab\there, ""quotes"", \n lines, \\N and 😀"');
    expect(text).not.toMatch(/PENDING|APRIL/);
  });

  test("states the sum of the money, which equals the database's", async () => {
    const [row] = await source.sql`
      select sum(payment_total) as total from payments where payment_code in ('PAID-1', 'PAID-2', 'CANCELLED')
    `;
    expect(written.payment_total).toBe(Number(row?.["total"]));
  });

  test("has no credential", async () => {
    const [device] = await source.sql`select encode(token_hash, 'hex') as hash from devices`;
    const [key] = await source.sql`select encode(key_hash, 'hex') as hash from api_keys`;
    const names = (await sumsOf(written.folder)).map(({ name }) => name);
    for (const name of [...names, "merchants", "people", "devices", "accounts"]) {
      const text = gunzipSync(await readFile(join(written.folder, `${name}.csv.gz`))).toString();
      expect(text).not.toContain(device?.["hash"]);
      expect(text).not.toContain(key?.["hash"]);
    }
  });

  test("can be checked with sha256sum alone", async () => {
    await promisify(execFile)("sha256sum", ["--check", "--strict", "SHA256SUMS"], {
      cwd: written.folder,
    });
  });

  test("of a merchant has only that merchant's books", async () => {
    await withBooks(async (database, its) => {
      await shopWithBooks(database);
      const all = await archive(database, newFolder());
      expect(all.payment_count).toBe(6);
      const own = await archive(database, newFolder(), "--merchant", its.merchant_id);
      expect(own.payment_count).toBe(3);
      expect(gunzipSync(await readFile(join(own.folder, "merchants.csv.gz"))).toString()).toContain(
        its.merchant_id,
      );
    });
  });

  test("shows one moment while invoices are created and paid", async () => {
    await withBooks(async (database, its) => {
      const gateway = gatewayOfCli(database);
      gateway.setClock(march);
      const over = new AbortController();
      const load = (async () => {
        for (let turn = 0; !over.signal.aborted; turn += 1) {
          await pendingPayment(gateway, its, { payment_code: `BUSY-${turn}` });
          await database.sql`
            select end_pending(array[merchant_id], array[payment_number], 'CANCELLED', ${march})
            from payments where payment_code = ${`BUSY-${turn}`}
          `;
        }
      })();
      const made: Archived[] = [];
      for (let turn = 0; turn < 3; turn += 1) made.push(await archive(database, newFolder()));
      over.abort();
      await load;
      const counts = made.map(({ payment_count }) => payment_count);
      expect(counts).toEqual(counts.toSorted((a, b) => a - b));
      expect(await brokenInvariants(database.sql)).toEqual([]);
    });
  });
});

describe("removed and restored books", () => {
  test("return byte for byte, and a second restore changes nothing", async () => {
    await withBooks(async (database) => {
      const before = await contentOf(database);
      const folder = newFolder();
      const removed = await archive(database, folder, "--remove");
      // The undecided transfer stays.
      expect(removed).toMatchObject({
        removed_payments: 3,
        removed_mutations: 3,
        kept_payments: 0,
        kept_mutations: 1,
      });
      const codes = await database.sql`select payment_code from payments order by 1`;
      expect(codes.map((row) => row["payment_code"] as string)).toEqual(["APRIL-1", "PENDING"]);
      expect(await brokenInvariants(database.sql)).toEqual([]);

      expect(await archive(database, folder, "--remove")).toMatchObject({ removed_payments: 0 });
      const restored = await jsonOf(cliOf(database), "archive", "restore", folder);
      expect(restored).toMatchObject({ restored_payments: 3, restored_mutations: 3, changed: 0 });
      expect(await contentOf(database)).toEqual(before);
      const again = await jsonOf(cliOf(database), "archive", "restore", folder);
      expect(again).toMatchObject({ restored_payments: 0, restored_mutations: 0, changed: 0 });
      expect(await contentOf(database)).toEqual(before);

      const second = await archive(database, newFolder());
      expect(await sumsOf(second.folder)).toEqual(await sumsOf(folder));
    });
  });

  test("keep their codes used, their pages short and later pages unchanged", async () => {
    await withBooks(async (database, its) => {
      const gateway = gatewayOfCli(database);
      await archive(database, newFolder(), "--remove");
      expect(await tryCreate(gateway, its, { payment_code: "PAID-1" })).toBe(
        "payment_code_conflict",
      );
      const twice = { payment_code: "CANCELLED", payment_amount: 1 };
      expect(await tryCreate(gateway, its, twice)).toBe("payment_code_conflict");
      const [counter] = await database.sql`
        select payment_count, removed_count, first_payment_number_since(merchant_id, ${april}) as april
        from payment_counters where merchant_id = ${its.merchant_id}
      `;
      expect(counter).toEqual({ payment_count: 5, removed_count: 3, april: 5 });
      const [since] = await database.sql`
        select first_payment_number_since(${its.merchant_id}, ${march}) as march,
          first_mutation_number_since(${its.merchant_id}, ${april}) as april
      `;
      // Number 3 stays, number 4 is removed, and number 5 belongs to April.
      expect(since).toEqual({ march: 1, april: 4 });
      expect(await tryCreate(gateway, its, { payment_code: "NEW" })).toMatchObject({
        payment_code: "NEW",
      });
      expect(await brokenInvariants(database.sql)).toEqual([]);
    });
  });

  test("are kept if they have a ledger, a sale, an order or an open webhook, or have changed since", async () => {
    await withBooks(async (database, its) => {
      const { sql } = database;
      const folder = newFolder();
      await archive(database, folder);
      await sql`
        update webhook_deliveries set delivery_status = 'RETRYING', next_attempt_at = ${april}
        where merchant_id = ${its.merchant_id}
      `;
      await sql`
        insert into payment_ledgers (merchant_id, payment_number, owed, received, kept, changed_at)
        select merchant_id, payment_number, 0, 0, 0, ${april} from payments where payment_code = 'CANCELLED'
      `;
      await sql`
        update mutations set title = 'another' where matched_payment_number = 1 and merchant_id = ${its.merchant_id}
      `;
      await sql`update mutation_notes set note = 'another'`;
      const removed = await archive(database, folder, "--remove");
      expect(removed).toMatchObject({
        removed_payments: 0,
        removed_mutations: 0,
        kept_payments: 3,
      });
      // The command reports the changed record and does not overwrite it.
      const { stdout, stderr } = await cliOf(database)("archive", "restore", folder, "--json");
      expect(JSON.parse(stdout)).toMatchObject({ restored_payments: 0, changed: 1 });
      expect(stderr).toContain("changed since");
    });
  });

  test("are kept while they are younger than the setting", async () => {
    await withBooks(async (database) => {
      const refusal = await refusalOf(
        cliOf(database, { RETENTION_BOOKS_DAYS: "36500" }),
        "archive",
        "2015-03",
        "--to",
        newFolder(),
        "--remove",
      );
      expect(refusal).toContain("RETENTION_BOOKS_DAYS");
      const [row] = await database.sql`select count(*)::integer as count from payments`;
      expect(row).toEqual({ count: 5 });
    });
  });

  test("are removed even if old attempts were deleted after the archive was written", async () => {
    await withBooks(async (database) => {
      const folder = newFolder();
      await archive(database, folder);
      const gateway = gatewayOfCli(database);
      Object.assign(gateway.settings, { webhookAttemptDays: 90, auditDays: 36_500 });
      gateway.setClock(null);
      expect(await forgetOldRows(gateway)).toBeGreaterThan(0);
      expect(await archive(database, folder, "--remove")).toMatchObject({ removed_payments: 3 });
      await jsonOf(cliOf(database), "archive", "restore", folder);
      expect(await brokenInvariants(database.sql)).toEqual([]);
    });
  });

  test("can be copied even in test mode, whose merchant has no books of the month", async () => {
    const from = await createTestDatabase();
    const target = await createTestDatabase();
    try {
      const gateway = gatewayOfCli(from);
      gateway.setClock(march);
      const tests = await shopInTestMode(gateway, await shopWithAccount(gateway));
      await pendingPayment(gateway, tests);
      await from.sql`
        select end_pending(array[merchant_id], array[payment_number], 'CANCELLED', ${march}) from payments
      `;
      const { folder } = await archive(from, newFolder(), "--merchant", tests.merchant_id);
      const restored = await jsonOf(cliOf(target), "archive", "restore", folder);
      expect(restored).toMatchObject({ restored_payments: 1, changed: 0 });
    } finally {
      await Promise.all([from.drop(), target.drop()]);
    }
  });

  test("have the merchant's own banks, and its answers about apps", async () => {
    const from = await createTestDatabase();
    const target = await createTestDatabase();
    try {
      const gateway = gatewayOfCli(from);
      gateway.setClock(march);
      const shop = await shopWithAccount(gateway);
      const channel_id = randomUUID();
      const { merchant_id } = shop;
      const channel_name = "Bank Desa Contoh";
      const own = { merchant_id, channel_name, number_min: 10, number_max: 12 };
      await insertOwnBank(from.sql, { ...own, channel_id, own_package: "id.contoh.bankdesa" });
      const app = { merchant_id, package_name: "id.contoh.bankdesa", app_name: channel_name };
      await acceptApp(from.sql, app, march);
      await insertOwnBank(from.sql, {
        ...own,
        merchant_id: (await shopWithAccount(gateway)).merchant_id,
        channel_id: randomUUID(),
        own_package: "id.contoh.lain",
      });
      const channel = `OWN${channel_id.replaceAll("-", "").slice(-12)}`;
      const account = await addAccount(gateway, shop, { channel });
      await pendingPayment(gateway, { ...shop, account_id: account.account_id });
      await from.sql`
        select end_pending(array[merchant_id], array[payment_number], 'CANCELLED', ${march}) from payments
      `;
      const { folder } = await archive(from, newFolder(), "--merchant", merchant_id);
      const restored = await jsonOf(cliOf(target), "archive", "restore", folder);
      expect(restored).toMatchObject({ restored_payments: 1, changed: 0 });
      const readOwn = ({ sql }: TestDatabase) => sql`
        select channel.*, app.package_name, app.app_name, app.is_bank
        from channels channel
        join merchant_apps app on app.merchant_id = channel.added_by
        where channel.added_by = ${merchant_id}
      `;
      expect(await readOwn(target)).toEqual(await readOwn(from));
      const [banks] = await target.sql`select count(*) from channels where added_by is not null`;
      expect(banks).toEqual({ count: 1 });
    } finally {
      await Promise.all([from.drop(), target.drop()]);
    }
  });

  test("have the accounts and totals from which customers changed, with their days of use", async () => {
    const from = await createTestDatabase();
    const target = await createTestDatabase();
    try {
      const gateway = gatewayOfCli(from);
      gateway.setClock(march);
      const shop = await shopWithAccount(gateway);
      const { merchant_id, account_id } = shop;
      const other = await addAccount(gateway, shop, { channel: "MANDIRI", account_number: "222" });
      await approvedDevice(gateway, shop);
      const { sale_id } = await sellOnAccount(
        gateway,
        {
          merchant_id,
          source: "invoice",
          form_key: randomUUID(),
          link_id: null,
          payment_amount: 40_000,
          customer_name: "Siti",
          customer_email: null,
          customer_phone: null,
          customer_orders: null,
          note: null,
          deadline_seconds: 172_800,
          deadline_at: null,
          made_by: null,
        },
        { account_id, must_be_watched: false, is_chosen_by_customer: true },
      );
      const moved = await changeChoice(from.sql, {
        merchant_id,
        sale_id,
        account_id: other.account_id,
        seed: 1,
        quotaTimeZone: gateway.settings.quotaTimeZone,
        quarantineHours: gateway.settings.totalQuarantineHours,
        at: new Date(march.getTime() + 86_400_000),
      });
      expect(moved).toEqual({ is_moved: true, error: null });
      await from.sql`
        select end_pending(array[merchant_id], array[payment_number], 'CANCELLED', payment_updated_at) from payments
      `;
      const { folder } = await archive(from, newFolder(), "--merchant", merchant_id);
      await jsonOf(cliOf(target), "archive", "restore", folder);
      const readChoices = ({ sql }: TestDatabase) => sql`select * from former_choices`;
      expect(await readChoices(target)).toHaveLength(1);
      expect(await readChoices(target)).toEqual(await readChoices(from));
      const readDays = ({ sql }: TestDatabase) => sql`
        select account_id, day from quota_days order by day`;
      expect(await readDays(target)).toEqual(await readDays(from));
      expect(await brokenInvariants(target.sql)).toEqual([]);
    } finally {
      await Promise.all([from.drop(), target.drop()]);
    }
  });

  test("return even if two banks of the merchant had the same name in turn", async () => {
    const from = await createTestDatabase();
    const target = await createTestDatabase();
    try {
      const gateway = gatewayOfCli(from);
      gateway.setClock(march);
      const shop = await shopWithAccount(gateway);
      const { merchant_id } = shop;
      const own = { merchant_id, number_min: 10, number_max: 12 };
      const codeOf = (channel_id: string) =>
        `OWN${channel_id.replaceAll("-", "").slice(-12).toUpperCase()}`;
      const addBank = async (channel_name: string, own_package: string, account_number: string) => {
        const channel_id = randomUUID();
        await insertOwnBank(from.sql, { ...own, channel_id, channel_name, own_package });
        await acceptApp(
          from.sql,
          { merchant_id, package_name: own_package, app_name: channel_name },
          march,
        );
        const channel = codeOf(channel_id);
        const account = await addAccount(gateway, shop, { channel, account_number });
        await pendingPayment(gateway, { ...shop, account_id: account.account_id });
        await from.sql`
          select end_pending(array[merchant_id], array[payment_number], 'CANCELLED', ${march})
          from payments
          where payment_status = 'PENDING'
        `;
        return channel_id;
      };
      const older = await addBank("Bank Desa Contoh", "id.contoh.a", "1234567890");
      const first = await archive(from, newFolder(), "--merchant", merchant_id);
      await updateOwnBank(from.sql, { ...own, channel_id: older, channel_name: "BPR Lama" });
      const newer = await addBank("bank desa contoh", "id.contoh.b", "1234567891");
      const second = await archive(from, newFolder(), "--merchant", merchant_id);
      for (const { folder } of [first, second, second]) {
        expect(await jsonOf(cliOf(target), "archive", "restore", folder)).toMatchObject({
          changed: 0,
        });
      }
      const banks = await target.sql`
        select channel_id, channel_name from channels
        where added_by = ${merchant_id}
        order by channel_name
      `;
      expect(banks).toEqual([
        { channel_id: older, channel_name: "Bank Desa Contoh" },
        { channel_id: newer, channel_name: `bank desa contoh (${codeOf(newer)})` },
      ]);
      const [row] = await target.sql`select count(*) from payments`;
      expect(row).toEqual({ count: 2 });
    } finally {
      await Promise.all([from.drop(), target.drop()]);
    }
  });

  test("are a read-only copy in an empty database, where no person can sign in", async () => {
    const target = await createTestDatabase();
    try {
      const restored = await jsonOf(cliOf(target), "archive", "restore", written.folder);
      expect(restored).toMatchObject({ restored_payments: 3, restored_mutations: 4, changed: 0 });
      const again = await jsonOf(cliOf(target), "archive", "restore", written.folder);
      expect(again).toMatchObject({ restored_payments: 0, restored_mutations: 0, changed: 0 });
      expect(await brokenInvariants(target.sql)).toEqual([]);
      const [row] = await target.sql`
        select (select count(*)::integer from api_keys) as keys,
          (select count(*)::integer from people where password_hash is not null) as passwords
      `;
      expect(row).toEqual({ keys: 0, passwords: 0 });
      const second = await archive(target, newFolder());
      expect(await sumsOf(second.folder)).toEqual(await sumsOf(written.folder));
    } finally {
      await target.drop();
    }
  });
});

describe("an archive of the previous release", () => {
  let former: TestDatabase;
  let folder: string;
  /** Two refunds of one payment: one that a person has sent, and one that the shop owes. */
  const refunds = [
    { amount: 1000, recipient: "SITI RAHAYU, BCA 1234567890", reference: null, surplus_amount: 0 },
    { amount: 2000, recipient: null, reference: "RF-1", surplus_amount: 0 },
  ];
  const readRefunds = ({ sql }: TestDatabase) => sql`
    select amount, recipient, reference, surplus_amount from refunds order by amount
  `;

  beforeAll(async () => {
    former = await createTestDatabase();
    const { merchant_id } = await shopWithBooks(former);
    const gateway = gatewayOfCli(former);
    gateway.setClock(march);
    const refund = (amount: number) => ({
      refund_id: randomUUID(),
      amount,
      reason: "One was returned",
      form_key: randomUUID(),
    });
    const ofPayment = { merchant_id, payment_code: "PAID-2" };
    const how = { refunded_at: march, recipient: "SITI RAHAYU, BCA 1234567890", made_by: null };
    await refundPayment(gateway, { ...ofPayment, refund: { ...refund(1000), ...how } });
    const owed = { ...ofPayment, refund: refund(2000), reference: "RF-1", recorded: null };
    await oweRefund(gateway, owed);
    await returnToFormerRelease(former.sql);
    ({ folder } = await archive(former, newFolder()));
  });
  afterAll(() => former.drop());

  test("has the columns of that release", async () => {
    const { tables, migrations } = JSON.parse(
      await readFile(join(folder, "manifest.json"), "utf8"),
    ) as { tables: { name: string; columns: string[] }[]; migrations: string[] };
    expect(migrations.at(-1)).toBe("0017_add_more_banks");
    const columns = tables.find(({ name }) => name === "refunds")?.columns;
    expect(columns).toContain("reference");
    expect(columns).not.toContain("surplus_amount");
  });

  test("can be read in an empty database, with its refunds", async () => {
    const target = await createTestDatabase();
    try {
      const restored = await jsonOf(cliOf(target), "archive", "restore", folder);
      expect(restored).toMatchObject({ restored_payments: 3, restored_mutations: 4, changed: 0 });
      expect(await brokenInvariants(target.sql)).toEqual([]);
      expect(await readRefunds(target)).toEqual(refunds);
      const [ledger] = await target.sql`
        select refunded, refunds_owed, withdrawn_references from payment_ledgers
      `;
      expect(ledger).toEqual({ refunded: 1000, refunds_owed: 2000, withdrawn_references: null });
      const again = await jsonOf(cliOf(target), "archive", "restore", folder);
      expect(again).toMatchObject({ restored_payments: 0, restored_mutations: 0, changed: 0 });
    } finally {
      await target.drop();
    }
  });

  test("is removed from the upgraded database, except the payment with refunds, and restored", async () => {
    await migrate(former.url);
    const before = await contentOf(former);
    expect(await archive(former, folder, "--remove")).toMatchObject({
      removed_payments: 2,
      kept_payments: 1,
    });
    expect(await brokenInvariants(former.sql)).toEqual([]);
    const restored = await jsonOf(cliOf(former), "archive", "restore", folder);
    expect(restored).toMatchObject({ restored_payments: 2, changed: 0 });
    expect(await contentOf(former)).toEqual(before);
    expect(await readRefunds(former)).toEqual(refunds);
  });
});

describe("a killed run", () => {
  const kill = async (database: TestDatabase, args: string[], when: () => Promise<boolean>) => {
    const env = { PATH: process.env["PATH"], ...settingsOf(database) };
    const child = spawn(process.execPath, [cliEntry, ...args], { env, stdio: "ignore" });
    const ended = once(child, "exit");
    while (child.exitCode === null && !(await when())) await wait(5);
    child.kill("SIGKILL");
    await ended;
  };

  test("during writing leaves no valid archive, and the next run writes the whole one", async () => {
    await withBooks(async (database) => {
      const folder = newFolder();
      await kill(database, ["archive", "2015-03", "--to", folder], async () =>
        readFile(join(folder, "merchants.csv.gz")).then(
          () => true,
          () => false,
        ),
      );
      const made = await archive(database, folder);
      expect(made).toMatchObject({ payment_count: 3 });
      await jsonOf(cliOf(database), "archive", "verify", folder);
    });
  });

  test("during removal loses nothing, and the next run continues", async () => {
    await withBooks(async (database, its) => {
      const gateway = gatewayOfCli(database);
      gateway.setClock(march);
      await database.sql`update accounts set account_quota = 100`;
      // The count exceeds one batch.
      for (let part = 0; part < 3; part += 1) {
        await Promise.all(
          Array.from({ length: 600 }, (_, number) =>
            pendingPayment(gateway, its, {
              payment_code: `MANY-${part}-${number}`,
              payment_amount: 1_000_000 * (part + 1) + number * 1_000,
            }),
          ),
        );
      }
      await database.sql`
        select end_pending(array_agg(merchant_id), array_agg(payment_number), 'CANCELLED', ${march})
        from payments where payment_code like 'MANY-%'
      `;
      const before = await contentOf(database);
      const folder = newFolder();
      const remaining = async () => {
        const [row] = await database.sql`select count(*)::integer as count from payments`;
        return row?.["count"] as number;
      };
      await kill(
        database,
        ["archive", "2015-03", "--to", folder, "--remove"],
        async () => (await remaining()) < 1_805,
      );
      expect(await brokenInvariants(database.sql)).toEqual([]);
      await archive(database, folder, "--remove");
      expect(await remaining()).toBe(2);
      expect(await brokenInvariants(database.sql)).toEqual([]);

      await kill(database, ["archive", "restore", folder], async () => (await remaining()) > 2);
      expect(await brokenInvariants(database.sql)).toEqual([]);
      await jsonOf(cliOf(database), "archive", "restore", folder);
      expect(await contentOf(database)).toEqual(before);
    });
  });
});

describe("an archive is refused, without removing or restoring anything, if it has", () => {
  const copied = async () => {
    const folder = newFolder();
    await cp(written.folder, folder, { recursive: true });
    return folder;
  };
  const refused = async (folder: string) => {
    const before = await contentOf(source);
    const verdict = await refusalOf(cliOf(source), "archive", "verify", folder);
    expect(await refusalOf(cliOf(source), "archive", "restore", folder)).toBe(verdict);
    expect(await refusalOf(cliOf(source), "archive", "2015-03", "--to", folder, "--remove")).toBe(
      verdict,
    );
    expect(await contentOf(source)).toEqual(before);
    return verdict;
  };

  test("a truncated file", async () => {
    const folder = await copied();
    await truncate(join(folder, "payments.csv.gz"), 200);
    expect(await refused(folder)).toContain("payments.csv.gz is damaged");
  });

  test.each(["payments.csv.gz", "manifest.json", "SHA256SUMS"])(
    "a changed byte of %s",
    async (name) => {
      const folder = await copied();
      const bytes = await readFile(join(folder, name));
      bytes[30] = (bytes[30] as number) ^ 1;
      await writeFile(join(folder, name), bytes);
      await refused(folder);
    },
  );

  test("a missing file", async () => {
    const folder = await copied();
    await rm(join(folder, "mutations.csv.gz"));
    expect(await refused(folder)).toContain("mutations.csv.gz is damaged: it is missing");
  });

  test("rows changed together with their sums", async () => {
    const folder = await copied();
    const file = join(folder, "payments.csv.gz");
    const former = gunzipSync(await readFile(file)).toString();
    await writeFile(file, gzipSync(former.replace("PAID-2", "PAID-3")));
    await resum(folder);
    expect(await refused(folder)).toContain("not the text that was written");
  });

  test("another format or a newer release", async () => {
    const folder = await copied();
    const file = join(folder, "manifest.json");
    const text = await readFile(file, "utf8");
    await writeFile(file, text.replace("tepat-archive-1", "tepat-archive-2"));
    await resum(folder);
    expect(await refused(folder)).toContain("This release cannot read");
    await writeFile(file, text.replace("0001_create_schema", "0001_create_another"));
    await resum(folder);
    expect(await refusalOf(cliOf(source), "archive", "restore", folder)).toContain(
      "Another release of Tepat wrote",
    );
  });

  const resum = (folder: string) =>
    promisify(execFile)("sh", ["-c", "sha256sum *.csv.gz manifest.json > SHA256SUMS"], {
      cwd: folder,
    });
});

describe("refusals", () => {
  const attempt = (...more: string[]) => refusalOf(cliOf(source), "archive", ...more);

  test("an unfinished month, an unknown merchant, and a folder with other files", async () => {
    expect(await attempt("2999-01", "--to", newFolder())).toContain("has not ended yet");
    const stranger = "00000000-0000-4000-8000-000000000000";
    expect(await attempt("2015-03", "--to", newFolder(), "--merchant", stranger)).toBe(
      `There is no merchant ${stranger}. To list the merchants, run npx tepat merchant list`,
    );
    await writeFile(join(folders, "mine.txt"), "");
    expect(await attempt("2015-03", "--to", folders)).toContain("Name a new folder with --to");
    expect(await attempt("2015-04", "--to", written.folder)).toContain(
      "already holds the archive of 2015-03",
    );
    expect(await attempt("verify", folders)).toContain("not a finished archive");
    expect(await attempt("verify", join(folders, "nowhere"))).toContain("There is no folder");
  });

  test("an invalid month", async () => {
    for (const month of ["2015-13", "2015", "march"]) {
      expect(await misunderstandingOf(commands, "archive", month, "--to", "x")).toContain(
        "a month such as 2026-03",
      );
    }
  });

  test("a full disk leaves no valid archive", async () => {
    const folder = newFolder();
    const env = { ...process.env, ...settingsOf(source) };
    // No file can be larger than a block of 512 or 1,024 bytes.
    const script = `ulimit -f 1; exec "$0" "$@"`;
    const full = promisify(execFile)(
      "sh",
      ["-c", script, process.execPath, cliEntry, "archive", "2015-03", "--to", folder],
      { env: { ...env, NODE_DISABLE_COMPILE_CACHE: "1" } },
    );
    await expect(full).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining("The archive cannot be written"),
    });
    expect(await attempt("verify", folder)).toContain("not a finished archive");
    expect(await archive(source, folder)).toMatchObject({ payment_count: 3 });
  });
});
