-- Decides that an undecided transfer is for no payment: it is not ours or, with a refund, its money was returned.
-- Returns null on success, otherwise an error code; a repeated decision returns done_already. Callers roll back after
-- an error.
create or replace function decide_transfer(merchant uuid, mutation uuid, refund refund_request, clock timestamptz)
returns text
language plpgsql as $$
declare
  at timestamptz;
  wanted text := case when refund.refund_id is null then 'not_ours' else 'refunded' end;
  credit mutations;
begin
  perform from mutation_counters where merchant_id = merchant for update;
  select * into credit
  from mutations
  where merchant_id = merchant
    and mutation_id = mutation
    and matched_payment_number is null
    and type_parsed = 'CREDIT'
    -- The other announcement of the same transfer stands for this one.
    and match_reason <> 'announced_twice';
  at := date_trunc('milliseconds', coalesce(clock, clock_timestamp()));

  if credit.mutation_id is null then
    return 'mutation_not_found';
  end if;
  if credit.decision is not null then
    return case
      when credit.decision = wanted
        and (
          refund.refund_id is null
          or exists (
            select from refunds
            where refunds.merchant_id = merchant
              and refunds.mutation_number = credit.mutation_number
              and refunds.form_key = refund.form_key
          )
        )
      then 'done_already'
      else 'mutation_not_found'
    end;
  end if;
  if exists (select from refunds where refunds.merchant_id = merchant and refunds.form_key = refund.form_key) then
    return 'form_key_used';
  end if;
  if wanted = 'refunded' then
    if coalesce(credit.currency_parsed, 'IDR') <> 'IDR' then
      return 'foreign_currency';
    end if;
    if refund.amount > credit.amount_parsed then
      return 'refund_exceeds_received';
    end if;
    insert into refunds (
      merchant_id, refund_id, mutation_number, amount, refunded_at, recipient, reason, made_by, created_at, form_key
    )
    values (
      merchant, refund.refund_id, credit.mutation_number, refund.amount, refund.refunded_at, refund.recipient,
      refund.reason, refund.made_by, at, refund.form_key
    );
  end if;

  update mutations
  set decision = wanted,
    decided_at = at
  where merchant_id = merchant
    and mutation_number = credit.mutation_number;
  return null;
end
$$;
