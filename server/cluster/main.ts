import { misused, readProgramOptions } from "../scripts/program-options.ts";
import { runCluster } from "./cluster.ts";
import { faultNames, type FaultName } from "./faults.ts";
import { whyNoCluster } from "./packages.ts";
import { fullRounds, showTable } from "./table.ts";

/**
 * Runs `npm run cluster`. The exit code is 1 if a guarantee was broken, and 3 if a package is
 * missing.
 */

const usage = `npm run cluster -- [--only FAULT] [--rounds N] [--seed N] [--minutes M] [--smoke]

Runs three PostgreSQL under Patroni with etcd, HAProxy, two gateways and Redis on this machine under load, breaks them,
and checks every response. A full run (all faults, ${fullRounds} rounds or more) writes its table to docs/scaling.md. Another run prints
its table beside the published one. The command installs nothing, and leaves nothing behind.

  --only FAULT   only this fault; can be repeated. One of
                 ${faultNames.join(", ")}
  --rounds N     the number of times that each fault happens (default ${fullRounds}, more than 100 faults in all)
  --seed N       a whole number that decides the order of the faults (default: a new one)
  --minutes M    the minutes after which no further fault begins (default 120)
  --smoke        kills one leader, and writes nothing`;

const values = readProgramOptions(usage, {
  only: { type: "string", multiple: true },
  rounds: { type: "string" },
  seed: { type: "string" },
  minutes: { type: "string", default: "120" },
  smoke: { type: "boolean", default: false },
});
const seed = values.seed === undefined ? Math.floor(Math.random() * 2 ** 31) : Number(values.seed);
const rounds = Number(values.rounds ?? (values.smoke ? 1 : fullRounds));
const minutes = Number(values.minutes);
const names = (values.only ?? (values.smoke ? ["leader_killed"] : faultNames)) as FaultName[];
const unknown = names.find((name) => !faultNames.includes(name));
if (unknown !== undefined) {
  misused(usage, `There is no fault ${unknown}. Name one of ${faultNames.join(", ")}.`);
}
if (!Number.isSafeInteger(seed) || !Number.isSafeInteger(rounds) || rounds < 1 || !(minutes > 0)) {
  misused(
    usage,
    "--seed and --rounds must be whole numbers, --rounds from 1, and --minutes a number above 0.",
  );
}
const obstacle = whyNoCluster();
if (obstacle !== undefined) {
  console.error(obstacle);
  process.exit(3);
}

console.log(`npm run cluster -- --seed ${seed} --rounds ${rounds}`);
const stack = new AsyncDisposableStack();
for (const [name, code] of [
  ["SIGINT", 130],
  ["SIGTERM", 143],
  ["SIGHUP", 129],
] as const) {
  process.once(name, () => {
    console.error("stopping");
    void stack.disposeAsync().finally(() => process.exit(code));
  });
}
// Remove all namespaces and programs after any failure.
process.once("uncaughtException", (error) => {
  console.error(error);
  void stack.disposeAsync().finally(() => process.exit(1));
});
try {
  const report = await runCluster({ seed, rounds, names, minutes, log: console.log }, stack);
  console.log(JSON.stringify({ ...report, trials: report.trials.length }, null, 2));
  const isFull = new Set(names).size === faultNames.length && rounds >= fullRounds;
  const shown = await showTable(report, { isFull });
  if (shown !== null) console.log(shown);
  const broken = [...report.trials.flatMap((trial) => trial.broken), ...report.lost_at_the_end];
  if (broken.length > 0) process.exitCode = 1;
} finally {
  if (!stack.disposed) await stack.disposeAsync();
}
