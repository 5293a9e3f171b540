-- Records that a merchant refunded money of a payment, or owes it (owe_refund). Returns null on success, otherwise an
-- error code; callers roll back after an error. A form that is sent again returns done_already. A pending payment must
-- end before its money can be refunded.
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
