import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { readdir, rm, stat } from "node:fs/promises";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { bookTables, fillBooks } from "../books.ts";
import { startTepat } from "../systems/servers.ts";
import { cpuSeconds, treeCpuSeconds } from "../cpu.ts";
import { secret, type Fixture } from "../fixture.ts";
import { runPaced } from "../http-load.ts";
import { approvedDevices } from "../phones.ts";
import { rounded, table, whole } from "../report.ts";
import { createRequest, inTurn } from "../requests.ts";
import { percentile } from "../rounds.ts";
import type { Size } from "../size.ts";

const cliEntry = path.resolve(import.meta.dirname, "../../server/cli/main.mjs");
const folder = path.resolve(import.meta.dirname, "../../.cache/bench-archive");
/** The smallest number of days that the setting accepts. */
const booksDays = 90;
const months = 12;
/** The months since the books ended, which must exceed the setting. */
const endedMonthsAgo = 4;
const createsPerSecond = 20;

interface Phase {
  name: string;
  seconds: number;
  /** The CPU time in seconds. */
  command: number;
  postgres: number;
  /** The peak memory of the command's process, and of its connection's process without shared memory. */
  commandMegabytes: number;
  backendMegabytes: number;
  /** The milliseconds of each create during this time. */
  creates: readonly number[];
}

/** Archives one of twelve months, removes it, and restores it, while invoices are created for the same merchants. */
export async function measureArchive(fixture: Fixture, size: Size): Promise<string> {
  const { sql } = fixture;
  const today = new Date();
  const monthsAgo = (count: number) =>
    new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - count, 1) - 7 * 3_600_000);
  const [begins_at, ends_at] = [monthsAgo(months + endedMonthsAgo), monthsAgo(endedMonthsAgo)];
  await approvedDevices(fixture);
  await fillBooks(fixture, { count: size.archive, begins_at, ends_at });
  const month = new Date(begins_at.getTime() + 86_400_000).toISOString().slice(0, 7);
  const before = await bytesOfBooks(fixture);
  const content = await contentOf(fixture, ends_at);
  const server = await startTepat(fixture, "node", { ROLE: "api" });
  const phases: Phase[] = [];
  const run = async (name: string, work: (seen: Seen) => Promise<void>) => {
    console.error(`  ${name}`);
    phases.push(await measurePhase(fixture, server.port, name, work));
  };
  const archive = async (seen: Seen, ...args: string[]) =>
    void (await runCommand(fixture, seen, args));
  await rm(folder, { recursive: true, force: true });
  let bytes: number;
  let removed: Record<string, unknown> = {};
  let removedBytes: number;
  try {
    await run("nothing else", () => wait(size.archiveIdleSeconds * 1000));
    await run("`archive MONTH --to FOLDER`", (seen) =>
      archive(seen, "archive", month, "--to", folder),
    );
    bytes = await bytesOfFolder();
    await run("`archive verify`", (seen) => archive(seen, "archive", "verify", folder));
    await run("`archive MONTH --to FOLDER --remove`", async (seen) => {
      removed = await runCommand(fixture, seen, ["archive", month, "--to", folder, "--remove"]);
    });
    await run("vacuum of the five tables", async () => {
      for (const name of bookTables) await sql.unsafe(`vacuum analyze ${name}`);
    });
    removedBytes = await bytesOfBooks(fixture);
    await run("`archive restore`", (seen) => archive(seen, "archive", "restore", folder));
    if ((await contentOf(fixture, ends_at)) !== content) {
      throw new Error("the restored books are not those that were removed");
    }
  } finally {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
  const after = await bytesOfBooks(fixture);
  const payments = Number(removed["payment_count"]);
  return `${whole(size.archive)} invoices of ${fixture.shops.length} merchants over ${months} months with transfers and webhooks, ${megabytes(before)}; \
the archived month has ${whole(payments)}, and ${whole(Number(removed["removed_payments"]))} with \
${whole(Number(removed["removed_mutations"]))} transfers were removed. Its files have ${megabytes(bytes)}. \
Tables with indexes: ${megabytes(removedBytes)} after the vacuum, ${megabytes(after)} after the restore, with the creates.

${table(
  [
    "",
    "seconds",
    "CPU of command",
    "CPU of PostgreSQL",
    "most memory of command",
    "of its connection",
    "creates",
    "p50",
    "p99",
    "longest",
  ],
  phases.map((phase) => [
    phase.name,
    phase.seconds.toFixed(1),
    `${phase.command.toFixed(1)} s`,
    `${phase.postgres.toFixed(1)} s`,
    rounded(phase.commandMegabytes, "MB"),
    rounded(phase.backendMegabytes, "MB"),
    whole(phase.creates.length),
    rounded(percentile(phase.creates, 50), "ms"),
    rounded(percentile(phase.creates, 99), "ms"),
    rounded(Math.max(...phase.creates), "ms"),
  ]),
)}`;
}

