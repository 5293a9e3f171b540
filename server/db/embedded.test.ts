import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import {
  appendFileSync,
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";

import { afterAll, afterEach, expect, test } from "vitest";

import { connect, type Sql } from "./client.ts";
import { launchEmbedded, startEmbedded, type EmbeddedDatabase } from "./embedded.ts";
import { commandLine, isAlive } from "./embedded/process.ts";

const isRoot = process.getuid?.() === 0;
const cleanUps: (() => unknown)[] = [];

/** The cluster is initialised once. Every test leaves it stopped in some state, from which the next test starts. */
const dataDirectory = await makeCluster();

afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).toReversed()) await cleanUp();
});
afterAll(() => rmSync(dataDirectory, { recursive: true }));

test("a later start finds the cluster of the first one", async () => {
  const fresh = makeFolder();
  const first = await startEmbedded({ dataDirectory: fresh, fsync: false });
  await query(first.url, (sql) => sql`create table kept as select 42 as answer`);
  await first.stop();

  const second = await start(fresh);
  const [row] = await query(second.url, (sql) => sql`select answer from kept`);
  expect(row).toEqual({ answer: 42 });
  expect(second.url).toBe(first.url);
});

test("the database's user is not a superuser, and a wrong password is refused", async () => {
  const { url } = await start(dataDirectory);
  const [role] = await query(
    url,
    (sql) => sql`select rolsuper from pg_roles where rolname = current_user`,
  );
  expect(role).toEqual({ rolsuper: false });

  const wrong = new URL(url);
  wrong.password = "wrong";
  await expect(query(wrong.href, (sql) => sql`select 1`)).rejects.toMatchObject({ code: "28P01" });
  wrong.username = "postgres";
  wrong.password = "";
  await expect(query(wrong.href, (sql) => sql`select 1`)).rejects.toMatchObject({ code: "28P01" });
});

test("PostgreSQL listens on the loopback address only and keeps its password to itself", async () => {
  const { url } = await start(dataDirectory);
  const [row] = await query(url, (sql) => sql`show listen_addresses`);
  expect(row).toEqual({ listen_addresses: "127.0.0.1" });
  const { mode } = statSync(path.join(dataDirectory, "postgres/tepat.json"));
  expect(mode & 0o777).toBe(0o600);
});

test("a launched PostgreSQL becomes ready automatically, and its problem reaches every waiting caller", async () => {
  const { ready } = await launchEmbedded({ dataDirectory, fsync: false });
  const { url, stop } = await ready;
  const pid = postmasterPid(dataDirectory);
  expect(await query(url, (sql) => sql`select 1 as one`)).toEqual([{ one: 1 }]);
  await stop();
  await stop();
  expect(commandLine(pid)).toBe("");

  const nothing = { dataDirectory: makeFolder(), mayMake: false };
  await expect((await launchEmbedded(nothing)).ready).rejects.toThrow("There is no database in");
});

test("only the last process to leave stops PostgreSQL", async () => {
  const server = await startEmbedded({ dataDirectory, fsync: false });
  const command = await startEmbedded({ dataDirectory, fsync: false });
  expect(command.url).toBe(server.url);
  const pid = postmasterPid(dataDirectory);

  await server.stop();
  expect(await query(command.url, (sql) => sql`select 1 as one`)).toEqual([{ one: 1 }]);
  await command.stop();
  expect(commandLine(pid)).toBe("");
});

test("processes that start and stop simultaneously share one PostgreSQL each time", async () => {
  const fresh = makeFolder();
  for (let round = 0; round < 3; round += 1) {
    const holders = await Promise.all([1, 2, 3].map(() => startHolder(fresh)));
    expect(new Set(holders.map((holder) => holder.url)).size).toBe(1);
    const pid = postmasterPid(fresh);
    await Promise.all(holders.map((holder) => end(holder.process, "SIGTERM")));
    expect(commandLine(pid)).toBe("");
  }
});

/** V8 ends a process without free memory as `abort()` does. */
const deaths = ["SIGKILL", "SIGABRT"] as const;

test.each(deaths)("PostgreSQL survives a server that ended by %s and is reused", async (death) => {
  const killed = await startHolder(dataDirectory);
  const pid = postmasterPid(dataDirectory);
  await end(killed.process, death);
  expect(commandLine(pid)).toContain("postgres");

  const adopted = await startEmbedded({ dataDirectory, fsync: false });
  expect(adopted.url).toBe(killed.url);
  expect(postmasterPid(dataDirectory)).toBe(pid);
  await adopted.stop();
  expect(commandLine(pid)).toBe("");
});

test("a start after a kill of all processes keeps committed data", async () => {
  const killed = await startHolder(dataDirectory);
  await query(killed.url, (sql) => sql`create table kept as select 42 as answer`);
  await end(killed.process, "SIGKILL");
  process.kill(postmasterPid(dataDirectory), "SIGKILL");

  const { url } = await start(dataDirectory);
  expect(await query(url, (sql) => sql`select answer from kept`)).toEqual([{ answer: 42 }]);
});

