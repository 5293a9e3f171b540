-- Matches a payment with a transfer manually. Returns null if the payment is now PAID, otherwise an error code. The
-- contract defines the order of checks: payment PENDING, mutation usable, code unused. Nothing is written unless all
-- three hold, so a code that found no PENDING payment stays usable. Locks are taken in the order of every matching: the
-- merchant's turn, then the payment. If totp_step is null, this function uses up no code: either burnStep follows in
-- the same transaction, or the dashboard has used a code already, which confirms the person for five minutes. Only
-- version 0.1.0 passes a step.
create or replace function match_payment(
  merchant uuid, code text, mutation uuid, totp_step bigint, clock timestamptz
) returns text
language plpgsql as $$
declare
  at timestamptz;
  pending payments;
  usable mutations;
  standing mutations;
begin
  if mutation is not null then
    perform from mutation_counters where merchant_id = merchant for update;
    select * into usable
    from mutations report
    where report.merchant_id = merchant
      and report.mutation_id = mutation
      and report.matched_payment_number is null
      and report.decision is null
      and report.type_parsed = 'CREDIT'
      -- A second report of a transfer that paid, or that a person decided about, is not more money. A person who
      -- knows that there were two transfers says so first (separate_transfer).
      and not exists (
        select from mutations other
        where other.merchant_id = merchant
          and other.mutation_number = report.announced_by_number
          and (other.matched_payment_number is not null or other.decision is not null)
      );
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

  if totp_step is not null then
    update totp_enrolments
    set last_step = totp_step
    where merchant_id = merchant
      and (last_step is null or last_step < totp_step);
    if not found then
      return 'invalid totp code';
    end if;
  end if;

  perform pay_pending(at, array[row(merchant, pending.payment_number, mutation, true, null)::payment_claim]);

  if usable.mutation_id is not null then
    update mutations
    set matched_payment_number = pending.payment_number,
      match_reason = 'matched_by_hand',
      candidate_payment_number = null,
      announced_by_number = null,
      judged_at = at
    where merchant_id = merchant
      and mutation_number = usable.mutation_number;
    -- From now on the other report of the same money pays nothing.
    if usable.announced_by_number is not null then
      select * into standing
      from mutations
      where merchant_id = merchant
        and mutation_number = usable.announced_by_number;
      perform stand_for_announcement(usable, standing);
    end if;
  end if;

  -- Books the difference from the total.
  if coalesce(usable.currency_parsed, 'IDR') = 'IDR' and usable.amount_parsed <> pending.payment_total
    or exists (
      select from payment_ledgers ledger
      where ledger.merchant_id = merchant
        and ledger.payment_number = pending.payment_number
    )
  then
    perform decide_ledger(merchant, pending.payment_number, at);
  end if;

  return null;
end
$$;
