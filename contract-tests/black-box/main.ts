import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { constants, tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import {
  callerOf,
  examine,
  nameOf,
  openMinutes,
  type Call,
  type Deployment,
} from "./deployment.ts";
import { balanceOf, newLedger, type Ledger } from "./ledger.ts";
import { prove } from "./prove.ts";
import { readSettings, UnusableError, usage, type Settings } from "./settings.ts";

/**
 * Runs `npm run contract`: compares any deployment with the published document, with only its address and a key. The
 * exit code is 0 if everything is as documented, 1 if something is not, and 2 if the tests could not run. A message
 * then gives the reason.
 */

const vitest = path.join(import.meta.dirname, "../../node_modules/vitest/vitest.mjs");
/** The longest time of a create. A gateway needs only a fraction of it. */
const underWayMilliseconds = 3_000;
const pollMilliseconds = 200;
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
    process.exitCode = settings.isProof
      ? await prove(deployment)
      : await runTests(settings, deployment);
  } finally {
    await cleanUp(ledger, call);
    rmSync(folder, { recursive: true, force: true });
  }
}

function introduce({ base_url, account, prefix }: Deployment): void {
  console.log(`Contract tests of ${base_url}`);
  console.log(`Invoices for ${nameOf(account)}; their codes begin with ${prefix}.`);
}

/**
 * Runs the tests in their own process. If a signal ends that process, this one still cancels the invoices that
 * it created.
 */
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

function cancel(code: string, call: Call) {
  return call("DELETE", `/gateway/payments/${encodeURIComponent(code)}`);
}

/**
 * Cancels an invoice whose request was interrupted. The gateway might still process the request.
 */
async function cancelWhenMade(code: string, ledger: Ledger, call: Call): Promise<void> {
  const giveUpAt = performance.now() + underWayMilliseconds;
  while (performance.now() < giveUpAt) {
    const { status } = await cancel(code, call);
    if (status === 200) return ledger.note({ made: code, ended: code });
    await wait(pollMilliseconds);
  }
}

/** Cancels the open invoices, and prints what the run has created. */
async function cleanUp(ledger: Ledger, call: Call): Promise<void> {
  try {
    const { open, unanswered } = balanceOf(ledger);
    await Promise.all(unanswered.map((code) => cancelWhenMade(code, ledger, call)));
    for (const code of open) {
      const { status, body } = await cancel(code, call);
      // An invoice that was never created, or has expired, is not open either.
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
