-- Records that a merchant paid back money of a payment, or owes it (owe_refund). Returns the error code, or null when
-- it is done; after an error the caller rolls back. A form that is sent again returns done_already. Money of a pending
-- payment is not paid back before the payment has ended.
create or replace function refund_payment(merchant uuid, code text, refund refund_request, clock timestamptz) returns text
language plpgsql as $$
declare
  at timestamptz;
  chosen payments;
begin
  perform from mutation_counters where merchant_id = merchant for update;
  select * into chosen
  from payments
  where merchant_id = merchant
    and payment_code = code
  for update;
  at := date_trunc('milliseconds', coalesce(clock, clock_timestamp()));

  if chosen.payment_number is null then
    return 'payment_not_found';
  end if;
  if exists (select from refunds where refunds.merchant_id = merchant and refunds.form_key = refund.form_key) then
    return case
      when exists (
        select from refunds
        where refunds.merchant_id = merchant
          and refunds.form_key = refund.form_key
          and refunds.payment_number = chosen.payment_number
          and refunds.amount = refund.amount
      )
      then 'done_already'
      else 'form_key_used'
    end;
  end if;
  if chosen.payment_status = 'PENDING' and chosen.payment_expired_at <= at then
    perform end_pending(array[merchant], array[chosen.payment_number], 'EXPIRED', at);
  elsif chosen.payment_status = 'PENDING' then
    return 'payment_is_pending';
  end if;

  perform decide_ledger(merchant, chosen.payment_number, at);
  if not book_money(merchant, chosen.payment_number, null, 0, refund, at) then
    return 'refund_exceeds_received';
  end if;
  return null;
end
$$;
