import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { startEmbedded } from "../db/embedded.ts";
import { migrate } from "../db/migrate.ts";
import { misused, readProgramOptions } from "../scripts/program-options.ts";
import { simulate } from "./simulation.ts";

/** Runs `npm run simulate`: prints the history, or how it failed. */

const usage = `npm run simulate -- [--seed N] [--steps M]

Runs a history in its own database and compares it with a model of the rules. The exit code is 1 if they differ.

  --seed N    a whole number that decides the history (default: a new one)
  --steps M   the number of steps (default 3000)`;

const values = readProgramOptions(usage, {
  seed: { type: "string" },
  steps: { type: "string", default: "3000" },
});
const seed = values.seed === undefined ? Math.floor(Math.random() * 2 ** 31) : Number(values.seed);
const steps = Number(values.steps);
if (!Number.isSafeInteger(seed) || !Number.isSafeInteger(steps) || steps < 1) {
  misused(usage, "--seed must be a whole number, and --steps a whole number from 1.");
}

const dataDirectory = await mkdtemp(path.join(tmpdir(), "tepat-simulator-"));
const { url, stop } = await startEmbedded({ dataDirectory, fsync: false });
try {
  console.log(`npm run simulate -- --seed ${seed} --steps ${steps}`);
  await migrate(url);
  console.log(JSON.stringify(await simulate({ url, seed, steps }), null, 2));
} catch (cause) {
  console.error((cause as Error).message);
  process.exitCode = 1;
} finally {
  await stop();
  await rm(dataDirectory, { recursive: true });
}
