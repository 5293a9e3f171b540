-- The only statement that makes a payment PAID: for a transfer that matches (record_transfers, match_mutations), for a
-- manual match or confirmation (match_payment), and for parts that the merchant accepts (settle_payment). If two
-- callers, or two claims of one call, try to pay one payment, the guard lets one through. A claim that is missing from
-- the result has paid nothing.
--
-- The result includes the payment, so that record_transfers need not read it again. A payment with large orders is null
-- in the result, because copying hundreds of them would take seconds; a caller that needs it reads it.
create or replace function pay_pending(at timestamptz, claims payment_claim[])
returns table (merchant_id uuid, payment_number bigint, payment_code text, mutation_id uuid, payment payments)
language plpgsql rows 10 as $$
#variable_conflict use_column
begin
  return query
  update payments pending
  set payment_status = 'PAID',
    -- Never before the payment's creation or its last choice, in case the database's clock was set back in between.
    payment_updated_at = greatest(at, pending.payment_updated_at),
    released_at = at,
    is_manual_match = claim.is_manual,
    matched_mutation_id = claim.mutation_id
  from unnest(claims) claim
  where pending.merchant_id = claim.merchant_id
    and pending.payment_number = claim.payment_number
    and pending.payment_status = 'PENDING'
    and pending.payment_expired_at > at
    and (pending.payment_updated_at <= claim.window_ends_at or claim.is_manual)
  returning pending.merchant_id, pending.payment_number, pending.payment_code, pending.matched_mutation_id,
    case
      when pending.customer_orders is null
        or (
          pg_column_size(pending.customer_orders) <= 2000
          and pg_column_compression(pending.customer_orders) is null
        )
      then pending
    end;
end
$$;
