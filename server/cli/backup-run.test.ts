import { execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  chmod,
  chown,
  mkdtemp,
  readdir,
  readFile,
  rm,
  truncate,
  writeFile,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { connect } from "../db/client.ts";
import { verifyBackup } from "../db/restore.ts";
import { readMachineFigures } from "../domain/upkeep/machine-figures.ts";
import {
  cliEntry,
  cliProcessWith,
  cliWith,
  gatewayOfCli,
  jsonOf,
  settingsOf,
} from "../testing/cli-process.ts";
import { createTestDatabase, type TestDatabase } from "../testing/database.ts";
import { pendingPayment, shopWithAccount } from "../testing/fixtures.ts";
import { randomFrom } from "../testing/random.ts";
import { startTcpProxy } from "../testing/tcp-proxy.ts";
import { nameAt, superseded } from "./backup-folder.ts";

/** Tests the nightly backups: `backup run` and `backup verify`. */

let database: TestDatabase;
/** The data directory, which contains the embedded PostgreSQL for trial restores. */
let data: string;
let folder: string;
const folders: string[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  const gateway = gatewayOfCli(database);
  await pendingPayment(gateway, await shopWithAccount(gateway));
  data = await mkdtemp(join(tmpdir(), "tepat-trial-data-"));
  // If root starts the embedded PostgreSQL, it runs as another user.
  await chmod(data, 0o711);
});
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "tepat-backups-"));
  folders.push(folder);
});
afterAll(async () => {
  await database.drop();
  for (const each of [...folders, data]) await rm(each, { recursive: true, force: true });
});

const settings = (more: Record<string, string> = {}) => ({
  ...settingsOf(database),
  BACKUP_DIR: folder,
  TEPAT_DATA_DIR: data,
  ...more,
});
const run = (more?: Record<string, string>) => jsonOf(cliWith(settings(more)), "backup", "run");
const filesIn = async () => (await readdir(folder)).filter((name) => !name.startsWith(".status"));
const figures = async (copyCommand: string | null = null) =>
  (await readMachineFigures({ dataDirectory: data, backups: { folder, copyCommand } })).backups;
const failureOf = async (more: Record<string, string>, ...args: string[]) => {
  const { code, stderr } = await cliWith(settings(more))(...args);
  expect(code).toBe(1);
  return stderr;
};

describe("retention", () => {
  const at = (day: string) => nameAt(new Date(`${day}T23:00:00.000Z`));
  const days = (from: string, count: number) =>
    Array.from({ length: count }, (_, index) =>
      at(new Date(Date.parse(from) + index * 86_400_000).toISOString().slice(0, 10)),
    );

  test("keeps the newest backup of each of the latest days, weeks and months", () => {
    const names = days("2026-01-01", 100);
    const gone = new Set(superseded(names, { days: 3, weeks: 2, months: 2 }));
    expect(names.filter((name) => !gone.has(name))).toEqual([
      at("2026-03-31"),
      at("2026-04-05"),
      at("2026-04-08"),
      at("2026-04-09"),
      at("2026-04-10"),
    ]);
  });

  test("keeps the newest of a day with many backups, and all of a few", () => {
    const [morning, evening] = [
      nameAt(new Date("2026-04-10T01:00:00Z")),
      nameAt(new Date("2026-04-10T22:00:00Z")),
    ];
    expect(superseded([evening, morning], { days: 7, weeks: 4, months: 12 })).toEqual([morning]);
    expect(superseded(days("2026-04-01", 5), { days: 7, weeks: 4, months: 12 })).toEqual([]);
    expect(superseded([], { days: 1, weeks: 0, months: 0 })).toEqual([]);
  });

  test("keeps the last good files if no new backup arrives for a long time", () => {
    const old = days("2020-01-01", 7);
    expect(superseded(old, { days: 7, weeks: 4, months: 12 })).toEqual([]);
  });
});

test("a run saves the database, deletes only outdated backups, and reports its result", async () => {
  const old = [nameAt(new Date("2026-01-05T23:00:00Z")), nameAt(new Date("2026-01-06T23:00:00Z"))];
  const mine = ["notes.txt", "tepat-2026-01-01T010203Z.backup", "before-upgrade.backup"];
  for (const name of [...old, ...mine]) await writeFile(join(folder, name), "");
  expect(await figures()).toEqual([
    { step: "backup", is_ok: null, succeeded_at: null },
    { step: "restore", is_ok: null, succeeded_at: null },
  ]);
  const { file } = await run({ BACKUP_KEEP: "2,0,0" });
  expect((await filesIn()).toSorted()).toEqual(
    [...mine, old[1] as string, String(file).slice(folder.length + 1)].toSorted(),
  );
  await verifyBackup(String(file));
  const [backup] = await figures();
  expect(backup).toMatchObject({ is_ok: true, succeeded_at: expect.any(Date) });
});

