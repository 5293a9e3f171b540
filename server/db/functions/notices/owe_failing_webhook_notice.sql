-- Writes the notices about a server that does not accept webhooks: a delivery failed several times in a row, or was given
-- up. Each period of webhook_failing_pause has at most one notice about a server, however many webhooks wait for it.
create or replace function owe_failing_webhook_notice() returns trigger
language plpgsql as $$
declare
  receiver text := substring(new.url from '^[a-z]+://[^/?#]+');
begin
  if new.delivery_status = 'RETRYING' and new.scheduled_count <> webhook_failing_attempts() then
    return null;
  end if;

  perform owe_notices(
    new.merchant_id,
    'webhook_failing',
    receiver || ' ' || extract(epoch from date_bin(webhook_failing_pause(), clock_timestamp(), 'epoch')),
    json_build_object(
      'receiver', receiver, 'attempt_count', new.attempt_count, 'is_given_up', new.delivery_status = 'FAILED'
    ),
    clock_timestamp()
  );
  return null;
end
$$;

create or replace trigger webhook_deliveries_owe_notice
  after update on webhook_deliveries
  for each row
  when (new.scheduled_count > old.scheduled_count and new.delivery_status in ('RETRYING', 'FAILED'))
  execute function owe_failing_webhook_notice();
