-- Maintains devices.registered, whichever statement registers or revokes a device. A registration counts from the time
-- when the phone registered, not from its approval: transfers that the phone sees while it waits can pay once it is
-- approved.
--
-- An approved phone that registers again at the same merchant has belonged to it all the time. The exception is an
-- installation that was registered at another merchant meanwhile: its previous registration ended when it left. A phone
-- that still used its previous token had not left: anyone can register its installation elsewhere, but only the phone
-- has that token.
create or replace function keep_registrations() returns trigger
language plpgsql as $$
declare
  at timestamptz := new.created_at;
  earlier tstzmultirange := '{}';
  left_at timestamptz;
begin
  -- A simulated phone moves no real money, and its times come from another machine's clock. A device that is inserted
  -- as revoked is not a phone: see insertStatementSource.
  if new.is_simulated or tg_op = 'INSERT' and new.device_status = 'REVOKED' then
    new.registered := '{(,)}';
    return new;
  end if;

  if tg_op = 'UPDATE' then
    at := case
      when new.registration_changed_at is distinct from old.registration_changed_at then new.registration_changed_at
      else clock_timestamp()
    end;
    if not old.is_simulated then
      earlier := old.registered;
    end if;
  end if;

  if new.device_status = 'REVOKED' then
    if old.device_status <> 'REVOKED' then
      new.registered := earlier * tstzmultirange(tstzrange(null, at));
    end if;
    return new;
  end if;

  if tg_op = 'UPDATE' and new.token_hash <> old.token_hash then
    select min(lower(elsewhere)) into left_at
    from devices other
    cross join unnest(other.registered) elsewhere
    where other.installation_id = new.installation_id
      and other.merchant_id <> new.merchant_id
      and not other.is_simulated
      and lower(elsewhere) > (select max(lower(own)) from unnest(earlier) own);
    if left_at is not null then
      earlier := earlier * tstzmultirange(tstzrange(null, greatest(left_at, old.last_seen_at)));
    end if;
  end if;

  new.registered := earlier;
  if not upper_inf(earlier) then
    new.registered := earlier
      + tstzmultirange(tstzrange(greatest(date_trunc('second', at), upper(earlier)), null));
  end if;
  if (select count(*) from unnest(new.registered)) > registrations_kept() then
    select range_agg(kept) into new.registered
    from (select kept from unnest(new.registered) kept order by kept desc limit registrations_kept()) newest;
  end if;
  return new;
end
$$;

create or replace trigger devices_keep_registrations
  before insert or update of device_status, token_hash, is_simulated on devices
  for each row
  execute function keep_registrations();