test("a lock file is removed if its process id belongs to another program", async () => {
  const folder = path.join(dataDirectory, "postgres");
  const { uid, gid } = statSync(folder);
  const stranger = spawn("sleep", ["3600"], isRoot ? { uid, gid, cwd: "/" } : {});
  cleanUps.push(() => stranger.kill());
  writeFileSync(
    path.join(folder, "postmaster.pid"),
    `${stranger.pid}\n${folder}\n1700000000\n5432\n\n127.0.0.1\n  1 1\nready   \n`,
  );

  const { url } = await start(dataDirectory);
  expect(await query(url, (sql) => sql`select 1 as one`)).toEqual([{ one: 1 }]);
  expect(isAlive(stranger.pid ?? 0)).toBe(true);
});

test("a port used by another program is replaced", async () => {
  const before = await startEmbedded({ dataDirectory, fsync: false });
  await before.stop();
  const taken = Number(new URL(before.url).port);
  const other = createServer().listen(taken, "127.0.0.1");
  await once(other, "listening");
  cleanUps.push(() => other.close());

  const { url } = await start(dataDirectory);
  expect(Number(new URL(url).port)).not.toBe(taken);
  expect(await query(url, (sql) => sql`select 1 as one`)).toEqual([{ one: 1 }]);
});

test("PostgreSQL restarts at the same address after a kill under a running server", async () => {
  const { url } = await start(dataDirectory);
  const pid = postmasterPid(dataDirectory);
  process.kill(pid, "SIGKILL");

  await expect
    .poll(() => query(url, (sql) => sql`select 1 as one`).catch(() => "down"))
    .toEqual([{ one: 1 }]);
  expect(postmasterPid(dataDirectory)).not.toBe(pid);
});

test("a second start succeeds after an interrupted first start", async () => {
  const fresh = makeFolder();
  const attempt = path.join(fresh, "postgres.new-2147483646");
  mkdirSync(attempt);
  writeFileSync(path.join(attempt, "PG_VERSION"), "18\n");

  await start(fresh);
  expect(readdirSync(fresh).toSorted()).toEqual(["postgres", "postgres.log"]);
});

test("a failed start shows the end of PostgreSQL's log", async () => {
  const file = path.join(dataDirectory, "postgres/postgresql.conf");
  const original = readFileSync(file);
  appendFileSync(file, "work_mem = 'plenty'\n");
  cleanUps.push(() => writeFileSync(file, original));
  await expect(startEmbedded({ dataDirectory, fsync: false })).rejects.toThrow(
    /postgres\.log[^]*invalid value for parameter "work_mem"/,
  );
});

test.runIf(isRoot && process.platform === "linux")(
  "root can start it in a folder that no other user can enter",
  async () => {
    const closed = makeFolder();
    chmodSync(closed, 0o700);
    const { url } = await start(path.join(closed, "checkout", ".tepat"));
    expect(await query(url, (sql) => sql`select 1 as one`)).toEqual([{ one: 1 }]);
    expect(statSync(path.join(closed, "checkout/.tepat/postgres")).uid).not.toBe(0);
  },
);

async function makeCluster(): Promise<string> {
  const folder = mkdtempSync(path.join(tmpdir(), "tepat-"));
  const made = await startEmbedded({ dataDirectory: folder, fsync: false });
  await made.stop();
  return folder;
}

function makeFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), "tepat-"));
  cleanUps.push(() => rmSync(folder, { recursive: true }));
  return folder;
}

async function start(folder: string): Promise<EmbeddedDatabase> {
  const database = await startEmbedded({ dataDirectory: folder, fsync: false });
  cleanUps.push(database.stop);
  return database;
}

async function query<T>(url: string, ask: (sql: Sql) => PromiseLike<T>): Promise<T> {
  const sql = connect(url, { connections: 1 });
  try {
    return await ask(sql);
  } finally {
    await sql.end({ timeout: 0 });
  }
}

function postmasterPid(folder: string): number {
  return Number.parseInt(readFileSync(path.join(folder, "postgres/postmaster.pid"), "utf8"));
}

/** Starts another process that uses the database until it is stopped. */
async function startHolder(folder: string): Promise<{ process: ChildProcess; url: string }> {
  const program = `
    import { startEmbedded } from ${JSON.stringify(import.meta.resolve("./embedded.ts"))};
    const database = await startEmbedded({ dataDirectory: process.argv[1], fsync: false });
    process.on("SIGTERM", () => database.stop());
    console.log(database.url);
  `;
  const child = spawn(process.execPath, ["--input-type=module", "-e", program, folder], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  cleanUps.push(() => child.kill("SIGKILL"));
  const [line] = (await once(child.stdout, "data")) as [Buffer];
  return { process: child, url: line.toString().trim() };
}

async function end(child: ChildProcess, signal: "SIGTERM" | "SIGKILL" | "SIGABRT"): Promise<void> {
  const exit = once(child, "exit");
  child.kill(signal);
  await exit;
}
