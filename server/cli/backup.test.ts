import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  copyFile,
  mkdir,
  mkdtemp,
  readFile,
  rm,
  stat,
  symlink,
  truncate,
  writeFile,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import { setTimeout as wait } from "node:timers/promises";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { backUp } from "../db/backup.ts";
import { connect } from "../db/client.ts";
import { listDueMigrations, migrateIn } from "../db/migrate.ts";
import { restoreBackup, verifyBackup } from "../db/restore.ts";
import {
  cliEntry,
  cliWith,
  gatewayOfCli,
  jsonOf,
  refusalOf,
  settingsOf,
} from "../testing/cli-process.ts";
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from "../testing/database.ts";
import {
  approvedDevice,
  paymentInput,
  pendingPayment,
  reportTransfer,
  shopWithAccount,
  type Shop,
} from "../testing/fixtures.ts";
import { brokenInvariants } from "../testing/invariants.ts";
import { randomFrom } from "../testing/random.ts";
import { startServerProcess } from "../testing/server-process.ts";
import { startTcpProxy } from "../testing/tcp-proxy.ts";
import { startWebhookReceiver } from "../testing/webhook-receiver.ts";

let folder: string;
let source: TestDatabase;
let shop: Shop;
/** A backup of `source`, with one paid and one pending invoice. */
let saved: string;

interface RestoreOutput {
  former_schema: string | null;
  broken_invariants: string[];
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "tepat-backup-"));
  source = await createTestDatabase();
  const gateway = gatewayOfCli(source);
  shop = await shopWithAccount(gateway);
  const device = await approvedDevice(gateway, shop);
  const { payment_total } = await pendingPayment(gateway, shop, { payment_code: "PAID" });
  await reportTransfer(gateway, device, payment_total);
  // Values that COPY must escape.
  await pendingPayment(gateway, shop, {
    payment_code: "PENDING",
    customer_name: "Tab\there, \\N and \\. and 😀",
  });
  saved = join(folder, "saved.backup");
  await backUpTo(source, saved);
});
afterAll(async () => {
  await source.drop();
  await rm(folder, { recursive: true });
});

const cliOf = (database: TestDatabase) => cliWith(settingsOf(database));
/** Runs in this process, which is faster. Tests with the embedded database run the command itself. */
const backUpTo = ({ url }: TestDatabase, file: string) => backUp(url, file);
const restore = (database: TestDatabase, ...args: string[]) =>
  jsonOfNoted<RestoreOutput>(database, "restore", "--from", ...args);

/** Starts a server on its own port. */
const startServer = (settings: Record<string, string>) => {
  const { PORT: _, ...others } = settings;
  return startServerProcess({ ...others, LOG_LEVEL: "error" });
};

/** Returns the JSON of a command that also prints a note for people. */
async function jsonOfNoted<Printed>(database: TestDatabase, ...args: string[]): Promise<Printed> {
  const { code, stdout, stderr } = await cliOf(database)(...args, "--json");
  if (code !== 0) throw new Error(stderr);
  return JSON.parse(stdout) as Printed;
}

/** Returns every row of every table, except the list of migrations and their times. */
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

async function withEmptyDatabase(work: (target: TestDatabase) => Promise<void>): Promise<void> {
  const target = await createEmptyDatabase();
  await work(target).finally(() => target.drop());
}

