import { execFile } from "node:child_process";
import { createWriteStream, mkdtempSync, rmSync } from "node:fs";
import { stat } from "node:fs/promises";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { gatewayOfCli, settingsOf } from "../testing/cli-process.ts";
import { createTestDatabase, type TestDatabase } from "../testing/database.ts";
import { shopWithAccount } from "../testing/fixtures.ts";

/**
 * Tests that the import command needs no more memory for a large file with many rows than for a small one. The test
 * runs on Linux, which reports the peak. `STATEMENT_ROWS=1000000` imports a million rows in four minutes.
 */

/** The program of `npx tepat`. It starts Node.js with the options that the command needs. */
const entry = join(import.meta.dirname, "../bin/tepat.mjs");

const rowCount = Number(process.env["STATEMENT_ROWS"] ?? 100_000);
const fileBytes = 32 * 1024 * 1024;
/** The command took 182 MB on a busy machine. */
const megabytesMax = 256;

let database: TestDatabase;
const folder = mkdtempSync(join(tmpdir(), "statements-"));

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await database.drop();
});

async function writeYear(file: string): Promise<void> {
  const out = createWriteStream(file);
  const write = async (text: string) => out.write(text) || (await once(out, "drain"));
  await write(
    "No. Rekening,=,'1234567890\nPeriode,=,01/01/2025 - 31/12/2025\nTanggal,Keterangan,Cabang,Jumlah,,Saldo\n",
  );
  // Banks' descriptions are long. These bring the file to its size.
  const words = "X".repeat(Math.max(0, Math.ceil(fileBytes / rowCount) - 40));
  let part = "";
  for (let index = 0; index < rowCount; index += 1) {
    const at = new Date(Date.UTC(2025, 0, 1 + Math.floor((index * 365) / rowCount)));
    const day = at.toISOString().slice(0, 10).split("-").toReversed().join("/");
    part += `'${day},TRSF ${index} ${words},'0000,1000.00,CR,${(index + 1) * 1000}.00\n`;
    if (part.length > 1_000_000) {
      await write(part);
      part = "";
    }
  }
  await write(`${part}Saldo Akhir,=,${rowCount * 1000}.00\n`);
  out.end();
  await once(out, "finish");
}

/** A script that prints the process's peak memory. */
const tellPeak = `
  process.on("exit", () => {
    const status = require("node:fs").readFileSync("/proc/self/status", "utf8");
    console.error("peak " + /VmHWM:\\s+(\\d+)/.exec(status)[1]);
  });
`;

test.runIf(process.platform === "linux")(
  `${rowCount} rows in a file of 32 MB are imported within ${megabytesMax} MB`,
  { timeout: 1_200_000 },
  async () => {
    const { account_id } = await shopWithAccount(gatewayOfCli(database));
    const file = join(folder, "year.csv");
    await writeYear(file);
    expect((await stat(file)).size).toBeGreaterThanOrEqual(fileBytes);
    const preload = `data:text/javascript,${encodeURIComponent(`import { createRequire } from "node:module"; const require = createRequire("/"); ${tellPeak}`)}`;
    const env = {
      PATH: process.env["PATH"],
      NODE_OPTIONS: `--import=${preload}`,
      ...settingsOf(database),
    };
    const startedAt = performance.now();
    const { stdout, stderr } = await new Promise<{ stdout: string; stderr: string }>(
      (resolve, reject) => {
        const args = [entry, "statement", "import", file];
        execFile(
          process.execPath,
          [...args, "--account", account_id, "--json"],
          { env },
          (error, stdout, stderr) =>
            error ? reject(new Error(stderr, { cause: error })) : resolve({ stdout, stderr }),
        );
      },
    );
    const peaks = [...stderr.matchAll(/peak (\d+)/g)].map(([, kilobytes]) => Number(kilobytes));
    const megabytes = Math.max(...peaks) / 1024;
    const seconds = Math.round((performance.now() - startedAt) / 1000);
    console.log(`${rowCount} rows: ${Math.round(megabytes)} MB at most, ${seconds} s`);
    expect(JSON.parse(stdout)).toMatchObject({ row_count: rowCount, new_count: rowCount });
    expect(megabytes).toBeLessThan(megabytesMax);
  },
);
