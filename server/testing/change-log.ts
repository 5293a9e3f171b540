import type { Sql } from "../db/client.ts";

/**
 * Triggers that record every committed change of a test database, so that a test can check for changes that must not
 * happen.
 */
export interface ChangeLog {
  /**
   * Returns the changes since the last call: `table insert`, `table delete`, or `table.column` for each changed column.
   */
  take(): Promise<string[]>;
}

export async function watchChanges(sql: Sql): Promise<ChangeLog> {
  await sql.unsafe(createLog);
  return {
    async take() {
      const rows = await sql<{ change: string }[]>`
        delete from change_log
        returning change
      `;
      return [...new Set(rows.map(({ change }) => change))].toSorted();
    },
  };
}

const createLog = `
  create table change_log (change text not null);

  create function note_change() returns trigger language plpgsql as $$
  begin
    if tg_op = 'UPDATE' then
      insert into change_log
      select tg_table_name || '.' || after.key
      from jsonb_each(to_jsonb(new)) after
      where after.value is distinct from to_jsonb(old) -> after.key;
    else
      insert into change_log
      values (tg_table_name || ' ' || lower(tg_op));
    end if;
    return null;
  end $$;

  do $$
  declare
    watched regclass;
  begin
    for watched in
      select oid
      from pg_class
      where relkind = 'r'
        and relnamespace = 'public'::regnamespace
        and relname <> 'change_log'
    loop
      execute format(
        'create trigger note_change after insert or update or delete on %s for each row execute function note_change()',
        watched
      );
    end loop;
  end $$;
`;
