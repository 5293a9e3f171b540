import {
  openReplicas,
  selectLogPosition,
  takesWrites,
  type LogPosition,
  type ReplicaOptions,
  type Replicas,
} from "../db/replicas.ts";
import { batched } from "../domain/base/batch.ts";
import type { Config } from "./config.ts";

/** The largest number of reads that share a query to the leader. */
const readingsPerPosition = 1_000;

/** Opens DATABASE_REPLICA_URL. Returns null if it is not set. Concurrent reads ask the leader once. */
export async function openReplicasOf(
  { replicas }: Pick<Config, "replicas">,
  options: Omit<ReplicaOptions, "url" | "maxLagMilliseconds" | "readPosition">,
): Promise<Replicas | null> {
  if (!replicas) return null;
  const position = batched<null, LogPosition>({
    sizeMax: readingsPerPosition,
    run: async (readings) => {
      const now = await selectLogPosition(options.leader);
      return readings.map(() => now);
    },
    mayRunAlone: () => false,
  });
  return openReplicas({ ...options, ...replicas, readPosition: () => position(null) });
}

/**
 * Describes the lag of each replica for the doctor. Throws an error that names the unusable replicas and the reasons.
 */
export async function describeReplicas(
  config: Pick<Config, "replicas">,
  leader: ReplicaOptions["leader"],
): Promise<string> {
  const silent = { warn() {}, info() {} };
  const replicas = await openReplicasOf(config, { leader, log: silent });
  if (!replicas) return "none";
  try {
    const states = replicas.list();
    const sentences = states.map(({ name, problem, lag_seconds }) =>
      problem === null
        ? `${name} is read, ${Math.round(lag_seconds * 1000)} ms behind`
        : `${name} is not read: ${problem}`,
    );
    const isWell =
      states.some(({ is_read }) => is_read) &&
      states.every(({ is_read, problem }) => is_read || problem === takesWrites);
    if (isWell) return sentences.join("; ");
    throw new Error(`${sentences.join("; ")}. Tepat reads from the leader instead`);
  } finally {
    await replicas.close();
  }
}
