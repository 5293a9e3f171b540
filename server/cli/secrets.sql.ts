import type { Tx } from "../db/client.ts";

const rotationLock = 7_283_731;

/** Until the transaction ends, however long that takes; false where another process has the lock. */
export async function lockRotation(tx: Tx): Promise<boolean> {
  await tx`set local idle_in_transaction_session_timeout = 0`;
  const [lock] = await tx`select pg_try_advisory_xact_lock(${rotationLock}) as is_ours`;
  return lock?.["is_ours"] === true;
}
