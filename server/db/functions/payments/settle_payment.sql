-- Decides about a payment's parts: a pending payment becomes PAID with the money received so far; for an expired one
-- the merchant keeps the money. Returns null on success, otherwise an error code. Locks are taken in the order of every
-- matching.
create or replace function settle_payment(merchant uuid, code text, clock timestamptz) returns text
language plpgsql as $$
declare
  at timestamptz;
  chosen payments;
  last_part mutations;
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
  if not exists (
    select from payment_ledgers ledger
    where ledger.merchant_id = merchant
      and ledger.payment_number = chosen.payment_number
      and ledger.owed is null
      and ledger.received > 0
  ) then
    return 'nothing_to_settle';
  end if;

  if chosen.payment_status = 'PENDING' and chosen.payment_expired_at <= at then
    perform end_pending(array[merchant], array[chosen.payment_number], 'EXPIRED', at);
  elsif chosen.payment_status = 'PENDING' then
    select part.* into last_part
    from payment_receipts receipt
    join mutations part using (merchant_id, mutation_number)
    where receipt.merchant_id = merchant
      and receipt.payment_number = chosen.payment_number
    order by receipt.receipt_number desc
    limit 1;
    perform pay_pending(
      at, array[row(merchant, chosen.payment_number, last_part.mutation_id, true, null)::payment_claim]
    );
    update mutations
    set matched_payment_number = chosen.payment_number,
      match_reason = 'matched_by_hand',
      candidate_payment_number = null,
      announced_by_number = null,
      judged_at = at,
      decision = null,
      decided_at = null
    where merchant_id = merchant
      and mutation_number = last_part.mutation_number;
  end if;
  perform decide_ledger(merchant, chosen.payment_number, at);
  return null;
end
$$;
