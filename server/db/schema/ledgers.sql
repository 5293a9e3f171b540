-- The money of a payment wherever it is not simply one transfer of exactly its total: parts, too little, too much, a
-- second transfer, a refund. Nothing here changes the payment, whose states are final. A payment without a row has
-- nothing to tell: if it is PAID, exactly its total was received and kept.

create table payment_ledgers (
  merchant_id uuid not null,
  payment_number bigint not null,
  -- The amount that the payment had to bring: its total if it is PAID, 0 if it ended otherwise. null: it is PENDING, or
  -- it ended by itself after a part had come, and nobody has decided about that part yet.
  owed bigint check (owed >= 0),
  received bigint not null default 0 check (received between 0 and 9007199254740991),
  refunded bigint not null default 0,
  -- The difference that the merchant keeps: more than owed if it is positive, waived or paid back if it is negative.
  kept bigint,
  changed_at timestamptz not null,
  -- The sum of the refunds that are owed and not sent yet: no part of refunded, nor of kept.
  refunds_owed bigint not null default 0,
  -- The references of refunds that people have withdrawn: a repeated request does not record such a refund again.
  withdrawn_references text[],
  primary key (merchant_id, payment_number),
  foreign key (merchant_id, payment_number) references payments,
  constraint payment_ledgers_add_up check (received - refunded - kept = owed),
  constraint payment_ledgers_kept_is_decided check ((kept is null) = (owed is null)),
  constraint payment_ledgers_refund_what_came
    check (refunded >= 0 and refunds_owed >= 0 and refunded + refunds_owed <= received)
);

-- Parts for which nobody has decided yet: of pending payments, and of those that ended by themselves.
create index payment_ledgers_undecided on payment_ledgers (merchant_id, payment_number)
  where owed is null;

-- Money that came for the payment. Its amounts add up to received.
create table payment_receipts (
  merchant_id uuid not null,
  payment_number bigint not null,
  receipt_number integer not null,
  -- The transfer; null: the merchant vouches for the money without one.
  mutation_number bigint,
  amount bigint not null check (amount >= 1),
  -- The amount that the merchant vouched for before its transfer was found, if it was.
  vouched_amount bigint,
  booked_at timestamptz not null,
  primary key (merchant_id, payment_number, receipt_number),
  foreign key (merchant_id, payment_number) references payment_ledgers,
  foreign key (merchant_id, mutation_number) references mutations,
  constraint payment_receipts_are_seen_or_vouched_for
    check (mutation_number is not null or (vouched_amount is not null and vouched_amount = amount))
);

-- A transfer is booked once.
create unique index payment_receipts_mutation_key on payment_receipts (merchant_id, mutation_number)
  where mutation_number is not null;

-- Money that a person paid back outside of the gateway, or has to: of a payment, or of a transfer that was for none.
-- Those of a payment add up to refunded if they were sent, and to refunds_owed if not.
create table refunds (
  merchant_id uuid not null references merchants,
  refund_id uuid not null,
  payment_number bigint,
  mutation_number bigint,
  amount bigint not null check (amount between 1 and 9007199254740991),
  -- When the money left and to whom, as the person says; both null: the refund is owed, and was not sent yet.
  refunded_at timestamptz,
  recipient text check (length(recipient) between 1 and 255),
  reason text not null check (length(reason) between 1 and 500),
  -- The person; null if it is not known.
  made_by uuid,
  created_at timestamptz not null,
  -- One for each opening of the form, so that a double click makes one refund.
  form_key uuid not null,
  -- The debit of a bank statement that proves it (statement_rows.row_id), and when that was found.
  proved_by uuid,
  proved_at timestamptz,
  -- The name that the merchant's server gave it, by which a repeated request is known; null: a person recorded it.
  reference text check (length(reference) between 1 and 255),
  -- How much of it returns money beyond what the payment owed, as its ledger was when the refund was recorded.
  surplus_amount bigint not null default 0,
  primary key (merchant_id, refund_id),
  foreign key (merchant_id, payment_number) references payment_ledgers,
  foreign key (merchant_id, mutation_number) references mutations,
  foreign key (merchant_id, made_by) references people,
  constraint refunds_form_key unique (merchant_id, form_key),
  constraint refunds_proof_has_time check ((proved_by is null) = (proved_at is null)),
  constraint refunds_return_their_surplus check (surplus_amount between 0 and amount),
  constraint refunds_are_of_one_thing check (num_nonnulls(payment_number, mutation_number) = 1),
  constraint refunds_owed_are_of_payments
    check (num_nulls(refunded_at, recipient) = case when payment_number is null or refunded_at is not null then 0 else 2 end)
);

create index refunds_of_payments on refunds (merchant_id, payment_number)
  where payment_number is not null;
create unique index refunds_mutation_key on refunds (merchant_id, mutation_number)
  where mutation_number is not null;
create unique index refunds_reference_key on refunds (merchant_id, reference)
  where reference is not null;
create index refunds_listed on refunds (merchant_id, created_at, refund_id)
  where payment_number is not null;
-- A debit proves one refund.
create unique index refunds_proof_key on refunds (merchant_id, proved_by)
  where proved_by is not null;
-- Refunds that no statement has proved yet.
create index refunds_unproved on refunds (merchant_id, refunded_at)
  where proved_at is null;

-- A refund as book_money takes it. It is owed where refunded_at and recipient are null.
create type refund_request as (
  refund_id uuid,
  amount bigint,
  refunded_at timestamptz,
  recipient text,
  reason text,
  made_by uuid,
  form_key uuid
);