describe("a backup", () => {
  test("restores every row, and is readable by its owner only", async () => {
    expect((await stat(saved)).mode & 0o777).toBe(0o600);
    await withEmptyDatabase(async (target) => {
      expect(await restore(target, saved)).toMatchObject({
        former_schema: null,
        broken_invariants: [],
      });
      expect(await contentOf(target)).toEqual(await contentOf(source));
    });
  });

  test("of a gateway under load shows one moment, and owed webhooks are delivered after a restore", async () => {
    const merchantServer = await startWebhookReceiver();
    const database = await createTestDatabase();
    const settings = { ...settingsOf(database), WEBHOOK_ALLOW_PRIVATE: "true" };
    const gateway = gatewayOfCli(database);
    const busyShop = await shopWithAccount(gateway);
    const device = await approvedDevice(gateway, busyShop);
    const file = join(folder, "busy.backup");
    const over = new AbortController();
    const load = Array.from({ length: 4 }, async (_, client) => {
      for (let turn = 0; !over.signal.aborted; turn++) {
        const { payment_total } = await pendingPayment(gateway, busyShop, {
          payment_code: `${client}-${turn}`,
          payment_amount: 10_000 * (client + 1),
          payment_webhook_url: `${merchantServer.url}/hook`,
        });
        await reportTransfer(gateway, device, payment_total);
        await wait(20);
      }
    });
    const countOwed = async () =>
      (await database.sql`select delivery_id from webhook_deliveries`).length;
    await expect.poll(countOwed).toBeGreaterThan(10);
    const { row_count } = await backUpTo(database, file);
    over.abort();
    await Promise.all(load);
    expect(row_count).toBeGreaterThan(50);

    await withEmptyDatabase(async (target) => {
      expect((await restore(target, file)).broken_invariants).toEqual([]);
      const owed = await target.sql<{ delivery_id: string }[]>`
        select delivery_id from webhook_deliveries where delivery_status <> 'SUCCESS'
      `;
      expect(owed.length).toBeGreaterThan(5);
      const restored = await startServer({ ...settings, DATABASE_URL: target.url });
      const created = await fetch(`${restored.url}/gateway/payments`, {
        method: "POST",
        headers: { "content-type": "application/json", "x-api-key": busyShop.api_key },
        body: JSON.stringify(paymentInput(busyShop, { payment_code: "AFTER" })),
      });
      expect(created.status).toBe(201);
      const isPaid = await cliWith({
        ...settings,
        DATABASE_URL: target.url,
      })("simulate", "transfer", "--payment", "AFTER", "--merchant", busyShop.merchant_id);
      expect(isPaid.code).toBe(0);
      await expect
        .poll(
          async () => {
            const [row] = await target.sql<{ open_count: number }[]>`
              select count(*)::integer as open_count
              from webhook_deliveries
              where delivery_status <> 'SUCCESS'
            `;
            return row?.open_count;
          },
          { interval: 200 },
        )
        .toBe(0);
      const told = new Set(merchantServer.received.map(({ headers }) => headers["webhook-id"]));
      for (const { delivery_id } of owed) expect(told).toContain(delivery_id);
      expect(await restored.terminate()).toBe(0);
      expect(await brokenInvariants(target.sql)).toEqual([]);
    });
    await database.drop();
    await merchantServer.close();
  });

  test("of a schema without the latest migrations is migrated on restore", async () => {
    await withEmptyDatabase(async (old) => {
      await old.sql.begin((tx) => migrateIn(tx, 1));
      await old.sql`
        insert into merchants (merchant_id, merchant_name, email, created_at)
        values (gen_random_uuid(), 'From before', 'old@example.com', now())
      `;
      const file = join(folder, "old.backup");
      await backUpTo(old, file);
      await withEmptyDatabase(async (target) => {
        await restoreBackup(target.url, file, await verifyBackup(file));
        const rows = await target.sql`select merchant_name, is_operator from merchants`;
        expect([...rows]).toEqual([{ merchant_name: "From before", is_operator: false }]);
        expect(await listDueMigrations(target.sql)).toEqual([]);
      });
    });
  });

  test("does not overwrite another file, and refuses a database without Tepat", async () => {
    expect(await refusalOf(cliOf(source), "backup", "--to", saved)).toBe(
      `${saved} already exists. Name another file with --to`,
    );
    await withEmptyDatabase(async (empty) => {
      const file = join(folder, "empty.backup");
      expect(await refusalOf(cliOf(empty), "backup", "--to", file)).toMatch(/no tables of Tepat/);
      await expect(stat(file)).rejects.toThrow("ENOENT");
      await expect(stat(`${file}.part`)).rejects.toThrow("ENOENT");
    });
  });

  test("refuses an existing file and a symbolic link", async () => {
    const [file, target] = [join(folder, "drafted.backup"), join(folder, "precious")];
    const refused = `${file}.part already exists. Another backup is writing it, or was killed. Remove the file if no backup runs, or name another file.`;
    await writeFile(target, "precious");
    await symlink(target, `${file}.part`);
    expect(await refusalOf(cliOf(source), "backup", "--to", file)).toBe(refused);
    expect(await readFile(target, "utf8")).toBe("precious");
    await rm(target);
    await expect(backUpTo(source, file)).rejects.toThrow(refused);
    await expect(stat(target)).rejects.toThrow("ENOENT");
    await rm(`${file}.part`);
    await backUpTo(source, file);
    await verifyBackup(file);
  });

  test("names a missing folder, and refuses a folder in place of a file", async () => {
    await withEmptyDatabase(async (target) => {
      const nowhere = join(folder, "nowhere");
      expect(await refusalOf(cliOf(target), "backup", "--to", join(nowhere, "x.backup"))).toBe(
        `There is no folder ${nowhere}. Create it, or name another file with --to`,
      );
      expect(await refusalOf(cliOf(target), "restore", "--from", folder)).toBe(
        `There is no file ${folder}. Check the path.`,
      );
    });
  });

  test("has no sequence to restore, because only the list of migrations uses one", async () => {
    const rows = await source.sql`
      select distinct refobjid::regclass::text as name
      from pg_depend
      where classid = 'pg_class'::regclass
        and deptype in ('a', 'i')
        and objid in (select oid from pg_class where relkind = 'S' and relnamespace = 'public'::regnamespace)
    `;
    expect(rows.map(({ name }) => name as string)).toEqual(["schema_migrations"]);
  });
});

