-- Returns whether the customer of a sale can choose again how to pay: the customer chose before, the payment can still be
-- paid, no money has come, and this happened fewer than choice_changes_max times.
create or replace function can_choose_again(sold sales, pending payments, at timestamptz) returns boolean
language sql stable as $$
  select coalesce(
    sold.is_chosen_by_customer
      and pending.payment_status = 'PENDING'
      and pending.payment_expired_at > at
      and not exists (
        select from payment_ledgers ledger
        where ledger.merchant_id = pending.merchant_id
          and ledger.payment_number = pending.payment_number
      )
      and choice_changes_max() > (
        select count(*) from former_choices former
        where former.merchant_id = pending.merchant_id
          and former.payment_number = pending.payment_number
      ),
    false
  )
$$;
