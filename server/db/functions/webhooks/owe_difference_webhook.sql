-- Writes the webhook for a change of a payment's ledger, if the merchant switched these events on. The body is written
-- here, so that a later change does not alter it.
create or replace function owe_difference_webhook() returns trigger
language plpgsql as $$
declare
  changed_how text := case
    when new.refunded <> old.refunded then 'payment.refunded'
    -- For a payment that has ended, money received before is booked with the first decision about its difference.
    when new.owed is null and new.received > old.received and exists (
      select from payments payment
      where payment.merchant_id = new.merchant_id
        and payment.payment_number = new.payment_number
        and payment.payment_status = 'PENDING'
    ) then 'payment.part_received'
    when new.kept < 0 and new.kept is distinct from old.kept then 'payment.underpaid'
    when new.kept > 0 and new.kept is distinct from old.kept then 'payment.overpaid'
  end;
begin
  insert into webhook_deliveries
    (merchant_id, delivery_id, ledger_payment_number, event_type, url, body, created_at, next_attempt_at)
  select
    new.merchant_id,
    case when merchant.test_of is null then 'msg_' else 'msg_test_' end || replace(gen_random_uuid()::text, '-', ''),
    new.payment_number,
    changed_how,
    coalesce(payment.payment_webhook_url, merchant.webhook_url),
    json_build_object(
      'type', changed_how,
      'timestamp', to_char(new.changed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'data', json_build_object(
        'payment_id', payment.payment_id,
        'payment_code', payment.payment_code,
        'payment_status', payment.payment_status,
        'payment_total', payment.payment_total,
        'received_total', new.received,
        'refunded_total', new.refunded,
        'kept_difference', new.kept,
        'received_amount', new.received - old.received,
        'refunded_amount', new.refunded - old.refunded
      )
    )::text,
    new.changed_at,
    new.changed_at
  from merchants merchant
  join payments payment using (merchant_id)
  where merchant.merchant_id = new.merchant_id
    and merchant.sends_difference_events
    and payment.payment_number = new.payment_number
    and coalesce(payment.payment_webhook_url, merchant.webhook_url) is not null
    and changed_how is not null;
  return null;
end
$$;

create or replace trigger payment_ledgers_owe_webhook
  after update on payment_ledgers
  for each row
  execute function owe_difference_webhook();
