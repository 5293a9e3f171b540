/** `npm test`: all that must hold before a change lands. Arguments go to vitest (`npm test -- matching`). */

import { runSteps } from "./steps.ts";

await runSteps(
  [
    ["types", "tsc", "-p", "."],
    ["types of the checkout page", "tsc", "-p", "checkout-web"],
    ["types of the dashboard", "tsc", "-p", "dashboard-web"],
    ["lint", "oxlint"],
    ["format", "oxfmt", "--check", "."],
    ["unused code", "knip"],
    ["generated files", "node", "server/scripts/generate.ts", "--check"],
    ["tests", "vitest", "run", ...process.argv.slice(2)],
  ],
  "Some of it npm run check mends.",
);
