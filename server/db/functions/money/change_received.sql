-- Adds an amount, which can be negative, to the money that a payment received. Returns false and books nothing if
-- refunds would exceed the money received, or if refunds of a surplus would exceed the surplus: a shop has left those
-- refunds out of its books. Callers hold the payment's row.
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
