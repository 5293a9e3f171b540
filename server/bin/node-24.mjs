/**
 * Runs a program with Node.js 24: in this process if it is new enough, otherwise with the Node.js that npm has
 * installed beside this file. This file is plain JavaScript for Node.js 20.
 */

import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import { constants } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";

const oldestNode = 24;
/** The oldest Node.js with which npm can install Node.js 24. */
const oldestStarter = 20;
const platform = `${process.platform}-${process.arch}`;

if (Number.parseInt(process.versions.node) < oldestStarter) {
  fail(
    `Tepat starts with Node.js ${oldestStarter} or newer, but this is Node.js ${process.versions.node}. ` +
      "Install a newer one from https://nodejs.org, or Tepat's Debian package, which brings its own. " +
      "Then run the same command again.",
  );
}

/** @param {string[]} nodeOptions the options that Node.js needs from its start */
export async function runFile(file, nodeOptions = []) {
  if (isNode24() && nodeOptions.length === 0) {
    process.argv[1] = file;
    await import(pathToFileURL(file).href);
  } else {
    handOver(node24(), [...process.execArgv, ...nodeOptions, file, ...process.argv.slice(2)]);
  }
}

/**
 * Returns the program that `tepat` runs: the server for `start`, otherwise the command line. Removes the word `start`
 * from the arguments.
 *
 * A statement can have a million rows, and each lives only for a moment. With the default space for young objects they
 * take 317 MB, with this one 164 MB (measured). The space is fixed when Node.js starts.
 */
export function programToRun() {
  const [word] = process.argv.slice(2, 3);
  if (word === "start") process.argv.splice(2, 1);
  return {
    entry: word === "start" ? "server/main.mjs" : "server/cli/main.mjs",
    showsPages: word === "start",
    nodeOptions: word === "statement" ? ["--max-semi-space-size=1"] : [],
  };
}

export const isNode24 = () => Number.parseInt(process.versions.node) >= oldestNode;

export const node24 = () => (isNode24() ? process.execPath : findNode24());

function findNode24() {
  try {
    const { resolve } = createRequire(import.meta.url);
    return path.join(path.dirname(resolve(`node-${platform}/package.json`)), "bin/node");
  } catch {
    return fail(
      `Tepat runs on Node.js ${oldestNode}, but npm could not get it for ${platform}. ` +
        `Install Node.js ${oldestNode} yourself, then run the same command again.`,
    );
  }
}

/**
 * Starts the program and passes signals on. A terminal sends Ctrl-C to the child process too; every other signal
 * reaches only this process.
 */
function handOver(program, args) {
  const searchPath = [path.dirname(program), process.env.PATH].join(path.delimiter);
  const child = spawn(program, args, {
    stdio: "inherit",
    // By default, glibc's malloc keeps a heap for each thread, which takes 15 MB more.
    env: { MALLOC_ARENA_MAX: "2", ...process.env, PATH: searchPath },
  });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
    process.on(signal, () => {
      const isFromTerminal = signal !== "SIGTERM" && process.stdin.isTTY;
      if (!isFromTerminal) child.kill(signal);
    });
  }
  child.on("error", (error) => fail(`Node.js ${oldestNode} does not run here: ${error.message}`));
  child.on("exit", (code, signal) => {
    process.exitCode = code ?? 128 + constants.signals[signal];
  });
}

export function fail(message) {
  console.error(message);
  process.exit(1);
}
