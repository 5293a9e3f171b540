import type { Sql } from "../db/client.ts";

/**
 * A database whose clock can be set. Test functions replace PostgreSQL's own, in this database only.
 */
export interface DatabaseClock {
  /** Sets the offset to the machine's time from the next statement on, in seconds. */
  set(offset_seconds: number): Promise<void>;
}

/**
 * Replaces the clock. This affects connections opened afterwards, and pg-boss once its tables
 * exist.
 */
export async function takeClock(sql: Sql): Promise<DatabaseClock> {
  const set = async (offset_seconds: number): Promise<void> => {
    const offset = `make_interval(secs => ${offset_seconds})`;
    // Statements that are sent together are one transaction. Plans with the replaced functions are created
    // again.
    await sql.unsafe(`
      create or replace function public.now() returns timestamptz stable
        return pg_catalog.now() + ${offset};
      create or replace function public.clock_timestamp() returns timestamptz volatile
        return pg_catalog.clock_timestamp() + ${offset};
      do $body$
      begin
        -- pg-boss calls PostgreSQL's own clock by its full name, in a function of its own.
        if to_regprocedure('pgboss.job_now()') is not null then
          create or replace function pgboss.job_now() returns timestamptz
            language sql stable as 'select public.now()';
        end if;
      end
      $body$;
    `);
  };
  await set(0);
  const [row] = await sql<{ name: string }[]>`select current_database() as name`;
  await sql`alter database ${sql(row?.name ?? "")} set search_path = public, pg_catalog`;
  return { set };
}
