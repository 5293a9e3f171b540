import type { Sql } from "../../db/client.ts";

export interface Replica {
  name: string;
  /** Whether commits wait for the replica. */
  is_synchronous: boolean;
  /** The bytes that the replica has not replayed yet. */
  behind_bytes: number;
}

export interface Replication {
  /** False for a server that is itself a replica. */
  is_leader: boolean;
  /** True if `synchronous_standby_names` names a replica, so that commits wait. */
  waits_for_replicas: boolean;
  waiting_commits: number;
  replicas: Replica[];
  /** The number of connected replicas whose details this user cannot see. */
  hidden_count: number;
  /** Slots without a reader, and the bytes of log that the server keeps for them. */
  idle_slots: { name: string; kept_bytes: number }[];
}

export async function selectReplication(sql: Sql): Promise<Replication> {
  const [row] = await sql<Replication[]>`
    with here as (
      select case when not pg_is_in_recovery() then pg_current_wal_lsn() end as written
    )
    select
      written is not null as is_leader,
      current_setting('synchronous_standby_names') <> '' as waits_for_replicas,
      (select count(*) from pg_stat_activity where wait_event = 'SyncRep')::integer as waiting_commits,
      (
        select coalesce(json_agg(json_build_object(
          'name', application_name,
          'is_synchronous', sync_state in ('sync', 'quorum'),
          'behind_bytes', greatest(0, pg_wal_lsn_diff(written, replay_lsn))
        ) order by application_name), '[]')
        from pg_stat_replication
        where state = 'streaming'
      ) as replicas,
      (select count(*) from pg_stat_replication where state is null)::integer as hidden_count,
      (
        select coalesce(json_agg(json_build_object(
          'name', slot_name, 'kept_bytes', pg_wal_lsn_diff(written, restart_lsn)
        ) order by slot_name), '[]')
        from pg_replication_slots
        where not active and restart_lsn is not null
      ) as idle_slots
    from here
  `;
  return row as Replication;
}
