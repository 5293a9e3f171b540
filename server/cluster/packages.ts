import { existsSync } from "node:fs";
import path from "node:path";

/**
 * The programs of a cluster and their packages in Debian 12. This module installs nothing, but names
 * missing packages.
 */

const debianPackages = {
  patroni: "patroni",
  patronictl: "patroni",
  etcd: "etcd-server",
  haproxy: "haproxy",
  "redis-server": "redis-server",
} as const;

/** The folder of the newest installed PostgreSQL's programs. */
const postgresFolder: string | undefined = ["18", "17", "16", "15"]
  .map((version) => `/usr/lib/postgresql/${version}/bin`)
  .find((folder) => existsSync(`${folder}/postgres`));

const findProgram = (name: string): string | undefined =>
  [...(process.env["PATH"] ?? "").split(path.delimiter), "/usr/sbin"]
    .map((folder) => path.join(folder, name))
    .find((file) => existsSync(file));

/** Returns a sentence about missing packages, or undefined if a cluster can run. */
export function whyNoCluster(): string | undefined {
  if (process.platform !== "linux") return "A cluster can be run on Linux only.";
  const missing = Object.entries(debianPackages)
    .filter(([program]) => findProgram(program) === undefined)
    .map(([, debian]) => debian as string);
  if (postgresFolder === undefined) missing.push("postgresql-15");
  const packages = [...new Set(missing)].join(" ");
  if (packages === "") return undefined;
  return `A cluster needs these packages of Debian 12: ${packages}. Install them without starting their services: RUNLEVEL=1 apt-get install --no-install-recommends ${packages}`;
}

/** Returns the path of a program. `whyNoCluster` must have found it. */
export function programOf(name: keyof typeof debianPackages): string {
  return findProgram(name) as string;
}

export const postgresPrograms = (): string => postgresFolder as string;
