import { performance } from "node:perf_hooks";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

const lookMilliseconds = 10_000;
/** The share of these seconds in which the process may have worked. */
const quietUtilization = 0.1;

/**
 * Frees the memory that only the start needed, a fifth of what the process holds at rest. V8 would keep it: its room for
 * new objects has grown to its bound, and nothing at rest makes it smaller. The collection takes about 150 ms, so it
 * waits until the process is quiet.
 */
export function freeStartMemory(): void {
  let seen = performance.eventLoopUtilization();
  const timer = setInterval(() => {
    const { utilization } = performance.eventLoopUtilization(seen);
    seen = performance.eventLoopUtilization();
    if (utilization > quietUtilization) return;
    clearInterval(timer);
    collectGarbage();
  }, lookMilliseconds);
  timer.unref();
}

function collectGarbage(): void {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as NonNullable<typeof globalThis.gc>;
  collect({ execution: "sync", type: "major", flavor: "last-resort" });
}
