/** `npm run check`: what the tools can mend, and what they say about the rest. */

import { runSteps } from "./steps.ts";

await runSteps(
  [
    ["lint", "oxlint", "--fix"],
    ["unused code", "knip"],
    ["format", "oxfmt", "."],
  ],
  "The rest is yours.",
);
