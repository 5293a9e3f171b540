import { execFileSync, spawn, spawnSync, type ChildProcess } from "node:child_process";
import { openSync, closeSync, mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { chmod, mkdir, mkdtemp } from "node:fs/promises";
import { once } from "node:events";
import path from "node:path";
import { giveTo, launchAs, newOwner } from "../db/embedded/identity.ts";
import { isAlive } from "../db/embedded/process.ts";

/**
 * Three machines on one computer. Each has a folder and an address. If the system allows network namespaces, each
 * also has its own network, which can be cut. Otherwise each has a loopback address, which cannot be cut.
 */

export interface Machine {
  name: string;
  address: string;
  folder: string;
  /** Starts a program as the owner of the folder. Its output is appended to `<program>.log` in the folder. */
  start(program: string, args: string[], environment?: Record<string, string>): Program;
  /** Cuts the machine's network. The machine can then neither reach others nor be reached. */
  cutOff(): void;
  /** Cuts the machine off from the other machines only. Clients of the database still reach it. */
  cutOffFromPeers(): void;
  heal(): void;
}

export interface Program {
  pid: number;
  isRunning(): boolean;
  /** Sends SIGKILL and resolves after the end. Does nothing if the program has already ended. */
  kill(): Promise<void>;
}

export interface Machines extends AsyncDisposable {
  all: readonly Machine[];
  folder: string;
  /** The separation of the machines. A loopback network cannot be cut. */
  network: "namespaces" | "loopback";
}

const names = ["db-1", "db-2", "db-3"];
const root = path.join(import.meta.dirname, "../..");

/**
 * Returns the beginning of the machines' addresses. 198.18.0.0/15 is reserved for network tests
 * (RFC 2544), so no real network is hidden.
 */
const networkOf = (kind: Machines["network"]): string =>
  `${kind === "namespaces" ? "198.18" : "127.77"}.${process.pid % 250}`;

export async function prepareMachines(): Promise<Machines> {
  await mkdir(path.join(root, ".cache"), { recursive: true });
  const folder = await mkdtemp(path.join(root, ".cache/cluster-"));
  await chmod(folder, 0o711); // PostgreSQL runs as another user and must reach the folder's contents
  const cables = layCables();
  const network = cables ? "namespaces" : "loopback";
  const owner = newOwner();
  const started: ChildProcess[] = [];

  const all = names.map((name, index): Machine => {
    const machine = path.join(folder, name);
    mkdirSync(machine, { mode: 0o700 });
    giveTo(owner, machine);
    const address = `${networkOf(network)}.${index + 1}`;
    return {
      name,
      address,
      folder: machine,
      start(program, args, environment = {}) {
        const launch = launchAs(owner, machine, program, args);
        const asUser =
          cables && launch.user.uid !== undefined
            ? [
                "setpriv",
                `--reuid=${launch.user.uid}`,
                `--regid=${launch.user.gid}`,
                "--clear-groups",
              ]
            : [];
        const command = [
          ...(cables ? ["ip", "netns", "exec", cables.namespaceOf(index)] : []),
          ...asUser,
          launch.program,
          ...launch.arguments,
        ] as [string, ...string[]];
        const log = openSync(path.join(folder, `${name}-${path.basename(program)}.log`), "a");
        const child = spawn(command[0], command.slice(1), {
          cwd: "/",
          env: { PATH: process.env["PATH"], LC_ALL: "C.UTF-8", TZ: "UTC", ...environment },
          stdio: ["ignore", log, log],
          ...(cables ? {} : launch.user),
        });
        closeSync(log);
        started.push(child);
        return programOf(child);
      },
      cutOff: () => cables?.pull(index),
      cutOffFromPeers: () => cables?.hidePeers(index),
      heal: () => cables?.plug(index),
    };
  });

  return {
    all,
    folder,
    network,
    async [Symbol.asyncDispose]() {
      await Promise.all(started.map((child) => programOf(child).kill()));
      await endAll(() => processesIn(folder));
      cables?.remove();
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

function programOf(child: ChildProcess): Program {
  const isRunning = () => child.exitCode === null && child.signalCode === null;
  return {
    pid: child.pid as number,
    isRunning,
    async kill() {
      if (!isRunning()) return;
      const exited = once(child, "exit");
      child.kill("SIGKILL");
      await exited;
    },
  };
}

/** Returns the processes whose command line contains a folder. PostgreSQL outlives the Patroni that started it. */
function processesIn(folder: string): number[] {
  const pids = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number);
  return pids.filter((pid) => pid !== process.pid && commandLineOf(pid).includes(`${folder}/`));
}

function commandLineOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8");
  } catch {
    return "";
  }
}

const endTries = 100;
const endPollMilliseconds = 50;

async function endAll(list: () => number[]): Promise<void> {
  for (let tries = 0; tries < endTries; tries++) {
    const left = list();
    if (left.length === 0) return;
    left.forEach((pid) => signal(pid, "SIGKILL"));
    await new Promise((resolve) => setTimeout(resolve, endPollMilliseconds));
  }
}

export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // The process has already ended.
  }
}

