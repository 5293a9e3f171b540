import { createServer, type AddressInfo } from "node:net";
import { pino } from "pino";
import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readConfig } from "../start/config.ts";
import type { Sql } from "../db/client.ts";
import { operatorCli } from "../domain/access/audit.ts";
import type { Session } from "../domain/access/sessions.sql.ts";
import { createForwardingAddress, disconnectMailbox } from "../domain/mail/own-mailboxes.ts";
import { describeInvariants } from "../domain/upkeep/invariants.ts";
import { createSecretBox } from "../domain/security/secrets.ts";
import { startServer } from "../server.ts";
import { cliWith, gatewayOfCli, settingsOf } from "../testing/cli-process.ts";
import { takeClock } from "../testing/database-clock.ts";
import { switchOffRefusedRules } from "../domain/mutations/reading-rules.ts";
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from "../testing/database.ts";
import {
  approvedDevice,
  pendingPayment,
  shopWithAccount,
  watchingMailbox,
} from "../testing/fixtures.ts";
import { freePort } from "../testing/free-port.ts";

let database: TestDatabase;
let healthy: Record<string, string>;

beforeAll(async () => {
  database = await createTestDatabase();
  await shopWithAccount(gatewayOfCli(database));
  healthy = {
    ...settingsOf(database),
    PORT: String(await freePort()),
    HOST: "127.0.0.1",
    TRANSPORT: "node",
  };
});
afterAll(() => database.drop());

interface Diagnosis {
  is_ok: boolean;
  checks: { check: string; is_ok: boolean; detail: string }[];
}

/**
 * This finding always appears here, because the tests' PostgreSQL runs without fsync. database.test.ts examines a
 * PostgreSQL with fsync.
 */
const durability = expect.stringMatching(
  /^switched off: fsync, full_page_writes\. If .*alter system set fsync/,
);

/**
 * Returns the details of all other findings, by check. Checks that the exit code and `is_ok` agree with
 * them.
 */
async function wrong(
  settings: Record<string, string>,
  ...options: string[]
): Promise<Record<string, string>> {
  const { code, stdout, stderr } = await cliWith(settings)("doctor", "--json", ...options);
  const { is_ok, checks } = JSON.parse(stdout) as Diagnosis;
  const failures = checks.filter((finding) => !finding.is_ok);
  expect(is_ok).toBe(failures.length === 0);
  expect([code, stderr]).toEqual(
    is_ok ? [0, ""] : [1, `Wrong: ${failures.map(({ check }) => check).join(", ")}.\n`],
  );
  const details = Object.fromEntries(failures.map(({ check, detail }) => [check, detail]));
  expect(details["durability"] ?? durability).toEqual(durability);
  delete details["durability"];
  return details;
}

/** Replaces one of PostgreSQL's functions while `work` runs. */
async function withFakeFunction(definition: string, work: () => Promise<void>): Promise<void> {
  const fake = await createTestDatabase();
  const name = new URL(fake.url).pathname.slice(1);
  try {
    await fake.sql.unsafe(`create function public.${definition}`);
    await fake.sql.unsafe(`alter database "${name}" set search_path = public, pg_catalog`);
    healthy = { ...healthy, DATABASE_URL: fake.url };
    await work();
  } finally {
    healthy = { ...healthy, DATABASE_URL: database.url };
    await fake.drop();
  }
}

