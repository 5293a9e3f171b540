import { execFileSync } from "node:child_process";
import os from "node:os";

/** Describes the machine on which the numbers were measured. */
export function describeMachine(): string {
  const [cpu] = os.cpus();
  const memory = `${Math.round(os.totalmem() / 2 ** 30)} GiB`;
  return [
    `- ${os.cpus().length} cores (${cpu?.model.trim() || "unknown"}), ${memory}, ${os.type()} ${os.release()}`,
    `- Node.js ${process.versions.node}, PostgreSQL 18 as \`npm start\` sets it up (fsync and synchronous commit on)`,
  ].join("\n");
}

/** Describes when a section was measured, because `--only` measures a section alone. */
export function describeMoment(): string {
  const commit = execFileSync("git", ["rev-parse", "--short", "HEAD"], { encoding: "utf8" }).trim();
  const load = os.loadavg()[2]?.toFixed(1);
  return `${new Date().toISOString().slice(0, 10)} at commit ${commit}; load average of the last 15 minutes ${load}.`;
}
