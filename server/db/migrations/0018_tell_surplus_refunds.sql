-- A shop could not tell the refund of a second transfer from the refund of its order, because both are refunds of one
-- payment. Now each refund says how much of it returns money beyond what the payment owed. Of the refunds that people
-- recorded before and no shop has in its books, the oldest ones return it.
alter table refunds
  add column surplus_amount bigint not null default 0,
  add constraint refunds_return_their_surplus check (surplus_amount between 0 and amount);

with recorded as (
  select
    refund.merchant_id,
    refund.refund_id,
    ledger.received - ledger.owed - sum(refund.amount) over earlier + refund.amount as surplus_left
  from refunds refund
  join payment_ledgers ledger using (merchant_id, payment_number)
  where refund.reference is null
    and ledger.received > ledger.owed
  window earlier as (
    partition by refund.merchant_id, refund.payment_number
    order by refund.created_at, refund.refund_id
  )
)
update refunds refund
set surplus_amount = least(refund.amount, recorded.surplus_left)
from recorded
where refund.merchant_id = recorded.merchant_id
  and refund.refund_id = recorded.refund_id
  and recorded.surplus_left > 0;
