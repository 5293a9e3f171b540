import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";

/** Reads CPU time and memory of other processes from /proc. Linux only. */

const ticksPerSecond = Number(execFileSync("getconf", ["CLK_TCK"], { encoding: "utf8" }));

/**
 * Returns the CPU time of the process and its threads in seconds, in user and kernel mode. The scheduler counts
 * nanoseconds, where `stat` counts hundredths of a second. It drops ended threads, but the measured processes end
 * none.
 */
export function cpuSeconds(pid: number): number {
  const threads = readdirSync(`/proc/${pid}/task`);
  return threads.reduce((sum, thread) => {
    const [nanoseconds] = readFileSync(`/proc/${pid}/task/${thread}/schedstat`, "utf8").split(" ");
    return sum + Number(nanoseconds) / 1e9;
  }, 0);
}

/** Returns the same for a process with all its current and past children, such as PostgreSQL with its backends. */
export function treeCpuSeconds(pid: number): number {
  const fields = statFields(pid);
  const waitedFor = (Number(fields[13]) + Number(fields[14])) / ticksPerSecond;
  const others = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  return others.reduce(
    (sum, name) => sum + childCpuSeconds(Number(name), pid),
    cpuSeconds(pid) + waitedFor,
  );
}

function childCpuSeconds(pid: number, parent: number): number {
  try {
    return Number(statFields(pid)[1]) === parent ? cpuSeconds(pid) : 0;
  } catch {
    return 0; // the process has ended, and counts among the past children
  }
}

/**
 * Returns the fields from the third on. The second field is the program's name, which can contain any
 * character.
 */
function statFields(pid: number): string[] {
  const text = readFileSync(`/proc/${pid}/stat`, "utf8");
  return text.slice(text.lastIndexOf(")") + 2).split(" ");
}

/** Returns the part of the process's memory that is in RAM, in megabytes. */
export function residentMegabytes(pid: number): number {
  const kibibytes = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
  return (Number(kibibytes) * 1024) / 1e6;
}
