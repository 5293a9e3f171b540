-- Writes the webhook for a payment that has ended, whichever statement ended it: a Worker's report, a manual match, a
-- cancel or the expiry job. For a paid payment the trigger also writes the notices to the team and the customer's
-- receipt. A separate trigger would cost each payment twice as much as the probe of notice_wishes here, which takes 3
-- of 95 microseconds.
create or replace function owe_messages() returns trigger
language plpgsql as $$
begin
  insert into webhook_deliveries
    (merchant_id, delivery_id, payment_number, event_type, url, created_at, next_attempt_at)
  select
    changed.merchant_id,
    case when merchant.test_of is null then 'msg_' else 'msg_test_' end || replace(gen_random_uuid()::text, '-', ''),
    changed.payment_number,
    'payment.' || lower(changed.payment_status),
    coalesce(changed.payment_webhook_url, merchant.webhook_url),
    -- The time of recording: for an expiry later than the event itself, for every other end the same.
    greatest(
      changed.payment_updated_at,
      case changed.payment_status
        when 'EXPIRED' then nullif(current_setting('tepat.expiry_recorded_at', true), '')::timestamptz
      end
    ),
    changed.payment_updated_at
  from changed
  join merchants merchant using (merchant_id)
  where coalesce(changed.payment_webhook_url, merchant.webhook_url) is not null
    and wants_event(merchant, changed.payment_status);

  if exists (select from notice_wishes where event = 'paid') then
    perform owe_notices(
      changed.merchant_id,
      'paid',
      changed.payment_number::text,
      json_build_object(
        'payment_code', changed.payment_code,
        'payment_total', changed.payment_total,
        'customer_name', changed.customer_name
      ),
      changed.payment_updated_at
    )
    from changed
    where changed.payment_status = 'PAID'
      and exists (
        select from notice_wishes wish
        where wish.merchant_id = changed.merchant_id
          and wish.event = 'paid'
      );
  end if;
  -- The limit keeps this to one index probe for each payment; a payment created by the API costs no more here.
  perform owe_receipt(changed.merchant_id, sale.sale_number, changed.payment_updated_at)
  from changed
  cross join lateral (
    select sold.sale_number
    from sales sold
    where sold.merchant_id = changed.merchant_id
      and sold.payment_number = changed.payment_number
      and sold.customer_email is not null
    limit 1
  ) sale
  where changed.payment_status = 'PAID';
  return null;
end
$$;

create or replace trigger payments_owe_messages
  after update on payments
  referencing new table as changed
  for each statement
  execute function owe_messages();
