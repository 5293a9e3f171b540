/**
 * `npm test` runs what must pass before a change lands. `npm test -- --all`, which CI runs, also runs the same cases on
 * another transport, through the SDK and on other runtimes, and long histories. `--only-tests` leaves the tools out. Other
 * arguments go to vitest (`npm test -- matching`).
 */

import { runSteps, type Step } from "./steps.ts";

const all = "--all";
const onlyTests = "--only-tests";

/** Vitest's projects (vitest.config.ts) that npm test leaves to `--all`. */
const projectsOfAll = [
  "histories",
  "sdk:service",
  "contract:sdk",
  "contract:uws",
  "contract:black-box",
  "shops",
  "lighthouse",
  "release",
];

const passed = process.argv.slice(2);
const others = passed.filter((argument) => argument !== all && argument !== onlyTests);
const choosesProjects = passed.some(
  (argument) => argument === all || argument.startsWith("--project"),
);

// Read by testing/run-size.ts.
if (passed.includes(all)) process.env["TEST_ALL"] = "1";

const tools: Step[] = [
  ["types", "tsc", "-p", "."],
  ["types of what web pages share", "tsc", "-p", "web-shared"],
  ["types of the checkout page", "tsc", "-p", "checkout-web"],
  ["types of the dashboard", "tsc", "-p", "dashboard-web"],
  ["lint", "oxlint"],
  ["format", "oxfmt", "--check", "."],
  ["unused code", "knip"],
  ["generated files", "node", "server/scripts/generate.ts", "--check"],
];

await runSteps(
  [
    ...(passed.includes(onlyTests) ? [] : tools),
    [
      "tests",
      "vitest",
      "run",
      "--reporter=default",
      "--reporter=./server/testing/slowest-reporter.ts",
      ...(choosesProjects ? [] : projectsOfAll.map((name) => `--project=!${name}`)),
      ...others,
    ],
  ],
  "npm run check fixes some of it.",
);
