import { execFile, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { rm } from "node:fs/promises";
import { promisify } from "node:util";
import { expect } from "vitest";
import { copyRoot } from "./bare-system.ts";
import type { Ask } from "./first-payment.ts";

/**
 * A Debian that systemd has booted in a container of systemd-nspawn. It has its own files, processes and network, and
 * its systemd starts units as on a machine.
 */

const suite = "bookworm"; // systemd 252 runs on both kinds of cgroups

export interface BootedSystem extends AsyncDisposable {
  /** The system's folder on this machine. */
  readonly place: string;
  /**
   * Runs a script as root and returns its output on both streams. Rejects with the output if the script fails.
   */
  run(script: string): Promise<string>;
  /** Sends a request to a server of the system. */
  askPort(port: number): Ask;
}

/** Returns the program that is missing to boot such a system, or null. */
export const missingForBoot = (): string | null =>
  spawnSync("systemd-nspawn", ["--version"]).error === undefined ? null : "systemd-nspawn";

export async function bootSystem(): Promise<BootedSystem> {
  const place = await copyRoot(suite, ["systemd", "systemd-sysv", "dbus"]);
  // This machine has no running systemd that could register a unit.
  const alone = ["--register=no", "--keep-unit", "--private-network", "--console=pipe"];
  const options = ["--quiet", "--boot", `--directory=${place}`, ...alone];
  const container = spawn("systemd-nspawn", options, { stdio: "ignore" });
  let leader = 0;
  await expect.poll(() => (leader = childOf(container.pid ?? 0))).toBeGreaterThan(0);
  const enter = [`--target=${leader}`, "--all", "--root", "--wd", "/usr/bin/env", "-i"];
  const searched = "PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";
  const inside = [...enter, searched, "HOME=/root", "DEBIAN_FRONTEND=noninteractive"];
  const run = (script: string) =>
    promisify(execFile)("nsenter", [...inside, "sh", "-c", `exec 2>&1\n${script}`]).then(
      ({ stdout }) => stdout,
      ({ message, stdout }: { message: string; stdout: string }) => {
        throw new Error(`${script}\n${stdout}`, { cause: message });
      },
    );
  await expect.poll(() => run("systemctl is-system-running").catch(String)).toMatch(/^running/);
  return {
    place,
    run,
    askPort: (port) => async (where, request) => {
      const asked = [`http://127.0.0.1:${port}${where}`, JSON.stringify(request ?? {})];
      const args = [`--net=/proc/${leader}/ns/net`, process.execPath, "--eval", client, ...asked];
      const { stdout } = await promisify(execFile)("nsenter", args);
      return JSON.parse(stdout) as Awaited<ReturnType<Ask>>;
    },
    async [Symbol.asyncDispose]() {
      const ended = once(container, "exit");
      process.kill(leader, "SIGKILL");
      await ended;
      await rm(place, { recursive: true, force: true });
    },
  };
}

const childOf = (pid: number): number =>
  Number(spawnSync("pgrep", ["-P", String(pid)], { encoding: "utf8" }).stdout.split("\n")[0]);

const client = `fetch(process.argv[1], JSON.parse(process.argv[2])).then(async (response) =>
  console.log(JSON.stringify({ status: response.status, body: await response.json() })))`;
