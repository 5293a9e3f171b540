/**
 * Does work of the set-up in one start at a time, and ends it at a signal. This file is plain JavaScript for
 * Node.js 20.
 */

import { spawn } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { constants } from "node:os";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";

const pollMilliseconds = 200;
/** A lock without a known start of its process is void after this time. */
const longestWorkMilliseconds = 3_600_000;
const stopSignals = ["SIGINT", "SIGTERM", "SIGHUP"];

const locks = new Set();
const children = new Set();
let hasSaidWaiting = false;

/**
 * Runs work once. Two first starts can run at the same time (`npm start` and `npx tepat`); the second
 * waits for the first.
 */
export async function once(lock, isDone, work) {
  if (isDone()) return;
  mkdirSync(path.dirname(lock), { recursive: true });
  await take(lock);
  try {
    if (!isDone()) await work();
  } finally {
    locks.delete(lock);
    rmSync(lock, { force: true });
  }
}

/** Does the work, which a signal ends. Process 1 of a container ignores a signal that it does not handle. */
export async function untilSignal(work) {
  for (const signal of stopSignals) process.on(signal, stop);
  try {
    return await work();
  } finally {
    ignoreSignals();
  }
}

/** Runs a program, and returns its exit code and piped output, or the reason why it could not be run. */
export async function runChild(program, args, options) {
  const child = spawn(program, args, options);
  children.add(child);
  let output = "";
  child.stdout?.on("data", (chunk) => (output += chunk));
  const result = await new Promise((resolve) => {
    child.on("error", (error) => resolve({ error }));
    child.on("close", (code) => resolve({ code, output }));
  });
  children.delete(child);
  return result;
}

function stop(signal) {
  for (const child of children) child.kill(signal);
  for (const lock of locks) rmSync(lock, { force: true });
  ignoreSignals();
  process.kill(process.pid, signal);
  process.exit(128 + constants.signals[signal]); // process 1
}

function ignoreSignals() {
  for (const signal of stopSignals) process.off(signal, stop);
}

async function take(lock) {
  let former = null;
  while (!create(lock)) {
    const owner = ownerOf(lock);
    // An owner writes its name directly after it has made the file. A power cut can leave the file empty.
    const isNameless = owner === "" && former === "";
    if (isNameless || (owner && isStale(lock, owner))) rmSync(lock, { force: true });
    else if (owner) sayWaiting(owner);
    former = owner;
    await wait(pollMilliseconds);
  }
  locks.add(lock);
}

function create(lock) {
  try {
    writeFileSync(lock, `${process.pid} ${startOf(process.pid)}`, { flag: "wx" });
    return true;
  } catch (error) {
    if (error.code !== "EEXIST") throw error;
    return false;
  }
}

/** Returns the process that holds the lock, and its start, or null if the lock was just removed. */
function ownerOf(lock) {
  try {
    return readFileSync(lock, "utf8");
  } catch (error) {
    if (error.code !== "ENOENT") throw error;
    return null;
  }
}

/** A process that was killed leaves its lock, and in a container the next process has the same number. */
function isStale(lock, owner) {
  const [pid, start = ""] = owner.split(" ");
  if (Number(pid) === process.pid || !isRunning(Number(pid))) return true;
  const actualStart = startOf(pid);
  if (start !== "" && actualStart !== "") return start !== actualStart;
  const { mtimeMs } = statSync(lock, { throwIfNoEntry: false }) ?? { mtimeMs: Date.now() };
  return Date.now() - mtimeMs > longestWorkMilliseconds;
}

function isRunning(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === "EPERM";
  }
}

/** Returns the start time of a process in Linux's own unit, or "" if the time is unknown. */
function startOf(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // Field 22 of proc_pid_stat(5). Field 2, the name, can contain spaces and brackets.
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19];
  } catch {
    return "";
  }
}

function sayWaiting(owner) {
  if (hasSaidWaiting) return;
  hasSaidWaiting = true;
  const [pid] = owner.split(" ");
  console.error(
    `Another start of Tepat (process ${pid}) prepares the same files: waiting for it …`,
  );
}
