/**
 * `npm test` runs the checks that must pass before a change lands. `npm test -- --all`, which CI runs, also runs the
 * same cases on another transport, through the SDK and on other runtimes, and long histories. `--more` is `--all` with
 * more random trials. `--only-tests` leaves the tools out. Other arguments go to vitest (`npm test -- matching`).
 */

import { runSteps, type Step } from "./steps.ts";

const all = "--all";
const more = "--more";
const onlyTests = "--only-tests";

/** The Vitest projects (vitest.config.ts) that only `--all` runs. */
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
const ours = new Set([all, more, onlyTests]);
const others = passed.filter((argument) => !ours.has(argument));
const isRunOfAll = passed.includes(all) || passed.includes(more);
const choosesProjects = isRunOfAll || passed.some((argument) => argument.startsWith("--project"));

// testing/run-size.ts reads these variables.
if (isRunOfAll) process.env["TEST_ALL"] = "1";
if (passed.includes(more)) process.env["TEST_MORE"] = "1";
// web-shared/testing/open-page.ts reads this variable.
else process.env["TEST_PICTURES"] ??= "no";

/**
 * The compiler's command for a project, with one checker. By default there are four, and each checks the shared
 * types: twice the processor time.
 */
const typesOf = (project: string): [string, ...string[]] => [
  "tsc",
  "--checkers",
  "1",
  "-p",
  project,
];

/** The longest step comes first, so that no long step remains at the end. */
const tools: Step[] = [
  ["lint", "oxlint"],
  ["types", ...typesOf(".")],
  ["generated files", "node", "server/scripts/generate.ts", "--check"],
  ["unused code", "knip"],
  ["types of the dashboard", ...typesOf("dashboard-web")],
  ["types of the checkout page", ...typesOf("checkout-web")],
  ["types of what web pages share", ...typesOf("web-shared")],
  ["format", "oxfmt", "--check", "."],
];

await runSteps(
  [
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
  passed.includes(onlyTests) ? [] : tools,
);
