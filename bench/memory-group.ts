import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from "node:fs";
import path from "node:path";

/** A memory limit for a process and its child processes, without swap: a cgroup of Linux. */
export interface MemoryGroup {
  /**
   * The group's file. A process that writes its id into the file is in the group, with all its child
   * processes.
   */
  processesFile: string;
  /**
   * Returns the megabytes that the processes hold and that the system cannot reclaim. Pages of files, for
   * example, can be reclaimed.
   */
  heldMegabytes(): number;
  /** Returns the number of processes that the system has killed because the memory was full. */
  killed(): number;
  /** Removes the group. Call this after all its processes have ended. */
  remove(): void;
}

/** The files of both versions of cgroups. */
const versions = [
  {
    parent: "/sys/fs/cgroup",
    bound: "memory.max",
    swap: { file: "memory.swap.max", bytes: () => 0 },
    held: /^(?:anon|shmem) (\d+)$/gm,
    events: "memory.events",
  },
  {
    parent: "/sys/fs/cgroup/memory",
    bound: "memory.limit_in_bytes",
    swap: { file: "memory.memsw.limit_in_bytes", bytes: (bytes: number) => bytes },
    held: /^total_(?:rss|shmem) (\d+)$/gm,
    events: "memory.oom_control",
  },
] as const;

/** Creates a memory group. Returns null if this process has no permission. */
export function makeMemoryGroup(bytes: number): MemoryGroup | null {
  for (const { parent, bound, swap, held, events } of versions) {
    const folder = path.join(parent, `tepat-bench-${process.pid}`);
    const file = (name: string) => path.join(folder, name);
    try {
      mkdirSync(folder);
    } catch {
      continue;
    }
    const remove = () => rmdirSync(folder);
    // The other version's folder is an ordinary folder, or has no memory controller.
    if (!existsSync(file(bound))) {
      remove();
      continue;
    }
    writeFileSync(file(bound), String(bytes));
    if (existsSync(file(swap.file))) writeFileSync(file(swap.file), String(swap.bytes(bytes)));
    const read = (name: string) => readFileSync(file(name), "utf8");
    return {
      processesFile: file("cgroup.procs"),
      heldMegabytes: () =>
        [...read("memory.stat").matchAll(held)].reduce((sum, [, each]) => sum + Number(each), 0) /
        1e6,
      killed: () => Number(/^oom_kill (\d+)$/m.exec(read(events))?.[1]),
      remove,
    };
  }
  return null;
}
