-- Writes the webhook for a payment that has ended, whichever statement ended it: a Worker's report, a manual match, a
-- cancel or the expiry job.
create or replace function owe_webhooks() returns trigger
language plpgsql as $$
begin
  insert into webhook_deliveries
    (merchant_id, delivery_id, payment_number, event_type, url, created_at, next_attempt_at)
  select
    changed.merchant_id,
    'msg_' || replace(gen_random_uuid()::text, '-', ''),
    changed.payment_number,
    'payment.' || lower(changed.payment_status),
    coalesce(changed.payment_webhook_url, merchant.webhook_url),
    changed.payment_updated_at,
    changed.payment_updated_at
  from changed
  join merchants merchant using (merchant_id)
  where coalesce(changed.payment_webhook_url, merchant.webhook_url) is not null
    and case changed.payment_status
      when 'PAID' then true
      when 'EXPIRED' then merchant.sends_expired_events
      when 'CANCELLED' then merchant.sends_cancelled_events
      else false
    end;
  return null;
end
$$;

create or replace trigger payments_owe_webhooks
  after update on payments
  referencing new table as changed
  for each statement
  execute function owe_webhooks();