/** The observations of the running command. */
interface Seen {
  pid: number;
  command: number;
  commandMegabytes: number;
  backendMegabytes: number;
}

async function measurePhase(
  fixture: Fixture,
  port: number,
  name: string,
  work: (seen: Seen) => Promise<void>,
): Promise<Phase> {
  const seen: Seen = { pid: 0, command: 0, commandMegabytes: 0, backendMegabytes: 0 };
  const creates: number[] = [];
  const over = new AbortController();
  const load = (async () => {
    while (!over.signal.aborted) creates.push(...(await createForASecond(fixture, port)));
  })();
  const cpuBefore = treeCpuSeconds(fixture.pid);
  const startedAt = performance.now();
  try {
    await work(seen);
  } finally {
    over.abort();
  }
  const seconds = (performance.now() - startedAt) / 1000;
  const postgres = treeCpuSeconds(fixture.pid) - cpuBefore;
  await load;
  return { name, seconds, postgres, creates, ...seen };
}

let made = 0;

/** Returns the milliseconds from the moment when each create was due to its response. */
async function createForASecond({ shops }: Fixture, port: number): Promise<number[]> {
  const requests = Array.from({ length: createsPerSecond }, () =>
    createRequest(
      inTurn(shops, made),
      randomUUID(),
      20_000_000 + 1_000 * ((made++ / shops.length) | 0),
    ),
  );
  const { milliseconds, statuses } = await runPaced(
    { port, requests, connections: createsPerSecond },
    createsPerSecond,
  );
  if (statuses[201] !== requests.length) throw new Error(`creates: ${JSON.stringify(statuses)}`);
  return [...milliseconds];
}

/** Runs the command in its own process and returns its output. */
async function runCommand(
  { url, sql }: Fixture,
  seen: Seen,
  args: readonly string[],
): Promise<Record<string, unknown>> {
  const child = spawn(process.execPath, [cliEntry, ...args, "--json"], {
    env: {
      PATH: process.env["PATH"],
      DATABASE_URL: url,
      TEPAT_SECRET: secret,
      RETENTION_BOOKS_DAYS: String(booksDays),
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
  let printed = "";
  child.stdout.setEncoding("utf8").on("data", (piece: string) => (printed += piece));
  const over = new AbortController();
  void ended.then(() => over.abort());
  while (!over.signal.aborted) {
    const pid = child.pid ?? 0;
    try {
      seen.command = cpuSeconds(pid);
      seen.commandMegabytes = Math.max(seen.commandMegabytes, statusMegabytes(pid, "VmHWM"));
      const backends = await sql<{ pid: number }[]>`
        select pid from pg_stat_activity where application_name = 'tepat archive'
      `;
      for (const backend of backends) {
        const own = statusMegabytes(backend.pid, "RssAnon");
        seen.backendMegabytes = Math.max(seen.backendMegabytes, own);
      }
    } catch {
      // One of the processes has just ended.
    }
    await Promise.race([ended, wait(100)]);
  }
  if ((await ended) !== 0) throw new Error(`npx tepat ${args.join(" ")} failed`);
  return JSON.parse(printed) as Record<string, unknown>;
}

function statusMegabytes(pid: number, field: string): number {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  const kibibytes = new RegExp(`^${field}:\\s+(\\d+) kB`, "m").exec(status)?.[1] ?? 0;
  return (Number(kibibytes) * 1024) / 1e6;
}

async function bytesOfFolder(): Promise<number> {
  if (!existsSync(folder)) return 0;
  const names = await readdir(folder);
  const sizes = await Promise.all(names.map((name) => stat(path.join(folder, name))));
  return sizes.reduce((sum, file) => sum + file.size, 0);
}

async function bytesOfBooks({ sql }: Fixture): Promise<number> {
  const [row] = await sql<[{ bytes: number }]>`
    select sum(pg_total_relation_size(name::regclass))::float8 as bytes from unnest(${[...bookTables]}::text[]) name
  `;
  return row.bytes;
}

/** Returns a checksum of all rows of the filled books, independent of their order. */
async function contentOf({ sql }: Fixture, ends_at: Date): Promise<string> {
  const [row] = await sql<[{ content: string }]>`
    select concat_ws(' ',
      (select sum(hashtextextended(row::text, 0)) from payments row where created_at < ${ends_at}),
      (select sum(hashtextextended(row::text, 0)) from mutations row),
      (select sum(hashtextextended(row::text, 0)) from mutation_notes row),
      (select sum(hashtextextended(row::text, 0)) from webhook_deliveries row),
      (select sum(hashtextextended(row::text, 0)) from webhook_attempts row)
    ) as content
  `;
  return row.content;
}

const megabytes = (bytes: number): string => `${whole(bytes / 1e6)} MB`;
