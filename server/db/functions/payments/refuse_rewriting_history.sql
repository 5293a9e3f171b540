create or replace function refuse_rewriting_history() returns trigger
language plpgsql as $$
begin
  raise exception 'audit entries are only added'
    using errcode = 'integrity_constraint_violation', constraint = 'audit_entries_are_only_added';
end
$$;

create or replace trigger audit_entries_are_only_added
  before update or truncate on audit_entries
  for each statement
  execute function refuse_rewriting_history();
