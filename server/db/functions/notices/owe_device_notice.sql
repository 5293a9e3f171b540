-- Writes the notices about a phone that went offline. The subject includes the time, because a phone can go offline
-- again.
create or replace function owe_device_notice() returns trigger
language plpgsql as $$
begin
  perform owe_notices(
    new.merchant_id,
    'device_silent',
    new.device_id || ' ' || extract(epoch from new.offline_since),
    json_build_object('device_name', new.device_name, 'last_seen_at', new.last_seen_at),
    new.offline_since
  );
  return null;
end
$$;

create or replace trigger devices_owe_notice
  after update on devices
  for each row
  when (new.source_kind = 'phone' and old.offline_since is null and new.offline_since is not null)
  execute function owe_device_notice();
