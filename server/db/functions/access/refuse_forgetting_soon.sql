create or replace function refuse_forgetting_soon() returns trigger
language plpgsql as $$
begin
  if exists (select from forgotten where created_at > clock_timestamp() - interval '365 days') then
    raise exception 'audit entries are kept for a year at least'
      using errcode = 'integrity_constraint_violation', constraint = 'audit_entries_are_only_added';
  end if;
  return null;
end
$$;

create or replace trigger audit_entries_are_kept_for_a_year
  after delete on audit_entries
  referencing old table as forgotten
  for each statement
  execute function refuse_forgetting_soon();
