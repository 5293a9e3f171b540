-- The money of a payment that was not settled by one transfer of exactly its total: parts, too little, too much, a
-- second transfer, a refund. A ledger never changes the payment's status. A PAID payment without a ledger received
-- exactly its total and kept it.

create table payment_ledgers (
  merchant_id uuid not null,
  payment_number bigint not null,
  -- The amount owed by the customer: the total if the payment is PAID, 0 if it ended without payment. null: the payment
  -- is PENDING, or it expired after a part arrived and no team member has decided about that part.
  owed bigint check (owed >= 0),
  received bigint not null default 0 check (received between 0 and 9007199254740991),
  refunded bigint not null default 0,
  -- The difference between the money that the merchant keeps and the amount owed. Positive: a surplus. Negative: waived
  -- or refunded.
  kept bigint,
  changed_at timestamptz not null,
  -- The sum of refunds that are owed and not sent yet. Neither refunded nor kept includes it.
  refunds_owed bigint not null default 0,
  -- The references of withdrawn refunds. A repeated request with such a reference records no refund.
  withdrawn_references text[],
  primary key (merchant_id, payment_number),
  foreign key (merchant_id, payment_number) references payments,
  constraint payment_ledgers_add_up check (received - refunded - kept = owed),
  constraint payment_ledgers_kept_is_decided check ((kept is null) = (owed is null)),
  constraint payment_ledgers_refund_what_came
    check (refunded >= 0 and refunds_owed >= 0 and refunded + refunds_owed <= received)
);

-- Parts that no team member has decided about: of pending and of expired payments.
create index payment_ledgers_undecided on payment_ledgers (merchant_id, payment_number)
  where owed is null;

-- Money received for the payment. The amounts add up to payment_ledgers.received.
create table payment_receipts (
  merchant_id uuid not null,
  payment_number bigint not null,
  receipt_number integer not null,
  -- The transfer; null if the merchant confirmed the money without one.
  mutation_number bigint,
  amount bigint not null check (amount >= 1),
  -- If the merchant confirmed the money and its transfer was found later: the amount confirmed.
  vouched_amount bigint,
  booked_at timestamptz not null,
  primary key (merchant_id, payment_number, receipt_number),
  foreign key (merchant_id, payment_number) references payment_ledgers,
  foreign key (merchant_id, mutation_number) references mutations,
  constraint payment_receipts_are_seen_or_vouched_for
    check (mutation_number is not null or (vouched_amount is not null and vouched_amount = amount))
);

-- A transfer can be booked once only.
create unique index payment_receipts_mutation_key on payment_receipts (merchant_id, mutation_number)
  where mutation_number is not null;

-- Money that the merchant has refunded or owes, of a payment or of a transfer without one. The merchant sends it
-- outside the gateway. Sent refunds of a payment add up to payment_ledgers.refunded, unsent ones to refunds_owed.
create table refunds (
  merchant_id uuid not null references merchants,
  refund_id uuid not null,
  payment_number bigint,
  mutation_number bigint,
  amount bigint not null check (amount between 1 and 9007199254740991),
  -- The time and the recipient of the refund, as a team member stated them. Both are null while the refund is owed and
  -- not sent.
  refunded_at timestamptz,
  recipient text check (length(recipient) between 1 and 255),
  reason text not null check (length(reason) between 1 and 500),
  -- The team member who recorded the refund; null if unknown.
  made_by uuid,
  created_at timestamptz not null,
  -- One key for each opening of the form, so that a double click records one refund.
  form_key uuid not null,
  -- The bank statement's debit that proves the refund (statement_rows.row_id), and the time at which it was found.
  proved_by uuid,
  proved_at timestamptz,
  -- The merchant's server's own name for the refund, which identifies repeated requests; null if a team member recorded
  -- it.
  reference text check (length(reference) between 1 and 255),
  -- The part of the refund that returns a surplus, judged by the ledger when the refund was recorded.
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
-- A debit can prove one refund only.
create unique index refunds_proof_key on refunds (merchant_id, proved_by)
  where proved_by is not null;
-- Refunds that no statement has proved yet.
create index refunds_unproved on refunds (merchant_id, refunded_at)
  where proved_at is null;

-- A refund, as passed to book_money. It is owed if refunded_at and recipient are null.
create type refund_request as (
  refund_id uuid,
  amount bigint,
  refunded_at timestamptz,
  recipient text,
  reason text,
  made_by uuid,
  form_key uuid
);
