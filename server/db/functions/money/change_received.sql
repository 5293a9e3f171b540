-- Books that a payment received so much more, or less if it is negative. Returns false, and has booked nothing, if more was
-- refunded than was received then, or if refunds return more of a surplus than there is: a shop has left those out of its
-- books. Callers hold the payment's row.
create or replace function change_received(
  merchant uuid, payment bigint, difference bigint, at timestamptz
) returns boolean
language plpgsql as $$
begin
  update payment_ledgers ledger
  set received = received + difference,
    kept = kept + difference,
    changed_at = at
  where ledger.merchant_id = merchant
    and ledger.payment_number = payment
    and refunded + refunds_owed <= received + difference
    and greatest(0, received + difference - owed) >= (
      select coalesce(sum(refund.surplus_amount), 0)
      from refunds refund
      where refund.merchant_id = merchant
        and refund.payment_number = payment
    );
  return found;
end
$$;
