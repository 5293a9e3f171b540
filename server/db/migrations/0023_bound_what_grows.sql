-- Attempts of webhooks and the audit log grow with every payment and every sign-in: what is old enough can be forgotten.

alter table webhook_deliveries
  -- The attempts that are not listed any more.
  add column forgotten_attempt_count integer not null default 0;

create index webhook_attempts_started_at on webhook_attempts (started_at);
create index audit_entries_created_at on audit_entries (created_at);

-- History can be forgotten when it is a year old, by nobody's setting sooner, and never rewritten.
drop trigger audit_entries_are_only_added on audit_entries;

create trigger audit_entries_are_only_added
  before update or truncate on audit_entries
  for each statement
  execute function refuse_rewriting_history();

create function refuse_forgetting_soon() returns trigger
language plpgsql as $$
begin
  if exists (select from forgotten where created_at > clock_timestamp() - interval '365 days') then
    raise exception 'audit entries are kept for a year at least'
      using errcode = 'integrity_constraint_violation', constraint = 'audit_entries_are_only_added';
  end if;
  return null;
end
$$;

create trigger audit_entries_are_kept_for_a_year
  after delete on audit_entries
  referencing old table as forgotten
  for each statement
  execute function refuse_forgetting_soon();
