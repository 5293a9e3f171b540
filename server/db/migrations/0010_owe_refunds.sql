-- A shop's server could not say that money is to be refunded: refunds were recorded by people, after they had sent the
-- money. Now a refund can be owed first, under the shop's reference, and is sent when a person says to whom. What is owed
-- counts towards what came, so that several refunds never promise more.
alter table payment_ledgers
  add column refunds_owed bigint not null default 0,
  drop constraint payment_ledgers_refund_what_came,
  add constraint payment_ledgers_refund_what_came
    check (refunded >= 0 and refunds_owed >= 0 and refunded + refunds_owed <= received);

alter table refunds
  alter column refunded_at drop not null,
  alter column recipient drop not null,
  add column reference text check (length(reference) between 1 and 255),
  add constraint refunds_owed_are_of_payments
    check (num_nulls(refunded_at, recipient) = case when payment_number is null or refunded_at is not null then 0 else 2 end);

create unique index refunds_reference_key on refunds (merchant_id, reference)
  where reference is not null;
create index refunds_listed on refunds (merchant_id, created_at, refund_id)
  where payment_number is not null;
