/** `npm run check`: the tools mend what they can, and report the rest. */

import { runSteps } from "./steps.ts";

await runSteps(
  [
    ["lint", "oxlint", "--fix"],
    ["unused code", "knip"],
    ["format", "oxfmt", "."],
  ],
  "The rest is yours.",
);
