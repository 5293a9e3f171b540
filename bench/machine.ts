import { execFileSync } from "node:child_process";
import os from "node:os";

/** What the numbers were measured on. */
export function describeMachine(): string {
  const [cpu] = os.cpus();
  const memory = `${Math.round(os.totalmem() / 2 ** 30)} GiB`;
  const commit = execFileSync("git", ["rev-parse", "--short", "HEAD"], { encoding: "utf8" }).trim();
  return [
    `- ${os.cpus().length} cores (${cpu?.model.trim() || "unknown"}), ${memory}, ${os.type()} ${os.release()}`,
    `- Node.js ${process.versions.node}, PostgreSQL 18 as \`npm start\` sets it up (fsync and synchronous commit on)`,
    `- Load average of the last 15 minutes at the end: ${os.loadavg()[2]?.toFixed(1)}`,
    `- Measured on ${new Date().toISOString().slice(0, 10)} at commit ${commit}`,
  ].join("\n");
}
