import { chaos } from "./chaos.ts";
import { faultNames, type FaultName } from "./faults.ts";
import { misused, readProgramOptions } from "../scripts/program-options.ts";

/** Runs `npm run chaos`: prints the faults and the broken guarantees. The exit code is 1 if a guarantee was broken. */

const usage = `npm run chaos -- [--seed N] [--seconds S] [--fault FAULT]

Runs two real servers under load while everything around them breaks, and checks every response. The exit code is 1 if
a guarantee was broken. Run it on a machine without other work.

  --seed N       a whole number that decides the order of the faults (default: a new one)
  --seconds S    the duration (default 60)
  --fault FAULT  only this fault; can be repeated. One of
                 ${faultNames.join(", ")}`;

const values = readProgramOptions(usage, {
  seed: { type: "string" },
  seconds: { type: "string", default: "60" },
  fault: { type: "string", multiple: true },
});
const seed = values.seed === undefined ? Math.floor(Math.random() * 2 ** 31) : Number(values.seed);
const seconds = Number(values.seconds);
const names = (values.fault ?? faultNames) as readonly FaultName[];
const isKnown = names.every((name) => faultNames.includes(name));
if (!Number.isSafeInteger(seed) || !(seconds > 0) || !isKnown) {
  misused(
    usage,
    `--seed must be a whole number, --seconds a number above 0, and --fault one of ${faultNames.join(", ")}.`,
  );
}

console.log(`npm run chaos -- --seed ${seed} --seconds ${seconds}`);
const report = await chaos({ seed, seconds, names, log: (line) => console.log(line) });
console.log(JSON.stringify(report, null, 2));
if (report.broken.length > 0) process.exitCode = 1;
