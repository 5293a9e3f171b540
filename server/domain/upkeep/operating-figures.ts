import { listMigrationFiles } from "../../db/migrate.ts";
import type { Gateway } from "../gateway/gateway.ts";
import { appLabels, type AppLabels } from "../banks/app-labels.ts";
import { selectOperatingFigures, type OperatingFigures } from "./operating-figures.sql.ts";
import { selectReplication, type Replication } from "./replication.sql.ts";

const countedMost = 10_000;

const knownMigrations = listMigrationFiles().length;

export type Figures = Omit<OperatingFigures, "unread_payments" | "database_time"> & {
  unread_payments: (AppLabels & { count: number })[];
  /** The difference between this process's clock and the database's, without the time of the query. */
  clock_difference_seconds: number;
  replication: Replication;

  /** The time from the query to its result, including the wait for a connection of the pool. */
  round_trip_seconds: number;
  /**
   * If more are known than applied, this release's migrations did not run. If fewer are known, a newer release's did.
   */
  known_migrations: number;
};

/** Reads the figures with two statements, for monitoring. */
export async function readOperatingFigures({ sql, now }: Gateway): Promise<Figures> {
  const asked = performance.now();
  const askedAt = Date.now();
  const { unread_payments, database_time, ...figures } = await selectOperatingFigures(sql, {
    counted: countedMost,
    at: now(),
  });
  const round_trip_seconds = (performance.now() - asked) / 1000;
  const theirs = database_time.getTime();
  return {
    ...figures,
    unread_payments: byApp(unread_payments),
    clock_difference_seconds: Math.max(askedAt - theirs, theirs - Date.now(), 0) / 1000,
    replication: await selectReplication(sql),
    round_trip_seconds,
    known_migrations: knownMigrations,
  };
}

/** Adds up the packages that the catalogue does not name. */
function byApp(counted: OperatingFigures["unread_payments"]): Figures["unread_payments"] {
  const counts = new Map<string, Figures["unread_payments"][number]>();
  for (const { package_name, count } of counted) {
    const labels = appLabels(package_name);
    counts.set(labels.app, { ...labels, count: (counts.get(labels.app)?.count ?? 0) + count });
  }
  return [...counts.values()];
}