describe("a restore", () => {
  test("refuses a database with data without --replace", async () => {
    const target = await createTestDatabase();
    const other = await shopWithAccount(gatewayOfCli(target));
    await target.sql`create schema pgboss`;
    const before = await contentOf(target);
    expect(await refusalOf(cliOf(target), "restore", "--from", saved)).toBe(
      "The database already holds data. To set that data aside and restore in its place, add --replace",
    );
    expect(await contentOf(target)).toEqual(before);

    const { former_schema } = await restore(target, saved, "--replace");
    expect(await contentOf(target)).toEqual(await contentOf(source));
    const aside = target.sql(String(former_schema));
    const [former] = await target.sql`select merchant_id from ${aside}.merchants`;
    expect(former).toEqual({ merchant_id: other.merchant_id });
    expect([...(await target.sql`select to_regnamespace('pgboss')::text as jobs`)]).toEqual([
      { jobs: null },
    ]);
    await target.drop();
  });

  test("refuses while a server works on the database", async () => {
    await withEmptyDatabase(async (target) => {
      const server = connect(target.url, { applicationName: "tepat server", connections: 1 });
      await server`select`;
      expect(await refusalOf(cliOf(target), "restore", "--from", saved)).toBe(
        "Servers are using this database. Stop them, then run the command again.",
      );
      await server.end();
    });
  });

  test("refuses without the secret of the backup", async () => {
    await withEmptyDatabase(async (target) => {
      const stranger = cliWith({ ...settingsOf(target), TEPAT_SECRET: "x".repeat(32) });
      expect(await refusalOf(stranger, "restore", "--from", saved)).toMatch(
        /^The backup was encrypted with another secret \(key [0-9a-f]{8}\)\. Set TEPAT_SECRET/,
      );
      expect(await contentOf(target)).toEqual({});
    });
  });

  test.each<[string, (file: string) => Promise<void>, RegExp]>([
    ["was cut", async (file) => truncate(file, (await stat(file)).size - 10), /cut off or damaged/],
    ["was cut early", (file) => truncate(file, 5), /cut off or damaged/],
    ["is empty", (file) => writeFile(file, ""), /\.backup is not a backup of Tepat\. Name/],
    ["is something else", (file) => writeFile(file, "hello"), /is not a backup of Tepat\./],
    [
      "is another gzip file",
      (file) => writeFile(file, gzipSync("{}\n")),
      /This release cannot read/,
    ],
    ["has another row", edited(/budi@example\.com/, "evil@example.com"), /Its rows of payments/],
    ["lacks a row", edited(/\n[^\n]*\tPENDING\t[^\n]*/, ""), /Its rows of payments/],
    [
      "has data after its end",
      edited(/\{"end":true\}\n$/, '{"end":true}\nmore\n'),
      /data after its end/,
    ],
    ["lacks its end", edited(/\n\{"end":true\}\n$/, "\n"), /is cut off/],
  ])("refuses a file that %s", async (_, damage, reason) => {
    await expect(verifyBackup(await damagedBy(damage))).rejects.toThrow(reason);
  });

  test("changes nothing for a damaged file or one of a newer release", async () => {
    const damaged = await damagedBy(edited(/budi@example\.com/, "evil@example.com"));
    await withEmptyDatabase(async (target) => {
      expect(await refusalOf(cliOf(target), "restore", "--from", damaged)).toBe(
        `${damaged} is damaged. Its rows of payments are not those that were saved. Use another backup.`,
      );
      const text = join(folder, "notes.md");
      await writeFile(text, "# Notes\n");
      expect(await refusalOf(cliOf(target), "restore", "--from", text)).toBe(
        `${text} is not a backup of Tepat. Name a file that npx tepat backup wrote.`,
      );
      const newer = await damagedBy(edited(/"0001_create_schema"/, '"9999_from_the_future"'));
      expect(await refusalOf(cliOf(target), "restore", "--from", newer)).toMatch(
        /newer release of Tepat, which knows 9999_from_the_future\./,
      );
      expect(await contentOf(target)).toEqual({});
    });
  });

  test("restores the old tables if a server starts to use them meanwhile", async () => {
    const target = await createTestDatabase();
    await shopWithAccount(gatewayOfCli(target));
    const before = await contentOf(target);
    const header = await verifyBackup(saved);
    const server = connect(target.url, { applicationName: "tepat server", connections: 1 });
    await server`select`;
    await expect(restoreBackup(target.url, saved, header)).rejects.toThrow("a server was started");
    await server.end();
    expect(await contentOf(target)).toEqual(before);
    await target.drop();
  });

  test("changes nothing if a server connects meanwhile", async () => {
    const target = await createTestDatabase();
    await shopWithAccount(gatewayOfCli(target));
    const before = await contentOf(target);
    await target.sql`create schema pgboss`;
    await target.sql`create table pgboss.job ()`;
    const holder = connect(target.url, { connections: 1 });
    let restoring: Promise<unknown> | undefined;
    const server = connect(target.url, { applicationName: "tepat server", connections: 1 });
    await holder.begin(async (tx) => {
      await tx`lock table pgboss.job in access share mode`;
      restoring = restoreBackup(target.url, saved, await verifyBackup(saved)).catch(String);
      await expect.poll(() => waitingIn(target)).toBe(1);
      await server`select`;
    });
    expect(await restoring).toContain("a server was started");
    await Promise.all([holder.end(), server.end()]);
    expect(await contentOf(target)).toEqual(before);
    await target.drop();
  });

  test.each([
    ["into an empty database", []],
    ["in place of what is there", ["--replace"]],
  ])(
    "%s changes nothing if killed, and succeeds when run again",
    async (_, flags) => {
      const draw = randomFrom("moments of the kills");
      const length = await bytesOfRestore();
      const target = await (flags.length > 0 ? createTestDatabase() : createEmptyDatabase());
      if (flags.length > 0) await shopWithAccount(gatewayOfCli(target));
      const before = await stateOf(target);
      for (const part of [0, 1, 2]) {
        const bytes = ((part + draw()) / 3) * 0.98 * length;
        await killRestoreAfter(bytes, target, flags);
        expect(await stateOf(target)).toEqual(before);
      }
      expect((await restore(target, saved, ...flags)).broken_invariants).toEqual([]);
      expect(await contentOf(target)).toEqual(await contentOf(source));
      await target.drop();
    },
    180_000,
  );

  test("accepts a database whose first start was killed before its first migration", async () => {
    await withEmptyDatabase(async (target) => {
      await target.sql`
        create table schema_migrations (id serial primary key, name varchar(255) not null, run_on timestamp not null)
      `;
      expect(await restore(target, saved)).toMatchObject({ former_schema: null });
      expect(await contentOf(target)).toEqual(await contentOf(source));
    });
  });

  test.each([
    ["a table", "create table orders (number integer)"],
    [
      "a table beside an empty list of migrations",
      "create table orders (number integer); create table schema_migrations (id serial, name text)",
    ],
    [
      "another program's list of migrations",
      "create table schema_migrations (version bigint); insert into schema_migrations values (1)",
    ],
  ])("refuses a database with %s, and leaves it unchanged", async (_, statements) => {
    await withEmptyDatabase(async (target) => {
      await target.sql.unsafe(statements);
      const before = await stateOf(target);
      for (const flags of [[], ["--replace"]]) {
        expect(await refusalOf(cliOf(target), "restore", "--from", saved, ...flags)).toContain(
          "it holds something that is not Tepat's",
        );
        expect(await stateOf(target)).toEqual(before);
      }
    });
  });

  test("restores the earlier data if the tables refuse the backup", async () => {
    const target = await createTestDatabase();
    await shopWithAccount(gatewayOfCli(target));
    const before = await contentOf(target);
    const file = await orphans();
    expect(await refusalOf(cliOf(target), "restore", "--from", file, "--replace")).toMatch(
      /violates foreign key constraint/,
    );
    expect(await contentOf(target)).toEqual(before);
    await target.drop();
  });
});

