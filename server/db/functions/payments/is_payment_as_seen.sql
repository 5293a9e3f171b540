-- Returns whether a payment's status and money are still those that a person saw when deciding; a null is not compared.
-- The result holds until the transaction ends, because the function locks the merchant's turn and then the payment, in
-- the order of every matching.
create or replace function is_payment_as_seen(
  merchant uuid, code text, seen_status text, seen_received bigint, seen_refunded bigint, clock timestamptz
) returns boolean
language plpgsql as $$
declare
  at timestamptz;
  chosen payments;
  booked payment_ledgers;
  received bigint;
  -- Owed refunds count like sent ones.
  refunded bigint;
begin
  perform from mutation_counters where merchant_id = merchant for update;
  select * into chosen from payments where merchant_id = merchant and payment_code = code for update;
  select * into booked
  from payment_ledgers
  where merchant_id = merchant
    and payment_number = chosen.payment_number;
  at := date_trunc('milliseconds', coalesce(clock, clock_timestamp()));
  if chosen.payment_status = 'PENDING' and chosen.payment_expired_at <= at then
    chosen.payment_status := 'EXPIRED';
  end if;
  received := coalesce(
    booked.received, case when chosen.payment_status = 'PAID' then chosen.payment_total else 0 end
  );
  refunded := booked.refunded + booked.refunds_owed;
  -- If there is no such payment, the decision itself reports it.
  return chosen.payment_number is null
    or coalesce(seen_status, chosen.payment_status) = chosen.payment_status
    and coalesce(seen_refunded, refunded, 0) = coalesce(refunded, 0)
    and coalesce(seen_received, received) = received;
end
$$;
