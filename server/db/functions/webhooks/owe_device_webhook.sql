-- Writes the webhook for a phone that went offline or came back online, whichever statement noticed it: the job, a
-- heartbeat or a report.
create or replace function owe_device_webhook() returns trigger
language plpgsql as $$
begin
  insert into webhook_deliveries
    (merchant_id, delivery_id, device_id, event_type, url, created_at, next_attempt_at)
  select
    new.merchant_id,
    'msg_' || replace(gen_random_uuid()::text, '-', ''),
    new.device_id,
    case when new.offline_since is null then 'device.online' else 'device.offline' end,
    merchant.webhook_url,
    coalesce(new.offline_since, new.last_seen_at),
    coalesce(new.offline_since, new.last_seen_at)
  from merchants merchant
  where merchant.merchant_id = new.merchant_id
    and merchant.webhook_url is not null
    and merchant.sends_device_events;
  return null;
end
$$;

create or replace trigger devices_owe_webhook
  after update on devices
  for each row
  when (new.source_kind = 'phone' and (old.offline_since is null) <> (new.offline_since is null))
  execute function owe_device_webhook();
