/** Runs `npm run check`: the tools fix what they can, and report the rest. */

import { runSteps } from "./steps.ts";

await runSteps(
  [
    ["lint", "oxlint", "--fix"],
    ["unused code", "knip"],
    ["format", "oxfmt", "."],
    ["English", "node", "server/scripts/english.ts"],
  ],
  "The rest is yours.",
);
