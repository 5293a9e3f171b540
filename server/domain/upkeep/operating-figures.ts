import { listMigrationFiles } from "../../db/migrate.ts";
import type { Gateway } from "../gateway/gateway.ts";
import { selectOperatingFigures, type OperatingFigures } from "./operating-figures.sql.ts";

const countedMost = 10_000;

const knownMigrations = listMigrationFiles().length;

export type Figures = OperatingFigures & {
  /** From the question to the answer, including the wait for a connection of the pool. */
  round_trip_seconds: number;
  /**
   * If more are known than applied, this release's migrations did not run. If fewer are known, a newer release's did.
   */
  known_migrations: number;
};

/** Reads them by one statement, for monitoring. */
export async function readOperatingFigures({ sql, now }: Gateway): Promise<Figures> {
  const asked = performance.now();
  const figures = await selectOperatingFigures(sql, { counted: countedMost, at: now() });
  const round_trip_seconds = (performance.now() - asked) / 1000;
  return { ...figures, round_trip_seconds, known_migrations: knownMigrations };
}
