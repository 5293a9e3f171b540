import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { setImmediate as turn } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Answer } from "../../contract-tests/support/exchange.ts";
import { callerWith, type Caller } from "../../contract-tests/support/http.ts";
import { sendFile } from "../../contract-tests/support/statements.ts";
import { limits } from "../contract/limits.ts";
import { gatewayOfCli, settingsOf } from "../testing/cli-process.ts";
import { ofOwnPage } from "../../contract-tests/support/dashboard.ts";
import { visitor } from "../testing/dashboard.ts";
import { createTestDatabase, type TestDatabase } from "../testing/database.ts";
import { shopWithAccount, type Shop } from "../testing/fixtures.ts";
import { startServerProcess, type ServerProcess } from "../testing/server-process.ts";
import { sheetXml, workbookParts, zipFile } from "../testing/zip-file.ts";

/** Sends files to a real server, and measures their cost and other requests meanwhile. */

let database: TestDatabase;
let server: ServerProcess;
let shop: Shop;
let person: Caller;

beforeAll(async () => {
  database = await createTestDatabase();
  const gateway = gatewayOfCli(database);
  shop = await shopWithAccount(gateway, { channel: "BRI" });
  const { token } = await visitor(gateway, shop);
  const { PORT: _, ...settings } = settingsOf(database);
  server = await startServerProcess({ ...settings, HOST: "127.0.0.1", LOG_LEVEL: "warn" });
  person = callerWith({ ...ofOwnPage, cookie: `tepat_session=${token}` }, server.url);
});
afterAll(async () => {
  await server?.terminate();
  await database.drop();
});

/** Returns a BRI statement of a month with many transfers, as a spreadsheet program writes it. */
function honestFile(rowCount: number): Buffer {
  const rows = Array.from({ length: rowCount }, (_, index) => [
    "01/09/2020 08:00:00",
    `TRANSFER DARI ${[1, 2, 3].map((part) => createHash("sha256").update(`${index} ${part}`).digest("hex")).join("")}`,
    String(index),
    "0.00",
    "1000.00",
    `${(index + 1) * 1000}.00`,
  ]);
  const header = ["Tanggal Transaksi", "Uraian Transaksi", "Teller", "Debet", "Kredit", "Saldo"];
  return zipFile(workbookParts([sheetXml([header, ...rows])]));
}

const check = async (file: Buffer): Promise<Answer> => {
  const upload_id = await sendFile(person, { account_id: shop.account_id, file });
  return person.post(`/dashboard/api/statement-uploads/${upload_id}/check`, {});
};

const isLinux = process.platform === "linux";
const told = isLinux ? "" : " (skipped: only Linux tells a process's memory in /proc)";

const childrenOf = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").split(" ").filter(Boolean).map(Number);

/**
 * Returns the memory of a process in megabytes. Memory that processes share, such as Node.js itself, is divided among
 * them.
 */
function megabytesOf(pid: number): number {
  try {
    const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, "utf8");
    return Number(/^Pss:\s+(\d+)/m.exec(rollup)?.[1] ?? 0) / 1024;
  } catch {
    return 0; // the process has just ended
  }
}

/** Measures the server and the process that it starts while `work` runs. */
async function watched<Result>(work: Promise<Result>) {
  const peaks = { server: 0, child: 0, together: 0 };
  const done = new AbortController();
  const settled = work.finally(() => done.abort());
  while (!done.signal.aborted) {
    const alone = megabytesOf(server.pid);
    const children = childrenOf(server.pid);
    const child = children.reduce((sum, pid) => sum + megabytesOf(pid), 0);
    peaks.server = Math.max(peaks.server, alone);
    peaks.child = Math.max(peaks.child, child);
    peaks.together = Math.max(peaks.together, alone + child);
    await turn();
  }
  return { result: await settled, peaks };
}

test.runIf(isLinux)(`a file of 370 kB takes less than 200 MB in all${told}`, async () => {
  const rowCount = 3300;
  const file = honestFile(rowCount);
  expect(file.length).toBeGreaterThan(370_000);
  const { result, peaks } = await watched(check(file));
  expect(result).toMatchObject({ status: 200, body: { data: { row_count: rowCount } } });
  expect(peaks.child).toBeGreaterThan(0);
  expect(peaks.together).toBeLessThan(200);
});

test.runIf(isLinux).each<[string, string, string]>([
  ["lines without text", " ,\n", "statement_rows_limit"],
  ["empty cells", ",", "statement_unreadable"],
])(`reading a text of millions of %s takes less than 60 MB${told}`, async (_what, text, code) => {
  const header = "NOREK,TGL_TRAN,DESK_TRAN,MUTASI_DEBET,MUTASI_KREDIT,SALDO_AKHIR_MUTASI\n";
  const filler = Buffer.alloc(limits.statementUploadBytes - header.length, text);
  const file = Buffer.concat([Buffer.from(header), filler]);
  const upload_id = await sendFile(person, { account_id: shop.account_id, file });
  const sent = megabytesOf(server.pid);
  const checking = person.post(`/dashboard/api/statement-uploads/${upload_id}/check`, {});
  const { result, peaks } = await watched(checking);
  expect(result).toMatchObject({ status: 409, body: { reason: { code } } });
  expect(peaks.together - sent).toBeLessThan(60);
});

const hostileFile = () =>
  zipFile(
    workbookParts([
      `<worksheet><row a="${" ".repeat(limits.statementSheetUnpackedBytes - 10_000)}`,
    ]),
  );

test.runIf(isLinux)(
  "other requests are served during the reading of a hostile file, which is refused and deleted",
  async () => {
    let isAnswered = false;
    const checking = check(hostileFile()).finally(() => (isAnswered = true));
    await expect.poll(() => childrenOf(server.pid).length).toBeGreaterThan(0);
    for (let count = 0; count < 20; count += 1) {
      const { status } = await fetch(`${server.url}/gateway/payments`, {
        headers: { "x-api-key": shop.api_key },
      });
      expect(status).toBe(200);
    }
    expect(isAnswered).toBe(false);
    expect(await checking).toMatchObject({
      status: 409,
      body: { success: false, code: "conflict", reason: { code: "statement_too_slow" } },
    });
    expect(childrenOf(server.pid)).toEqual([]);
    const [left] = await database.sql`
    select count(*)::integer as rows, (select count(*)::integer from statement_imports) as imports
    from statement_rows
  `;
    expect(left).toEqual({ rows: 0, imports: 0 });
  },
);

test.runIf(isLinux)("a file is too large if the system kills its process for memory", async () => {
  const checking = check(hostileFile());
  await expect.poll(() => childrenOf(server.pid).length).toBeGreaterThan(0);
  for (const pid of childrenOf(server.pid)) process.kill(pid, "SIGKILL");
  expect(await checking).toMatchObject({
    status: 409,
    body: { reason: { code: "statement_unpacks_too_large" } },
  });
});

test.runIf(isLinux)("a stopped server leaves no spreadsheet process", async () => {
  const checking = check(hostileFile()).catch(() => null);
  await expect.poll(() => childrenOf(server.pid).length).toBeGreaterThan(0);
  const pids = childrenOf(server.pid);
  await server.terminate();
  await expect.poll(() => pids.filter(isRunning)).toEqual([]);
  await checking;
});

function isRunning(pid: number): boolean {
  try {
    return !readFileSync(`/proc/${pid}/stat`, "utf8").includes(") Z ");
  } catch {
    return false;
  }
}
