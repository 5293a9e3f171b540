-- The one statement that makes a payment PAID: for a transfer (record_transfers, match_mutations) and for a merchant who
-- vouches for the money (match_payment). Of two callers who reach for one payment, and of two claims to it in one call, the
-- guard lets one through; whoever is not in the answer has paid nothing.
--
-- It returns the payment too, so that record_transfers need not read each one again. A payment with large orders is left
-- out (null), because to copy hundreds of them would take seconds; whoever needs such a payment reads it.
create or replace function pay_pending(at timestamptz, claims payment_claim[])
returns table (merchant_id uuid, payment_number bigint, payment_code text, mutation_id uuid, payment payments)
language plpgsql rows 10 as $$
#variable_conflict use_column
begin
  return query
  update payments pending
  set payment_status = 'PAID',
    -- Never before the payment's creation, should the database's clock have been set back in between.
    payment_updated_at = greatest(at, pending.created_at),
    released_at = at,
    is_manual_match = claim.is_manual,
    matched_mutation_id = claim.mutation_id
  from unnest(claims) claim
  where pending.merchant_id = claim.merchant_id
    and pending.payment_number = claim.payment_number
    and pending.payment_status = 'PENDING'
    and pending.payment_expired_at > at
    and (pending.created_at <= claim.window_ends_at or claim.is_manual)
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
