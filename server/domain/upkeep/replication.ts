import { limits } from "../../contract/limits.ts";
import type { Sql } from "../../db/client.ts";
import { selectReplication } from "./replication.sql.ts";

/** Returns the replicas that follow the database, or throws their problem and its fix. */
export async function describeReplication(sql: Sql): Promise<string> {
  const found = await selectReplication(sql);
  if (!found.is_leader) {
    throw new Error(
      "this server is a replica, which accepts no writes. Add the leader's host to DATABASE_URL",
    );
  }
  const { replicas, waits_for_replicas, waiting_commits, hidden_count } = found;
  const synchronous = replicas.filter(({ is_synchronous }) => is_synchronous);
  const wrong: string[] = [];
  // A user without the permission sees that there are replicas, but not which of them confirm commits.
  if (waits_for_replicas && synchronous.length === 0 && hidden_count === 0) {
    wrong.push(
      `no replica confirms commits, and ${countOf(waiting_commits, "commit")} ${waiting_commits === 1 ? "waits" : "wait"} for one. Start a replica that synchronous_standby_names lists`,
    );
  }
  for (const { name, behind_bytes } of replicas) {
    if (behind_bytes <= limits.replicaBehindBytes) continue;
    wrong.push(
      `${name} is ${megabytes(behind_bytes)} behind. Check its log, its disk and its network`,
    );
  }
  for (const { name, kept_bytes } of found.idle_slots) {
    if (kept_bytes <= limits.replicaBehindBytes) continue;
    wrong.push(
      `no replica reads the slot ${name}, and the disk keeps ${megabytes(kept_bytes)} for it. Start its replica, or drop the slot with select pg_drop_replication_slot('${name}')`,
    );
  }
  if (wrong.length > 0) throw new Error(wrong.join("; "));
  if (hidden_count > 0) {
    return `${countOf(hidden_count, "replica")} connected. To see how far they are behind, grant pg_monitor to Tepat's user`;
  }
  if (replicas.length === 0) return "no replica is connected, so a backup is the only other copy";
  const behind = Math.max(...replicas.map(({ behind_bytes }) => behind_bytes));
  return `${countOf(replicas.length, "replica")} connected, ${synchronous.length} of them confirming commits; at most ${megabytes(behind)} behind`;
}

const countOf = (count: number, what: string) => `${count} ${what}${count === 1 ? "" : "s"}`;
const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`;
