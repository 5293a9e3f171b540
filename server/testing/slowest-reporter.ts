/** Prints how the time of `npm test` was spent: the sum of each project, and the slowest tests. */

import type { Reporter, TestCase, TestModule } from "vitest/node";

const shownTests = 30;

const seconds = (milliseconds: number, digits = 0): string =>
  `${(milliseconds / 1000).toFixed(digits).padStart(7)} s`;

const durationOf = (test: TestCase): number => test.diagnostic()?.duration ?? 0;

/**
 * Returns the total time of a file: set-up of its project's environment, imports, hooks and tests.
 */
function durationOfFile(file: TestModule): number {
  const { environmentSetupDuration, prepareDuration, collectDuration, setupDuration, duration } =
    file.diagnostic();
  return environmentSetupDuration + prepareDuration + collectDuration + setupDuration + duration;
}

export default class SlowestReporter implements Reporter {
  onTestRunEnd(files: readonly TestModule[]): void {
    console.log(`\n${[...sumsOf(files), "", ...slowestOf(files)].join("\n")}`);
  }
}

function sumsOf(files: readonly TestModule[]): string[] {
  const byProject = Map.groupBy(files, ({ project }) => project.name);
  const sums = [...byProject].map(([name, ofProject]) => ({
    name,
    files: ofProject.length,
    milliseconds: ofProject.reduce((sum, file) => sum + durationOfFile(file), 0),
  }));
  return [
    "Sums of the projects, in which files that ran at the same time count each:",
    ...sums
      .toSorted((a, b) => b.milliseconds - a.milliseconds)
      .map((sum) => `${seconds(sum.milliseconds)}  ${sum.name} (${sum.files} files)`),
  ];
}

function slowestOf(files: readonly TestModule[]): string[] {
  const slowest = files
    .flatMap((file) => [...file.children.allTests()])
    .toSorted((a, b) => durationOf(b) - durationOf(a))
    .slice(0, shownTests);
  return [
    `The slowest ${slowest.length} tests:`,
    ...slowest.map(
      (test) =>
        `${seconds(durationOf(test), 1)}  ${test.module.relativeModuleId} > ${test.fullName} (${test.project.name})`,
    ),
  ];
}