test("a trial restores the newest backup beside the gateway, and reports the result", async () => {
  const { file } = await run();
  const cli = cliWith(settings());
  expect(await jsonOf(cli, "backup", "verify")).toMatchObject({ file });
  expect(await jsonOf(cli, "backup", "verify", "--restore")).toMatchObject({
    file,
    broken_invariants: [],
  });
  const before = (await figures())[1];
  expect(before).toMatchObject({ step: "restore", is_ok: true });
  await truncate(String(file), 2000);
  expect(await failureOf({}, "backup", "verify", "--restore")).toContain("cut off or damaged");
  expect((await figures())[1]).toEqual({ ...before, is_ok: false });
});

test("a trial without an embedded PostgreSQL uses its own database on the server, and drops it", async () => {
  await run();
  const { tryRestore } = await import("./backup-trial.ts");
  const { readConfig } = await import("../start/config.ts");
  const [name = ""] = await filesIn();
  const file = join(folder, name);
  const trial = tryRestore(readConfig(settings()), file, await verifyBackup(file), {
    hasEmbedded: false,
  });
  expect(await trial).toEqual([]);
  const left = await database.sql`select from pg_database where datname like 'tepat_trial_%'`;
  expect(left).toHaveLength(0);
});

const noAge = spawnSync("age-keygen", ["--version"]).status !== 0;
describe.skipIf(noAge)(`encrypted to a key of age${noAge ? " (skipped: no age)" : ""}`, () => {
  test("only the private key opens a backup, and no plain file stays", async () => {
    const identity = join(data, "backup.key");
    execFileSync("age-keygen", ["-o", identity], { stdio: "pipe" });
    const recipient = /age1\w+/.exec(await readFile(identity, "utf8"))?.[0] ?? "";
    const { file } = await run({ BACKUP_RECIPIENT: recipient });
    expect(await filesIn()).toEqual([expect.stringMatching(/\.backup\.age$/)]);
    expect((await readFile(String(file))).subarray(0, 21).toString()).toBe("age-encryption.org/v1");
    expect(
      await jsonOf(cliWith(settings({ BACKUP_IDENTITY_FILE: identity })), "backup", "verify"),
    ).toMatchObject({ file });
    expect(await failureOf({}, "backup", "verify")).toContain("BACKUP_IDENTITY_FILE names");
    expect(await filesIn()).toHaveLength(1);
  });

  test("an invalid key is reported, the earlier backup is kept and no plain file stays", async () => {
    const { file } = await run();
    const wrong = { BACKUP_RECIPIENT: "age1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqq" };
    expect(await failureOf(wrong, "backup", "run")).toMatch(
      /could not be encrypted to age1q+: exit code 1, .*recipient/,
    );
    expect(await filesIn()).toEqual([String(file).slice(folder.length + 1)]);
    expect((await figures())[0]).toMatchObject({ is_ok: false, succeeded_at: expect.any(Date) });
  });
});

const noGpg = spawnSync("gpg", ["--version"]).status !== 0;
describe.skipIf(noGpg)(`encrypted to a key of gpg${noGpg ? " (skipped: no gpg)" : ""}`, () => {
  test("a backup is opened with the keyring, and a missing key is reported", async () => {
    const GNUPGHOME = join(data, "gnupg");
    execFileSync("install", ["-d", "-m", "700", GNUPGHOME]);
    const env = { ...process.env, GNUPGHOME };
    const make = ["--batch", "--passphrase", "", "--quick-gen-key", "backup@example.com"];
    execFileSync("gpg", [...make, "future-default", "default", "never"], { env, stdio: "pipe" });
    try {
      const keyring = { GNUPGHOME, BACKUP_RECIPIENT: "gpg:backup@example.com" };
      const { file } = await run(keyring);
      expect(file).toMatch(/\.backup\.gpg$/);
      expect(await jsonOf(cliWith(settings(keyring)), "backup", "verify")).toMatchObject({ file });
      const missing = { GNUPGHOME, BACKUP_RECIPIENT: "gpg:nobody@example.com" };
      expect(await failureOf(missing, "backup", "run")).toContain(
        "could not be encrypted to gpg:nobody@example.com",
      );
      expect(await filesIn()).toHaveLength(1);
    } finally {
      spawnSync("gpgconf", ["--kill", "all"], { env });
    }
  });
});

