-- Completes the ledger of a payment that has ended. First the function books the money that paid the payment, so that
-- the receipts are complete: the transfer, or the amount that the merchant confirmed without one. Then the function
-- sets the amount owed; the merchant keeps the difference until a refund. The call can be repeated. Callers hold the
-- payment's row.
create or replace function decide_ledger(merchant uuid, payment bigint, at timestamptz) returns void
language plpgsql as $$
declare
  ended payments;
  paying mutations;
  booked bigint;
begin
  select * into ended
  from payments
  where merchant_id = merchant
    and payment_number = payment;

  insert into payment_ledgers (merchant_id, payment_number, changed_at)
  values (merchant, payment, at)
  on conflict do nothing;

  if ended.matched_mutation_id is not null then
    select * into paying
    from mutations
    where merchant_id = merchant
      and mutation_id = ended.matched_mutation_id;
    if not exists (
      select from payment_receipts receipt
      where receipt.merchant_id = merchant
        and receipt.mutation_number = paying.mutation_number
    ) then
      -- The merchant matched money in another currency as the total.
      perform book_money(
        merchant,
        payment,
        paying.mutation_number,
        case when coalesce(paying.currency_parsed, 'IDR') = 'IDR' then paying.amount_parsed else ended.payment_total end,
        null,
        at
      );
    end if;
  elsif ended.payment_status = 'PAID' then
    select ended.payment_total - coalesce(sum(receipt.amount), 0) into booked
    from payment_receipts receipt
    where receipt.merchant_id = merchant
      and receipt.payment_number = payment;
    -- If the ledger was complete before, the difference is waived already.
    if booked > 0 and exists (
      select from payment_ledgers ledger
      where ledger.merchant_id = merchant
        and ledger.payment_number = payment
        and ledger.owed is null
    ) then
      perform book_money(merchant, payment, null, booked, null, at);
    end if;
  end if;

  update payment_ledgers
  set owed = case when ended.payment_status = 'PAID' then ended.payment_total else 0 end,
    kept = received - refunded - case when ended.payment_status = 'PAID' then ended.payment_total else 0 end,
    changed_at = at
  where merchant_id = merchant
    and payment_number = payment
    and owed is null;
end
$$;