describe("doctor", () => {
  test("reports a healthy installation, with one line per check", async () => {
    const { code, stdout, stderr } = await cliWith(healthy)("doctor");
    expect([code, stderr]).toEqual([1, "Wrong: durability.\n"]);
    const lines = stdout.trimEnd().split("\n");
    expect(lines.map((line) => line.split(/ {2,}/).slice(0, 2))).toEqual([
      ["ok", "Node.js"],
      ["ok", "settings"],
      ["ok", "database"],
      ["ok", "migrations"],
      ["ok", "TEPAT_SECRET"],
      ["ok", "clocks"],
      ["WRONG", "durability"],
      ["ok", "replication"],
      ["ok", "time zone"],
      ["ok", "recurring work"],
      ["ok", "rate limits"],
      ["ok", "webhooks"],
      ["ok", "sources"],
      ["ok", "taught wordings"],
      ["ok", "invariants"],
      ["ok", "rules"],
      ["ok", "transport"],
      ["ok", "port"],
      ["ok", "forwarded emails"],
      ["ok", "public address"],
    ]);
    expect(stdout).toContain("can open the secrets in the database");
    expect(stdout).toContain(`${healthy["PORT"]} is free`);
  });

  test("lists wrong settings and stops", async () => {
    const settings = { ...healthy, PORT: "http", QUOTA_TIME_ZONE: "Mars" };
    expect(await wrong(settings)).toEqual({
      settings: expect.stringMatching(/PORT must be a whole number.*QUOTA_TIME_ZONE must be/),
    });
  });

  test("explains how to fix a database that is down, once", async () => {
    expect(await wrong({ ...healthy, DATABASE_URL: "postgres://127.0.0.1:1/none" })).toEqual({
      database: "connect ECONNREFUSED 127.0.0.1:1. Start PostgreSQL, or correct DATABASE_URL",
    });
  });

  test("explains for each of several hosts why it is not the leader", async () => {
    const nobody = [await freePort(), await freePort()].map((port) => `127.0.0.1:${port}`);
    const DATABASE_URL = healthy["DATABASE_URL"]?.replace(/@[^/]+/, `@${nobody.join(",")}`) ?? "";
    const [first, second] = nobody.map(
      (host) => `${host} cannot be used (connect ECONNREFUSED ${host})`,
    );
    expect(await wrong({ ...healthy, DATABASE_URL })).toEqual({
      database: `none of these hosts accepts writes: ${first}; ${second}. Start PostgreSQL, let the cluster choose a leader, or correct DATABASE_URL`,
    });
  });

  test("finds a read-only database", async () => {
    const name = new URL(database.url).pathname.slice(1);
    await database.sql.unsafe(`alter database "${name}" set default_transaction_read_only = on`);
    try {
      expect(await wrong(healthy)).toMatchObject({
        database: expect.stringMatching(/^The database is read-only\. Make room, or/),
      });
    } finally {
      await database.sql.unsafe(`alter database "${name}" reset default_transaction_read_only`);
    }
  });

  test("explains how to fix a data directory without a database", async () => {
    const { DATABASE_URL: _, ...embedded } = healthy;
    const settings = { ...embedded, TEPAT_EMBEDDED: "1", TEPAT_DATA_DIR: "/dev/null/tepat" };
    const findings = await wrong(settings);
    expect(findings["database"]).toBe(
      "There is no database in /dev/null/tepat yet. To create one, run npm start or npx tepat migrate. If the database is elsewhere, set TEPAT_DATA_DIR.",
    );
  });

  test("finds due migrations, and applies none", async () => {
    const empty = await createEmptyDatabase();
    const settings = { ...healthy, DATABASE_URL: empty.url };
    expect(await wrong(settings)).toEqual({
      migrations: expect.stringMatching(
        /^not applied: 0001_create_schema(, \d{4}_\w+)*(, function \w+)* … \(\+\d+\)\. Run npx tepat migrate/,
      ),
    });
    const [table] = await empty.sql`select to_regclass('schema_migrations') as name`;
    expect(table).toEqual({ name: null });
    await empty.drop();
  });

  test.each([
    [
      "another",
      "a secret that this database was not used with",
      "Set this database's earlier secret",
    ],
    ["a short", "short", "at least 32 characters"],
  ])("finds %s TEPAT_SECRET", async (_, TEPAT_SECRET, detail) => {
    const findings = await wrong({ ...healthy, TEPAT_SECRET });
    expect(Object.values(findings)).toEqual([expect.stringContaining(detail)]);
  });

  test("finds data that breaks a rule, explains the fix, and changes nothing", async () => {
    const edited = await createTestDatabase();
    await shopWithAccount(gatewayOfCli(edited));
    await edited.sql`update payment_counters set payment_count = 7`;
    const settings = { ...healthy, DATABASE_URL: edited.url };
    const invariants = expect.stringMatching(
      /^payment numbers have no gaps, but see \{"merchant_id":.*rows were removed manually/,
    );
    expect(await wrong(settings)).toEqual({ invariants });
    expect(await wrong(settings, "--thorough")).toEqual({ invariants });
    await edited.drop();
  });

  test("postpones slow rules to a quiet hour if a gateway is running", async () => {
    const sql = Object.assign(
      {},
      {
        begin: () =>
          Promise.reject(Object.assign(new postgres.PostgresError("too long"), { code: "57014" })),
      },
    ) as unknown as Sql;
    const settings = { quotaTimeZone: "Asia/Jakarta" };
    expect(await describeInvariants(sql, settings, { statement_milliseconds: 2_000 })).toMatch(
      /^0 hold, \d+ would take more than 2 s each. To check them, run npx tepat doctor --thorough/,
    );
  });

  test("finds a phone that shows no texts, one whose queue grows, and a mailbox that cannot be read", async () => {
    const neglected = await createTestDatabase();
    const gateway = gatewayOfCli(neglected);
    const shop = await shopWithAccount(gateway);
    const settings = { ...healthy, DATABASE_URL: neglected.url };
    const hidden = await approvedDevice(gateway, shop);
    const full = await approvedDevice(gateway, shop);
    const mailbox = await watchingMailbox(gateway, shop, [shop]);
    expect(await wrong(settings)).toEqual({});

    await neglected.sql`
      update devices set hidden_text_at = now() where device_id = ${hidden.device_id}
    `;
    await neglected.sql`
      update devices
      set last_heartbeat_at = now(), last_seen_at = now(), queue_length = 7,
        queue_growing_since = now() - interval '1 day'
      where device_id = ${full.device_id}
    `;
    const { sources } = await wrong(settings);
    expect(sources).toMatch(/^2 of 2 phones have problems \(/);
    expect(sources).toContain("hidden_texts 1");
    expect(sources).toContain("growing_queue 1");
    expect(sources).not.toContain("mailboxes");

    await neglected.sql`
      update devices set offline_since = now() where device_id = ${mailbox.device_id}
    `;
    expect((await wrong(settings))["sources"]).toContain(
      "1 of 1 mailboxes have problems (silent), such as kasir@toko.example",
    );
    await neglected.drop();
  });

  test("finds offline phones, open invoices past their deadline, and an address without TLS", async () => {
    const neglected = await createTestDatabase();
    const gateway = gatewayOfCli(neglected);
    const shop = await shopWithAccount(gateway);
    await approvedDevice(gateway, shop);
    await neglected.sql`
      update devices set last_heartbeat_at = now() - interval '1 hour', last_seen_at = now() - interval '1 hour'
    `;
    await pendingPayment(gateway, shop);
    await neglected.sql`
      update payments set created_at = now() - interval '1 day', payment_expired_at = now() - interval '1 hour'
    `;
    const settings = { DATABASE_URL: neglected.url, PUBLIC_URL: "http://pay.example.com" };
    expect(await wrong({ ...healthy, ...settings })).toMatchObject({
      sources: expect.stringContaining(
        "1 of 1 phones have problems (silent 1). Run npx tepat device list",
      ),
      "recurring work": expect.stringContaining("overdue invoices have not been ended"),
      "public address": expect.stringContaining("http://pay.example.com is not encrypted"),
    });
    await neglected.drop();
  });

  test("names the merchants whose taught wordings a sender could forge", async () => {
    const taught = await createTestDatabase();
    const gateway = gatewayOfCli(taught);
    const { merchant_id } = await shopWithAccount(gateway);
    await taught.sql`
      insert into reading_rules (merchant_id, rule_id, package_name, template, sample, created_at)
      values (${merchant_id}, gen_random_uuid(), 'com.bca', 'Kirim uang {amount} ke ANI sukses', '{}', now())
    `;
    const settings = { ...healthy, DATABASE_URL: taught.url };
    expect(await wrong(settings)).toEqual({
      "taught wordings": `taught wordings that could accept a sender's words are still on: 1 of merchant ${merchant_id}. Restart the server, which switches them off`,
    });
    expect(await switchOffRefusedRules(gateway)).toBe(1);
    expect(await wrong(settings)).toEqual({});
    const { stdout } = await cliWith(settings)("doctor");
    expect(stdout).toContain(
      `taught wordings that could accept a sender's words are switched off: 1 of merchant ${merchant_id}`,
    );
    await taught.drop();
  });

  test("finds a secret changed after the first merchant", async () => {
    const mixed = await createTestDatabase();
    await shopWithAccount(gatewayOfCli(mixed));
    const TEPAT_SECRET = "y".repeat(32);
    const later = { ...healthy, DATABASE_URL: mixed.url, TEPAT_SECRET };
    const secrets = createSecretBox(TEPAT_SECRET);
    await shopWithAccount(Object.assign(gatewayOfCli(mixed), { secrets }));
    expect(Object.keys(await wrong({ ...healthy, DATABASE_URL: mixed.url }))).toEqual([
      "TEPAT_SECRET",
    ]);
    expect(Object.keys(await wrong(later))).toEqual(["TEPAT_SECRET"]);
    await mixed.drop();
  });

  test("finds clocks that differ by more than 5 seconds", async () => {
    const other = await createTestDatabase();
    const clock = await takeClock(other.sql);
    const settings = { ...healthy, DATABASE_URL: other.url };
    await clock.set(4);
    expect(await wrong(settings)).toEqual({});
    for (const seconds of [7, -7]) {
      await clock.set(seconds);
      const { clocks } = await wrong(settings);
      expect(clocks).toMatch(
        /^the clocks of this machine and of the database are [67]\.\d s apart/,
      );
    }
    await other.drop();
  });

  test("finds a PostgreSQL that is too old", async () => {
    const definition = `current_setting(name text) returns text
      return case name when 'server_version' then '14.9' else '140009' end`;
    await withFakeFunction(definition, async () => {
      expect(await wrong(healthy)).toEqual({
        database: expect.stringContaining("PostgreSQL 14.9 is too old. Upgrade it to 15"),
      });
    });
  });
});

describe("doctor looks at the port", () => {
  const portOf = async (settings: Record<string, string>) => {
    const { stdout } = await cliWith(settings)("doctor", "--json");
    return (JSON.parse(stdout) as Diagnosis).checks.find(({ check }) => check === "port");
  };

  test("and finds Tepat on it", async () => {
    const config = readConfig({ ...healthy, PORT: "0" });
    const server = await startServer(config, pino({ level: "silent" }));
    const { port } = new URL(server.url);
    expect(await portOf({ ...healthy, PORT: port })).toEqual({
      check: "port",
      is_ok: true,
      detail: `Tepat responds on port ${port}`,
    });
    await server.close();
  });

  test("and finds another program on it", async () => {
    const other = createServer((socket) => socket.destroy()).listen(0, "127.0.0.1");
    await new Promise((resolve) => other.once("listening", resolve));
    const { port } = other.address() as AddressInfo;
    expect(await portOf({ ...healthy, PORT: String(port) })).toMatchObject({
      is_ok: false,
      detail: `another program listens on ${port}. Stop it, or set PORT`,
    });
    await new Promise((resolve) => other.close(resolve));
  });

  test("and finds an address that is not this machine's", async () => {
    expect(await portOf({ ...healthy, HOST: "192.0.2.1" })).toMatchObject({
      is_ok: false,
      detail: "this machine has no address 192.0.2.1. Correct HOST",
    });
  });
});

describe("doctor looks at the reception of emails", () => {
  const emailsOf = async (settings: Record<string, string>) => {
    const { stdout } = await cliWith(settings)("doctor", "--json");
    const found = (JSON.parse(stdout) as Diagnosis).checks.find(
      ({ check }) => check === "forwarded emails",
    );
    return found && [found.is_ok, found.detail];
  };
  const domain = { SMTP_RECEIVE_DOMAIN: "in.tepat.example" };

  test("which is off, elsewhere, under way or not begun", async () => {
    expect(await emailsOf(healthy)).toEqual([true, "no emails are received"]);
    expect(await emailsOf({ ...healthy, ...domain })).toEqual([
      true,
      "addresses end in @in.tepat.example; this process does not receive emails",
    ]);
    const smtp = String(await freePort());
    const settings = { ...healthy, ...domain, SMTP_RECEIVE: `127.0.0.1:${smtp}` };
    expect(await emailsOf(settings)).toEqual([true, `${smtp} is free`]);
    const quiet = pino({ level: "silent" });
    const receiving = await startServer(readConfig({ ...settings, PORT: "0" }), quiet);
    const { port } = new URL(receiving.url);
    expect(await emailsOf({ ...settings, PORT: port })).toEqual([
      true,
      `Tepat receives emails on ${smtp}`,
    ]);
    expect(await emailsOf({ ...settings, PORT: port, SMTP_RECEIVE: "192.0.2.1:25" })).toEqual([
      false,
      "this machine has no address 192.0.2.1. Correct SMTP_RECEIVE",
    ]);
    const other = String(await freePort());
    expect(await emailsOf({ ...settings, PORT: port, SMTP_RECEIVE: `127.0.0.1:${other}` })).toEqual(
      [false, `nothing listens on ${other}. Restart Tepat with SMTP_RECEIVE`],
    );
    await receiving.close();
  });

  test("and finds another program in its place, and addresses without a domain", async () => {
    const other = createServer((socket) => socket.end("220 mail.example ESMTP\r\n"));
    other.listen(0, "127.0.0.1");
    await new Promise((resolve) => other.once("listening", resolve));
    const { port } = other.address() as AddressInfo;
    expect(await emailsOf({ ...healthy, ...domain, SMTP_RECEIVE: `127.0.0.1:${port}` })).toEqual([
      false,
      `another program listens on ${port}. Stop it, or correct SMTP_RECEIVE`,
    ]);
    await new Promise((resolve) => other.close(resolve));
    const gateway = gatewayOfCli(database);
    const { merchant_id, account_id } = await shopWithAccount(gateway, { channel: "OCBC" });
    const { mailbox } = await createForwardingAddress(gateway, operatorCli, {
      session: { merchant_id, is_confirmed: true } as unknown as Session,
      address: "kasir@toko.example",
      account_ids: [account_id],
    });
    expect(await emailsOf(healthy)).toEqual([
      false,
      expect.stringContaining("Set SMTP_RECEIVE_DOMAIN"),
    ]);
    const device_id = mailbox?.device_id as string;
    await disconnectMailbox(gateway, operatorCli, { merchant_id, device_id });
  });
});