/** Returns a process and all processes that it has started. */
export function familyOf(pid: number): number[] {
  const children = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name) && parentOf(Number(name)) === pid)
    .map(Number);
  return isAlive(pid) ? [pid, ...children.flatMap(familyOf)] : [];
}

function parentOf(pid: number): number | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "utf8");
    return Number(text.slice(text.lastIndexOf(")") + 2).split(" ")[1]);
  } catch {
    return undefined;
  }
}

interface Cables {
  namespaceOf(index: number): string;
  pull(index: number): void;
  hidePeers(index: number): void;
  plug(index: number): void;
  remove(): void;
}

/** Creates the network namespaces. Returns null if the system does not allow them. */
function layCables(): Cables | null {
  const base = `tpt${process.pid}`; // names of interfaces have at most 15 characters
  const namespaceOf = (index: number) => `${base}-${index + 1}`;
  const addressOf = (index: number) => `${networkOf("namespaces")}.${index + 1}`;
  const ip = (...args: string[]) => execFileSync("ip", args, { stdio: "pipe" });
  const tryIp = (...args: string[]) => spawnSync("ip", args, { stdio: "ignore" });
  const machines = names.map((_, index) => index);
  const remove = () => {
    machines.forEach((index) => tryIp("netns", "del", namespaceOf(index)));
    tryIp("link", "del", base);
  };
  const peersOf = (index: number) => machines.filter((other) => other !== index);
  try {
    ip("link", "add", base, "type", "bridge");
    ip("addr", "add", `${networkOf("namespaces")}.254/24`, "dev", base);
    ip("link", "set", base, "up");
    for (const index of machines) {
      const namespace = namespaceOf(index);
      ip("netns", "add", namespace);
      ip("link", "add", namespace, "type", "veth", "peer", "name", "eth0", "netns", namespace);
      ip("link", "set", namespace, "master", base, "up");
      ip("-n", namespace, "addr", "add", `${addressOf(index)}/24`, "dev", "eth0");
      ip("-n", namespace, "link", "set", "eth0", "up");
      ip("-n", namespace, "link", "set", "lo", "up");
    }
  } catch {
    remove();
    return null;
  }
  return {
    namespaceOf,
    remove,
    pull: (index) => ip("link", "set", namespaceOf(index), "down"),
    hidePeers(index) {
      for (const peer of peersOf(index)) {
        ip("-n", namespaceOf(index), "route", "add", "blackhole", addressOf(peer));
      }
    },
    plug(index) {
      ip("link", "set", namespaceOf(index), "up");
      for (const peer of peersOf(index)) {
        tryIp("-n", namespaceOf(index), "route", "del", "blackhole", addressOf(peer));
      }
    },
  };
}
