-- Writes the notices about a phone that went offline, or a mailbox that cannot be read. The subject includes the time,
-- because this can happen again. A person who pauses a mailbox knows of it.
create or replace function owe_device_notice() returns trigger
language plpgsql as $$
begin
  if exists (
    select
    from mailboxes
    where merchant_id = new.merchant_id
      and device_id = new.device_id
      and paused_at is not null
  ) then
    return null;
  end if;
  perform owe_notices(
    new.merchant_id,
    'device_silent',
    new.device_id || ' ' || extract(epoch from new.offline_since),
    json_build_object(
      'device_name', new.device_name, 'last_seen_at', new.last_seen_at, 'source_kind', new.source_kind
    ),
    new.offline_since
  );
  return null;
end
$$;

create or replace trigger devices_owe_notice
  after update on devices
  for each row
  when (old.offline_since is null and new.offline_since is not null)
  execute function owe_device_notice();
