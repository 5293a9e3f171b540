import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { constants, tmpdir } from "node:os";
import path from "node:path";
import {
  callerOf,
  examine,
  nameOf,
  openMinutes,
  type Call,
  type Deployment,
} from "./deployment.ts";
import { balanceOf, newLedger, type Ledger } from "./ledger.ts";
import { readSettings, UnusableError, usage, type Settings } from "./settings.ts";

/**
 * `npm run contract`: holds any deployment against the published document, with nothing but its address and a key. Exit
 * code 0: all as documented; 1: something is not; 2: the tests could not be run, and why.
 */

const vitest = path.join(import.meta.dirname, "../../node_modules/vitest/vitest.mjs");
const signals = ["SIGINT", "SIGTERM"] as const;

try {
  const settings = readSettings(process.argv.slice(2), process.env);
  if (settings === "help") console.log(usage);
  else await run(settings);
} catch (error) {
  if (!(error instanceof UnusableError)) throw error;
  console.error(error.message);
  process.exitCode = 2;
}

async function run(settings: Settings): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), "tepat-black-box-"));
  const ledger = newLedger(path.join(folder, "ledger.jsonl"));
  const call = callerOf(settings, ledger);
  try {
    const deployment = await examine(settings, call, ledger);
    introduce(deployment);
    process.exitCode = await runTests(settings, deployment);
  } finally {
    await cleanUp(ledger, call);
    rmSync(folder, { recursive: true, force: true });
  }
}

function introduce({ base_url, account, prefix }: Deployment): void {
  console.log(`Contract tests of ${base_url}`);
  console.log(`Invoices for ${nameOf(account)}; their codes begin with ${prefix}.`);
}

/** A process of their own: a signal ends it, and this one still cancels what they made. */
async function runTests({ reports }: Settings, deployment: Deployment): Promise<number> {
  const files = reports.map(({ reporter, file }) => `--outputFile.${reporter}=${file}`);
  const reporters = ["verbose", ...reports.map(({ reporter }) => reporter)];
  const args = [
    ["run", "--config", path.join(import.meta.dirname, "vitest.config.ts")],
    reporters.flatMap((reporter) => ["--reporter", reporter]),
    files,
  ].flat();
  const child = spawn(process.execPath, [vitest, ...args], {
    stdio: "inherit",
    env: { ...process.env, TEPAT_DEPLOYMENT: JSON.stringify(deployment) },
  });
  for (const signal of signals) process.once(signal, () => child.kill(signal));
  const [code, signal] = (await once(child, "exit")) as [number | null, NodeJS.Signals | null];
  return code ?? 128 + constants.signals[signal ?? "SIGTERM"];
}

/** Cancels what is still open, and says what the run has made. */
async function cleanUp(ledger: Ledger, call: Call): Promise<void> {
  try {
    for (const code of balanceOf(ledger).open) {
      const { status, body } = await call(
        "DELETE",
        `/gateway/payments/${encodeURIComponent(code)}`,
      );
      // One that was never made, or has expired, is not open either.
      if (status === 200 || body.code === "payment_not_cancellable") ledger.note({ ended: code });
    }
  } catch (error) {
    if (!(error instanceof UnusableError)) throw error;
    console.error(error.message);
  }
  const { requests, writes, made, open } = balanceOf(ledger);
  if (made.length > 0) {
    console.log(`\nInvoices made:\n  ${made.join("\n  ")}`);
    console.log(
      open.length === 0
        ? "All of them are cancelled or expired."
        : `These could not be cancelled, and expire within ${openMinutes} minutes:\n  ${open.join("\n  ")}`,
    );
    console.log(`Requests: ${requests}, ${writes} of them writes.`);
  }
}
