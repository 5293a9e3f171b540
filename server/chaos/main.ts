import { parseArgs } from "node:util";
import { chaos } from "./chaos.ts";
import { faultKinds, type FaultKind } from "./faults.ts";

/** `npm run chaos -- --seed N --seconds S [--fault KIND …]`: prints what was tried and what was lost; exit code 1 for anything. */

const { values } = parseArgs({
  options: {
    seed: { type: "string" },
    seconds: { type: "string", default: "60" },
    fault: { type: "string", multiple: true },
  },
});
const seed = values.seed === undefined ? Math.floor(Math.random() * 2 ** 31) : Number(values.seed);
const seconds = Number(values.seconds);
const kinds = (values.fault ?? faultKinds) as readonly FaultKind[];
const isKnown = kinds.every((kind) => faultKinds.includes(kind));
if (!Number.isSafeInteger(seed) || !(seconds > 0) || !isKnown) {
  throw new Error(
    `--seed is a whole number, --seconds more than 0, --fault one of ${faultKinds.join(", ")}.`,
  );
}

console.log(`npm run chaos -- --seed ${seed} --seconds ${seconds}`);
const report = await chaos({ seed, seconds, kinds, log: (line) => console.log(line) });
console.log(JSON.stringify(report, null, 2));
if (report.broken.length > 0) process.exitCode = 1;
