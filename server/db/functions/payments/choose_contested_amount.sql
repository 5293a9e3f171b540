-- Returns the unique amount for a payment that the fast path left open, or null if none is free. The caller holds the
-- merchant's turn, so the result stays true until create_payments writes.
create or replace function choose_contested_amount(
  merchant uuid, pool uuid, amount bigint, seed bigint, quarantined_since timestamptz, at timestamptz
) returns integer
language plpgsql as $$
declare
  chosen integer := choose_unique_amount(merchant, pool, amount, seed, quarantined_since);
begin
  if chosen is null then
    -- An overdue payment keeps its total only until something looks at it, so it is ended here.
    perform end_pending(array_agg(overdue.merchant_id), array_agg(overdue.payment_number), 'EXPIRED', at)
    from payments overdue
    where overdue.merchant_id = merchant
      and overdue.pool_id = pool
      and overdue.payment_total between amount + 1 and amount + unique_amount_max()
      and overdue.payment_status = 'PENDING'
      and overdue.payment_expired_at <= at;
    chosen := choose_unique_amount(merchant, pool, amount, seed, quarantined_since);
  end if;
  return chosen;
end
$$;
