import { execFile, execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { closeSync, mkdirSync, openSync, statSync, writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { constants } from "node:os";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { promisify } from "node:util";

/**
 * Containers made of the kernel's namespaces, for machines without Docker. Each has its own processes, mounts,
 * addresses and root, and only the given capabilities. Limits of memory, processors and processes are not applied,
 * because they need a separate cgroup.
 */

export interface ContainerSettings {
  name: string;
  /** The folder of the image. The container writes to it, unless the root is read-only. */
  root: string;
  command: readonly string[];
  environment: Readonly<Record<string, string>>;
  workingDirectory: string;
  /** The user's number; "0" is root. */
  user: string;
  isReadOnly: boolean;
  /** The only capabilities of the container, or "all". */
  capabilities: readonly string[] | "all";
  mayGainPrivileges: boolean;
  /** Whether process 1 is an init that passes signals on. Otherwise process 1 is the command itself. */
  hasInit: boolean;
  /** The limit of open files. undefined: the limit of this machine applies. */
  openFiles: number | undefined;
  /** Folders and files of this machine, and their places in the container. */
  mounts: readonly { from: string; to: string; isReadOnly: boolean }[];
  /** Folders that begin empty, and the size of shared memory. */
  temporary: readonly string[];
  sharedMemory: string;
  /** The container's address in each network. */
  addresses: Readonly<Record<string, string>>;
  /** The lines of /etc/hosts. */
  hosts: string;
  /** The file to which the output is appended. */
  log: string;
}

export interface Container {
  readonly name: string;
  /**
   * Runs a command in the container, as the container's user. Returns the exit code and the output.
   */
  exec(command: readonly string[]): Promise<{ code: number; output: string }>;
  /** Resolves with the exit code when the container's process 1 has ended. */
  readonly ended: Promise<number>;
  isRunning(): boolean;
  /** Sends the signal and returns the exit code. After the time, sends SIGKILL, which returns 137. */
  stop(signal: NodeJS.Signals, milliseconds: number): Promise<number>;
}

export interface ContainerNetworks extends Disposable {
  start(settings: ContainerSettings): Promise<Container>;
  /** Returns the output of a program outside of all containers, which is like a client on Docker's host. */
  outside(program: string, args: readonly string[]): Promise<string>;
}

export function missingForContainers(): string | null {
  if (process.getuid?.() !== 0) return "root";
  const programs = ["ip", "unshare", "nsenter"];
  return programs.find((name) => spawnSync(name, ["-V"]).error !== undefined) ?? null;
}

/**
 * Creates the networks: bridges in a separate namespace, independent of this machine's addresses.
 */
export function createNetworks(names: readonly string[]): ContainerNetworks {
  const base = `tpc${process.pid}`;
  const host = `${base}-host`;
  const namespaces: string[] = [];
  const ip = (...args: string[]) => execFileSync("ip", args, { stdio: "pipe" });
  const add = (namespace: string): string => {
    ip("netns", "add", namespace);
    namespaces.push(namespace);
    ip("-n", namespace, "link", "set", "lo", "up");
    return namespace;
  };
  const remove = () => {
    for (const namespace of namespaces) spawnSync("ip", ["netns", "del", namespace]);
  };
  let cables = 0;
  const connect = (namespace: string, addresses: Readonly<Record<string, string>>) => {
    for (const [index, [network, address]] of Object.entries(addresses).entries()) {
      const cable = `v${(cables += 1)}`;
      const peer = ["peer", "name", `eth${index}`, "netns", namespace];
      ip("-n", host, "link", "add", cable, "type", "veth", ...peer);
      ip("-n", host, "link", "set", cable, "master", network, "up");
      ip("-n", namespace, "addr", "add", `${address}/24`, "dev", `eth${index}`);
      ip("-n", namespace, "link", "set", `eth${index}`, "up");
    }
  };
  try {
    add(host);
    for (const name of names) {
      ip("-n", host, "link", "add", name, "type", "bridge");
      ip("-n", host, "addr", "add", `${addressIn(names, name, 254)}/24`, "dev", name);
      ip("-n", host, "link", "set", name, "up");
    }
  } catch (cause) {
    remove();
    throw cause;
  }
  return {
    async start(settings) {
      const namespace = add(`${base}-${settings.name}`);
      connect(namespace, settings.addresses);
      return startIn(namespace, settings);
    },
    outside: async (program, args) => {
      const inside = [`--net=/run/netns/${host}`, program, ...args];
      return (await promisify(execFile)("nsenter", inside)).stdout;
    },
    [Symbol.dispose]: remove,
  };
}

/** Returns an address. 198.18.0.0/15 is reserved for network tests (RFC 2544). */
export const addressIn = (networks: readonly string[], name: string, host: number): string =>
  `198.18.${200 + networks.indexOf(name)}.${host}`;

/** Creates the mount points, as Docker does. */
function preparePlaces({ root, mounts, temporary }: ContainerSettings): void {
  for (const folder of [...temporary, "/proc", "/dev"]) {
    mkdirSync(path.join(root, folder), { recursive: true });
  }
  for (const { from, to } of [...mounts, { from: "/etc/hosts", to: "/etc/hosts" }]) {
    const place = path.join(root, to);
    if (statSync(from).isDirectory()) mkdirSync(place, { recursive: true });
    else {
      mkdirSync(path.dirname(place), { recursive: true });
      writeFileSync(place, "", { flag: "a" });
    }
  }
}

async function startIn(namespace: string, settings: ContainerSettings): Promise<Container> {
  preparePlaces(settings);
  const { name, log, hosts, openFiles } = settings;
  const hostsFile = `${log}.hosts`;
  writeFileSync(hostsFile, hosts);
  const inside = commandInside(settings);
  const mounts = [...settings.mounts, { from: hostsFile, to: "/etc/hosts", isReadOnly: true }];
  const bind = mounts.map(
    ({ from, to, isReadOnly }) =>
      `mount --bind ${quote(from)} "$root"${quote(to)}${isReadOnly ? ` && mount -o remount,bind,ro "$root"${quote(to)}` : ""}`,
  );
  const empty = settings.temporary.map(
    (folder) => `mount -t tmpfs -o mode=1777 tmpfs "$root"${quote(folder)}`,
  );
  const script = [
    "set -e",
    `root=${quote(settings.root)}`,
    'mount --bind "$root" "$root"',
    ...(settings.isReadOnly ? ['mount -o remount,bind,ro "$root"'] : []),
    'mount -t proc proc "$root/proc"',
    'mount --rbind /dev "$root/dev"',
    `mount -t tmpfs -o mode=1777,size=${settings.sharedMemory} tmpfs "$root/dev/shm"`,
    ...bind,
    ...empty,
    ...(openFiles === undefined
      ? []
      : [`ulimit -n ${openFiles} 2>/dev/null || ulimit -n $(ulimit -Hn)`]),
    settings.hasInit ? init : 'exec "$@"',
  ].join("\n");
  const output = openSync(log, "a");
  const own = ["--fork", "--pid", "--mount", "--ipc", "--uts", "--kill-child"];
  const command = ["unshare", ...own, "sh", "-c", script, "sh", ...inside(settings.command)];
  const holder = spawn("nsenter", [`--net=/run/netns/${namespace}`, ...command], {
    stdio: ["ignore", output, output],
  });
  closeSync(output);
  const ended = once(holder, "exit").then(([code, signal]: (number | NodeJS.Signals | null)[]) =>
    typeof code === "number" ? code : 128 + constants.signals[signal as NodeJS.Signals],
  );
  const isRunning = () => holder.exitCode === null && holder.signalCode === null;
  const first = await firstOf(holder.pid ?? 0, isRunning);
  return {
    name,
    ended,
    isRunning,
    async exec(words) {
      const enter = [`--target=${first}`, "--pid", "--mount", "--net", "--ipc", "--uts"];
      const { stdout, stderr, code } = await promisify(execFile)("nsenter", [
        ...enter,
        ...inside(words),
      ]).then(
        (printed) => ({ ...printed, code: 0 }),
        (failed: { stdout: string; stderr: string; code: number }) => failed,
      );
      return { code, output: `${stdout}${stderr}` };
    },
    async stop(signal, milliseconds) {
      if (isRunning()) process.kill(first, signal);
      const late = setTimeout(() => holder.kill("SIGKILL"), milliseconds);
      const code = await ended;
      clearTimeout(late);
      return code;
    },
  };
}

/**
 * Waits for process 1 of the container, and returns its id outside the container. Returns 0 if the container has
 * already ended.
 */
async function firstOf(holder: number, isRunning: () => boolean): Promise<number> {
  while (isRunning()) {
    const children = await readFile(`/proc/${holder}/task/${holder}/children`, "utf8").catch(
      String,
    );
    const pid = Number.parseInt(children);
    if (pid > 0) return pid;
    await wait(10);
  }
  return 0;
}

/** Like tini in Docker, this script passes the signal on and ends with the command's exit code. */
const init = `"$@" &
child=$!
trap 'kill -TERM $child' TERM
wait $child && code=0 || code=$?
while kill -0 $child 2>/dev/null; do wait $child && code=0 || code=$?; done
exit $code`;

/**
 * Returns the command line that runs a command in the container: with its root, settings, user and
 * capabilities.
 */
function commandInside({
  root,
  environment,
  workingDirectory,
  user,
  capabilities,
  mayGainPrivileges,
}: ContainerSettings): (command: readonly string[]) => string[] {
  const [uid = "0", gid = uid] = user.split(":");
  const granted = capabilities === "all" ? [] : ["-all", ...capabilities.map((each) => `+${each}`)];
  const bounds = granted.length === 0 ? [] : [`--bounding-set=${granted.join(",")}`];
  return (command) => [
    "chroot",
    root,
    "/usr/bin/env",
    "-i",
    "-C",
    workingDirectory,
    ...Object.entries(environment).map(([key, value]) => `${key}=${value}`),
    "setpriv",
    `--reuid=${uid}`,
    `--regid=${gid}`,
    "--clear-groups",
    ...bounds,
    ...(granted.length === 0 ? [] : [`--inh-caps=${granted.join(",")}`]),
    ...(mayGainPrivileges ? [] : ["--no-new-privs"]),
    ...command,
  ];
}

const quote = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;
