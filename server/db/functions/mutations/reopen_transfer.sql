-- Undoes a person's decision about a transfer, so that the transfer waits for a decision again. Returns null on
-- success, otherwise an error code. The function does not undo a refund (see withdraw_refund), and money that was
-- partly refunded stays booked.
create or replace function reopen_transfer(merchant uuid, mutation uuid, clock timestamptz) returns text
language plpgsql as $$
declare
  at timestamptz;
  credit mutations;
  booked payment_receipts;
begin
  perform from mutation_counters where merchant_id = merchant for update;
  select * into credit
  from mutations
  where merchant_id = merchant
    and mutation_id = mutation;
  at := date_trunc('milliseconds', coalesce(clock, clock_timestamp()));

  if credit.mutation_id is null then
    return 'mutation_not_found';
  end if;
  if credit.decision is null or credit.decision = 'refunded' then
    return 'not_decided';
  end if;

  if credit.decision = 'tied' then
    select * into booked
    from payment_receipts
    where merchant_id = merchant
      and mutation_number = credit.mutation_number;
    perform from payments
    where merchant_id = merchant
      and payment_number = booked.payment_number
    for update;
    if booked.vouched_amount is null then
      delete from payment_receipts
      where merchant_id = merchant
        and payment_number = booked.payment_number
        and receipt_number = booked.receipt_number;
    else
      -- The merchant's confirmation of the money still stands.
      update payment_receipts
      set mutation_number = null,
        amount = booked.vouched_amount
      where merchant_id = merchant
        and payment_number = booked.payment_number
        and receipt_number = booked.receipt_number;
    end if;
    if not change_received(
      merchant, booked.payment_number, coalesce(booked.vouched_amount, 0) - booked.amount, at
    ) then
      return 'refund_exceeds_received';
    end if;
  end if;

  update mutations
  set decision = null,
    decided_at = null
  where merchant_id = merchant
    and mutation_number = credit.mutation_number;
  return null;
end
$$;