describe("the copy", () => {
  test("is made by the operator's command, which gets the file and no secret", async () => {
    const elsewhere = join(data, "elsewhere");
    const command = `cp "$TEPAT_BACKUP_FILE" '${elsewhere}' && env > '${elsewhere}.env'`;
    const { file, is_copied } = await run({
      BACKUP_COPY_COMMAND: command,
      GOOGLE_CLIENT_ID: "client-of-google",
      GOOGLE_CLIENT_SECRET: "hush",
      MICROSOFT_CLIENT_ID: "client-of-microsoft",
      MICROSOFT_CLIENT_SECRET: "hush",
      OTEL_EXPORTER_OTLP_HEADERS: "x-key=hush",
      OTEL_EXPORTER_OTLP_TRACES_HEADERS: "x-key=hush",
      OTEL_EXPORTER_OTLP_METRICS_HEADERS: "x-key=hush",
      OTEL_EXPORTER_OTLP_LOGS_HEADERS: "x-key=hush",
      POSTGRES_PASSWORD: "hush",
      PGPASSWORD: "hush",
    });
    expect(is_copied).toBe(true);
    expect(await readFile(elsewhere)).toEqual(await readFile(String(file)));
    expect(await readFile(`${elsewhere}.env`, "utf8")).not.toMatch(/SECRET|postgres:|hush/);
    expect((await figures(command))[1]).toMatchObject({ step: "copy", is_ok: true });
  });

  test("is reported if it fails, and the backup itself stays", async () => {
    const command = "echo the other end is away >&2; exit 3";
    const told = await failureOf({ BACKUP_COPY_COMMAND: command }, "backup", "run");
    expect(told).toContain("exit code 3, the other end is away");
    expect(told).toContain("The backup itself was made and is kept.");
    const [name = ""] = await filesIn();
    await verifyBackup(join(folder, name));
    expect(await figures(command)).toMatchObject([
      { step: "backup", is_ok: true },
      { step: "copy", is_ok: false, succeeded_at: null },
      { step: "restore" },
    ]);
  });
});

test("a run while another runs changes nothing, and does not count as a failure", async () => {
  await run();
  const before = [await filesIn(), await figures()];
  const other = connect(database.url, { connections: 1 });
  await other`select pg_advisory_lock(hashtext('tepat backup run'))`;
  expect(await failureOf({}, "backup", "run")).toBe(
    "Another backup run is under way. Wait until it ends.\n",
  );
  await other.end();
  expect([await filesIn(), await figures()]).toEqual(before);
});

test("a full disk is reported, and the earlier backups stay", async () => {
  const { file } = await run();
  const script = `ulimit -f 1; exec "$0" "$@"`;
  const child = spawn("sh", ["-c", script, process.execPath, cliEntry, "backup", "run"], {
    env: { PATH: process.env["PATH"], ...settings() },
    stdio: ["ignore", "ignore", "pipe"],
  });
  let told = "";
  child.stderr.on("data", (piece: Buffer) => (told += piece.toString()));
  const [code] = await once(child, "exit");
  expect([code, told]).toEqual([1, expect.stringContaining("The backup cannot be written")]);
  expect(await filesIn()).toEqual([String(file).slice(folder.length + 1)]);
});

test("a missing folder is not created, because its disk might not be mounted", async () => {
  const nowhere = join(folder, "nowhere");
  expect(await failureOf({ BACKUP_DIR: nowhere }, "backup", "run")).toBe(
    `There is no folder ${nowhere}, which BACKUP_DIR names. Mount its disk or create the folder.\n`,
  );
  expect(await failureOf({ BACKUP_DIR: "" }, "backup", "run")).toContain("BACKUP_DIR is not set");
});

const noRoot = process.getuid?.() !== 0;
test.skipIf(noRoot)(
  `a folder of another user is unchanged${noRoot ? " (skipped: only root can give one away)" : ""}`,
  async () => {
    await chown(folder, 65_534, 65_534);
    const told = await failureOf({}, "backup", "run");
    expect(told).toMatch(/belongs to another user. Run the command as that user/);
    expect(await readdir(folder)).toEqual([]);
  },
);

test("a run killed at any moment leaves the earlier backup, and the next one cleans up", async () => {
  const draw = randomFrom("moments of the kills");
  let length = 0;
  const counting = await startTcpProxy(database.url, 0, (client) =>
    client.on("data", (piece) => (length += piece.length)),
  );
  await cliProcessWith(settings({ DATABASE_URL: counting.through(database.url) }))("backup", "run");
  counting.close();
  const [name = ""] = await filesIn();
  for (const part of [0, 1, 2]) {
    const bytes = ((part + draw()) / 3) * 0.95 * length;
    let sent = 0;
    const network = await startTcpProxy(database.url, 0, (client) =>
      client.on("data", (piece) => {
        sent += piece.length;
        if (sent >= bytes) child.kill("SIGKILL");
      }),
    );
    const env = settings({ DATABASE_URL: network.through(database.url) });
    const child = spawn(process.execPath, [cliEntry, "backup", "run"], {
      env: { PATH: process.env["PATH"], ...env },
      stdio: "ignore",
    });
    await once(child, "exit");
    network.close();
  }
  await verifyBackup(join(folder, name));
  // The session of a killed process holds the lock until PostgreSQL notices the kill.
  await expect.poll(async () => (await cliWith(settings())("backup", "run")).code).toBe(0);
  for (const name of await filesIn()) expect(name).toMatch(/^tepat-.*\.backup$/);
});

test("a file with an endless line is refused before it fills the memory", async () => {
  const endless = join(folder, "endless.backup");
  await writeFile(endless, gzipSync(Buffer.alloc(80 * 1024 * 1024)));
  for (const args of [
    ["backup", "verify", "--from", endless],
    ["restore", "--from", endless],
  ]) {
    expect(await failureOf({}, ...args)).toBe(
      `${endless} is not a backup of Tepat. One of its lines has no end.\n`,
    );
  }
});