/** Returns everything that a restore might change: every row, and the objects in the database. */
async function stateOf(database: TestDatabase): Promise<object> {
  const sql = connect(database.url, { connections: 1 });
  const relations = await sql<{ name: string }[]>`
    select nspname || '.' || relname as name
    from pg_class
    join pg_namespace on pg_namespace.oid = relnamespace
    where nspname !~ '^(pg_|information_schema)'
    order by 1
  `;
  await sql.end();
  return { rows: await contentOf(database), relations: relations.map(({ name }) => name) };
}

const waitingIn = async ({ sql }: TestDatabase): Promise<number> => {
  const rows = await sql`
    select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
  `;
  return rows.length;
};

async function bytesOfRestore(): Promise<number> {
  let bytes = 0;
  await withEmptyDatabase(async ({ url }) => {
    const network = await startTcpProxy(url, 0, (client) =>
      client.on("data", (piece) => (bytes += piece.length)),
    );
    await restoreBackup(network.through(url), saved, await verifyBackup(saved));
    network.close();
  });
  return bytes;
}

/** Kills a restore after it has sent this number of bytes to PostgreSQL. */
async function killRestoreAfter(
  bytes: number,
  target: TestDatabase,
  flags: readonly string[],
): Promise<void> {
  let sent = 0;
  const network = await startTcpProxy(target.url, 0, (client) =>
    client.on("data", (piece) => {
      sent += piece.length;
      if (sent >= bytes) restoring.kill("SIGKILL");
    }),
  );
  const settings = { ...settingsOf(target), DATABASE_URL: network.through(target.url) };
  const restoring = spawn(process.execPath, [cliEntry, "restore", "--from", saved, ...flags], {
    env: { PATH: process.env["PATH"], ...settings },
    stdio: "ignore",
  });
  const [, signal] = await once(restoring, "exit");
  network.close();
  expect(signal).toBe("SIGKILL");
  await expect
    .poll(async () => {
      const left = await target.sql`
        select from pg_stat_activity
        where datname = current_database() and application_name = 'tepat restore'
      `;
      return left.length;
    })
    .toBe(0);
}

