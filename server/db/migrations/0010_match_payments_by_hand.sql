-- match_payment: a merchant's own word that a payment was paid, confirmed by a one-time code.

-- Answers the error code, or null when the payment is PAID now. The order of checks is the contract's: payment PENDING,
-- mutation usable, code unused. Nothing is written unless all three hold, so a code that found no PENDING payment is not
-- burnt. Rows are locked mutation first, as re-matching does.
create function match_payment(
  merchant uuid, code text, mutation uuid, totp_step bigint, clock timestamptz
) returns text
language plpgsql as $$
declare
  at timestamptz;
  pending payments;
  usable mutations;
begin
  if mutation is not null then
    select * into usable
    from mutations
    where merchant_id = merchant
      and mutation_id = mutation
      and matched_payment_number is null
      and type_parsed = 'CREDIT'
    for update;
  end if;

  select * into pending
  from payments
  where merchant_id = merchant
    and payment_code = code
    and payment_status = 'PENDING'
  for update;

  at := date_trunc('milliseconds', coalesce(clock, clock_timestamp()));

  if pending.payment_number is null or pending.payment_expired_at <= at then
    return 'payment_not_found';
  end if;
  if mutation is not null and usable.mutation_id is null then
    return 'mutation_not_found';
  end if;

  update totp_enrolments
  set last_step = totp_step
  where merchant_id = merchant
    and (last_step is null or last_step < totp_step);
  if not found then
    return 'invalid totp code';
  end if;

  update payments
  set payment_status = 'PAID',
    payment_updated_at = greatest(at, created_at),
    released_at = at,
    is_manual_match = true,
    matched_mutation_id = mutation
  where merchant_id = merchant
    and payment_number = pending.payment_number;

  update mutations
  set matched_payment_number = pending.payment_number
  where merchant_id = merchant
    and mutation_id = mutation;

  return null;
end
$$;
