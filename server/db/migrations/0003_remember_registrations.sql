-- A phone that moves from one merchant to another brings its queue with it, so a report belongs to the registration under
-- which it was seen: devices remember when they belonged to their merchant. Of the devices that there are, only the first
-- registration is known, and of a revoked one its last sign of life.

alter table devices
  add column registered tstzmultirange not null default '{(,)}',
  add column registration_changed_at timestamptz;

update devices
set registered = case
  when device_status = 'REVOKED'
    then tstzmultirange(tstzrange(date_trunc('second', created_at), greatest(created_at, last_seen_at)))
  else tstzmultirange(tstzrange(date_trunc('second', created_at), null))
end
where not is_simulated
  and installation_id <> 'bank-statement';

alter table devices
  add constraint devices_revoked_is_not_registered
    check (device_status <> 'REVOKED' or not upper_inf(registered) or lower_inf(registered));

alter table waiting_registrations
  add column registered_at timestamptz not null default now();

alter table mutations
  drop constraint mutations_match_reason_check,
  add constraint mutations_match_reason_check check (
    match_reason in (
      'matched', 'matched_by_hand', 'debit', 'foreign_currency', 'no_account', 'announced_twice', 'late_payment',
      'second_payment', 'paid_by_hand', 'before_invoice', 'no_such_total', 'before_registration', 'while_unregistered'
    )
  );
