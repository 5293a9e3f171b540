import { performance } from "node:perf_hooks";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

const lookMilliseconds = 10_000;
/**
 * The number of looks. A process that is busy for five minutes needs its memory, and a later collection would take
 * longer.
 */
const looks = 30;
/** The largest share of a look's interval in which a quiet process has worked. */
const quietUtilization = 0.1;

/**
 * Frees the memory that only the start needed, a fifth of the process's memory at rest. V8 would keep it, because its
 * room for new objects has grown to its bound and nothing at rest shrinks that room. The collection takes about 150
 * ms, so it waits until the process is quiet.
 */
export function freeStartMemory(): void {
  let seen = performance.eventLoopUtilization();
  let left = looks;
  const timer = setInterval(() => {
    const { utilization } = performance.eventLoopUtilization(seen);
    seen = performance.eventLoopUtilization();
    const isQuiet = utilization <= quietUtilization;
    left -= 1;
    if (isQuiet || left === 0) clearInterval(timer);
    if (isQuiet) collectGarbage();
  }, lookMilliseconds);
  timer.unref();
}

function collectGarbage(): void {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as NonNullable<typeof globalThis.gc>;
  collect({ execution: "sync", type: "major", flavor: "last-resort" });
}
