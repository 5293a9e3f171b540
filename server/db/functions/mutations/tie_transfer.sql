-- Books an undecided transfer for a payment that the transfer does not pay automatically. Returns null on success,
-- otherwise an error code; callers roll back after an error.
--
-- part: part of a pending payment, which stays PENDING until the merchant confirms it (match_payment, settle_payment).
-- keep: for a payment that has ended, for instance a second transfer; the merchant keeps the money. refund: as keep,
-- but this much of it was refunded. proof: the transfer is the money that the merchant confirmed earlier without a
-- transfer.
--
-- Locks are taken in the order of every matching: the merchant's turn, then the payment. If two people tie one transfer
-- to two payments, the second finds it decided. A repeated decision returns done_already.
create or replace function tie_transfer(
  merchant uuid, mutation uuid, code text, outcome text, refund refund_request, clock timestamptz
) returns text
language plpgsql as $$
declare
  at timestamptz;
  credit mutations;
  chosen payments;
  vouched payment_receipts;
begin
  perform from mutation_counters where merchant_id = merchant for update;

  select * into credit
  from mutations
  where merchant_id = merchant
    and mutation_id = mutation
    and matched_payment_number is null
    and type_parsed = 'CREDIT'
    -- The other announcement of the same transfer stands for this one.
    and match_reason <> 'announced_twice'
    and amount_parsed > 0;
  select * into chosen
  from payments
  where merchant_id = merchant
    and payment_code = code
  for update;
  at := date_trunc('milliseconds', coalesce(clock, clock_timestamp()));

  if credit.mutation_id is null then
    return 'mutation_not_found';
  end if;
  if chosen.payment_number is null then
    return 'payment_not_found';
  end if;
  if coalesce(credit.currency_parsed, 'IDR') <> 'IDR' then
    return 'foreign_currency';
  end if;
  if credit.decision is not null then
    return case
      when exists (
        select from payment_receipts receipt
        where receipt.merchant_id = merchant
          and receipt.mutation_number = credit.mutation_number
          and receipt.payment_number = chosen.payment_number
      )
      and (
        refund.refund_id is null
        or exists (
          select from refunds
          where refunds.merchant_id = merchant
            and refunds.payment_number = chosen.payment_number
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

  if chosen.payment_status = 'PENDING' and chosen.payment_expired_at <= at then
    perform end_pending(array[merchant], array[chosen.payment_number], 'EXPIRED', at);
    chosen.payment_status := 'EXPIRED';
  end if;
  if (outcome = 'part') <> (chosen.payment_status = 'PENDING') then
    return case outcome when 'part' then 'payment_has_ended' else 'payment_is_pending' end;
  end if;
  if outcome = 'part' and payment_parts_max() <= (
    select count(*) from payment_receipts receipt
    where receipt.merchant_id = merchant
      and receipt.payment_number = chosen.payment_number
  ) then
    return 'too_many_parts';
  end if;

  if outcome <> 'part' then
    perform decide_ledger(merchant, chosen.payment_number, at);
  end if;
  if outcome = 'proof' then
    select * into vouched
    from payment_receipts receipt
    where receipt.merchant_id = merchant
      and receipt.payment_number = chosen.payment_number
      and receipt.mutation_number is null;
    if not found then
      return 'nothing_to_prove';
    end if;
    update payment_receipts receipt
    set mutation_number = credit.mutation_number,
      amount = credit.amount_parsed
    where receipt.merchant_id = merchant
      and receipt.payment_number = chosen.payment_number
      and receipt.receipt_number = vouched.receipt_number;
    if not change_received(merchant, chosen.payment_number, credit.amount_parsed - vouched.amount, at) then
      return 'refund_exceeds_received';
    end if;
  elsif not book_money(merchant, chosen.payment_number, credit.mutation_number, credit.amount_parsed, refund, at) then
    return 'refund_exceeds_received';
  end if;

  update mutations
  set decision = 'tied',
    decided_at = at
  where merchant_id = merchant
    and mutation_number = credit.mutation_number;
  return null;
end
$$;
