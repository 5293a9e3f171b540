-- Books money for a payment: a transfer (or money that the merchant confirms without one), a refund that was sent or is
-- owed, or both as one change. Returns false and books nothing if refunds would exceed the money received. Callers hold
-- the payment's row, so bookings of one payment take turns. A refund that a person has sent returns the surplus that
-- earlier refunds left before it returns other money. A refund that a shop owes returns no surplus, because the shop
-- knows only its order's money.
create or replace function book_money(
  merchant uuid, payment bigint, mutation bigint, money bigint, refund refund_request, at timestamptz
) returns boolean
language plpgsql as $$
declare
  refund_amount bigint := case when refund.refund_id is null then 0 else refund.amount end;
  sent_amount bigint := case when refund.refunded_at is null then 0 else refund_amount end;
  surplus bigint;
begin
  insert into payment_ledgers (merchant_id, payment_number, changed_at)
  values (merchant, payment, at)
  on conflict do nothing;

  update payment_ledgers
  set received = received + money,
    refunded = refunded + sent_amount,
    refunds_owed = refunds_owed + refund_amount - sent_amount,
    kept = received + money - refunded - sent_amount - owed,
    changed_at = at
  where merchant_id = merchant
    and payment_number = payment
    and refunded + refunds_owed + refund_amount <= received + money
  returning received - owed into surplus;
  if not found then
    return false;
  end if;

  if money > 0 then
    insert into payment_receipts
      (merchant_id, payment_number, receipt_number, mutation_number, amount, vouched_amount, booked_at)
    select
      merchant, payment, coalesce(max(receipt_number), 0) + 1, mutation, money, case when mutation is null then money end, at
    from payment_receipts
    where merchant_id = merchant
      and payment_number = payment;
  end if;
  if refund_amount > 0 then
    insert into refunds (
      merchant_id, refund_id, payment_number, amount, refunded_at, recipient, reason, made_by, created_at, form_key,
      surplus_amount
    )
    select
      merchant, refund.refund_id, payment, refund.amount, refund.refunded_at, refund.recipient, refund.reason,
      refund.made_by, at, refund.form_key, least(sent_amount, greatest(0, surplus - coalesce(sum(earlier.surplus_amount), 0)))
    from refunds earlier
    where earlier.merchant_id = merchant
      and earlier.payment_number = payment;
  end if;
  return true;
end
$$;