/**
 * Creates a file with correct checksums and rows that no gateway has written: accounts without their
 * merchant.
 */
async function orphans(): Promise<string> {
  const file = join(folder, "orphans.backup");
  const lines = gunzipSync(await readFile(saved))
    .toString()
    .split("\n");
  await writeFile(file, gzipSync(withoutRowsOf("merchants", lines).join("\n")));
  return file;
}

async function damagedBy(damage: (file: string) => Promise<void>): Promise<string> {
  const file = join(folder, "damaged.backup");
  await copyFile(saved, file);
  await damage(file);
  return file;
}

function edited(found: RegExp, replacement: string): (file: string) => Promise<void> {
  return async (file) => {
    const text = gunzipSync(await readFile(file)).toString();
    expect(text).toMatch(found);
    await writeFile(file, gzipSync(text.replace(found, replacement)));
  };
}

const sha256OfNothing = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

function withoutRowsOf(table: string, lines: string[]): string[] {
  const end = lines.findIndex((line) => line.startsWith(`{"table":"${table}"`));
  const begin = lines.slice(0, end - 1).findLastIndex((line) => line.startsWith("{"));
  const nothing = JSON.stringify({ table, row_count: 0, sha256: sha256OfNothing });
  return [...lines.slice(0, begin + 1), "\\.", nothing, ...lines.slice(end + 1)];
}

test("a restore moves the embedded database to another data directory with its secret file, which gets a new secret", async () => {
  const [from, to] = [join(folder, "from"), join(folder, "to")];
  const cliIn = (directory: string) =>
    cliWith({ TEPAT_DATA_DIR: directory, LOG_LEVEL: "error", PORT: "1" });
  const merchant = ["--name", "Toko", "--email", "toko@example.com"];
  const { merchant_id } = await jsonOf(cliIn(from), "merchant", "create", ...merchant);
  const file = join(folder, "embedded.backup");
  const { code, stderr } = await cliIn(from)("backup", "--to", file);
  expect([code, stderr]).toEqual([0, expect.stringContaining(`Keep ${join(from, "secret")} too`)]);

  expect(await refusalOf(cliIn(to), "restore", "--from", file)).toContain(
    `Copy the secret file of that installation to ${join(to, "secret")}`,
  );
  await mkdir(to, { recursive: true });
  await copyFile(join(from, "secret"), join(to, "secret"));
  expect((await cliIn(to)("restore", "--from", file)).code).toBe(0);
  // The restored database continues with its own secret.
  expect(await jsonOf(cliIn(to), "secrets", "rotate")).toEqual({
    resealed_count: 1,
    unreadable_count: 0,
    unreadable: [],
  });
  expect((await readFile(join(to, "secret"), "utf8")).match(/.\n/g)).toHaveLength(2);
  expect(await jsonOf(cliIn(to), "doctor")).toMatchObject({ is_ok: true });
  const key = await jsonOf(cliIn(to), "apikey", "create", "--merchant", String(merchant_id));
  expect(key).toMatchObject({ api_key: expect.any(String) });
});
