// The last lines of .ci/run: how each step ended, and what failed. It reads the folder that .ci/run writes.
//
//   node .ci/summary.mjs FOLDER

import { readFileSync } from "node:fs";
import path from "node:path";
import { stripVTControlCharacters } from "node:util";

const mostLines = 40;
const mostFailures = 8;
const longestLine = 200;
/** The number of lines shown from a failed tool's output. */
const linesOfTool = 4;
const linesWithoutResults = 12;

const [folder] = process.argv.slice(2);

/** Returns the contents of a file, or "" if the step that writes it was not reached. */
function read(name) {
  try {
    return stripVTControlCharacters(readFileSync(path.join(folder, name), "utf8"));
  } catch {
    return "";
  }
}

/** Returns the results of the tests by file, or null if they ended without results. */
function readResults() {
  const text = read("tests.json");
  return text === "" ? null : JSON.parse(text);
}

const relative = (file) => path.relative("", file);
const firstLine = (text) => (text ?? "").trim().split("\n", 1)[0];

/**
 * Returns each failed test, and each file that failed outside its tests: the file could not be read, or its set-up
 * failed.
 */
function failuresOf({ testResults }) {
  return testResults
    .filter(({ status }) => status === "failed")
    .flatMap(({ name, message, assertionResults }) => {
      const failed = assertionResults.filter(({ status }) => status === "failed");
      if (failed.length === 0)
        return [{ file: relative(name), test: "(the file)", error: message }];
      return failed.map(({ fullName, failureMessages }) => ({
        file: relative(name),
        test: fullName,
        error: failureMessages[0],
      }));
    });
}

/** Returns the output of a step of npm test. */
function linesOf(tool) {
  const lines = read("tests.log").split("\n");
  const from = lines.indexOf(`── ${tool}`) + 1;
  if (from === 0) return [];
  const until = lines.findIndex((line, index) => index >= from && line.startsWith("── "));
  return lines.slice(from, until).filter((line) => line.trim() !== "");
}

/**
 * Returns the errors outside of every test. They fail the run, and the results do not contain them.
 */
function unhandledErrors() {
  const lines = read("tests.log").split("\n");
  return lines.flatMap((line, index) =>
    /^⎯+ (Uncaught|Unhandled (?!Errors)).* ⎯+$/.test(line) ? lines.slice(index + 1, index + 3) : [],
  );
}

/** The result and the duration of each step. */
const steps = read("steps.txt").split("\n").filter(Boolean);

function* ofTests() {
  const results = readResults();
  if (results === null) {
    yield "The tests ended without results. Their last lines:";
    yield* linesOf("tests").slice(-linesWithoutResults);
    return;
  }
  yield `${results.numPassedTests} tests passed, ${results.numFailedTests} failed, ${results.numPendingTests} skipped`;
  const failures = failuresOf(results);
  for (const { file, test, error } of failures.slice(0, mostFailures)) {
    yield `${file} > ${test}`;
    yield `  ${firstLine(error)}`;
  }
  if (failures.length > mostFailures) yield `and ${failures.length - mostFailures} more`;
  const unhandled = unhandledErrors();
  if (unhandled.length > 0) yield "Errors outside of every test:";
  for (const line of unhandled.slice(0, 4)) yield `  ${line}`;
}

function* ofTools() {
  for (const step of steps) {
    const [, name] = /^failed +\d+ s {2}(.*)$/.exec(step) ?? [];
    const lines = name === undefined || name === "tests" ? [] : linesOf(name);
    if (lines.length > 0) yield `${name}:`;
    for (const line of lines.slice(0, linesOfTool)) yield `  ${line}`;
  }
}

const lines = ["\n── summary", ...steps, ...ofTests(), ...ofTools()];
for (const line of lines.slice(0, mostLines)) console.log(line.slice(0, longestLine));
