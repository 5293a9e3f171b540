-- Invoices. The table checks those rules of the specification's section 3.1 that concern a single row.

create table payments (
  merchant_id uuid not null,
  -- 1, 2, 3 … for each merchant, without gaps, in order of creation. A page of the list is a range of numbers.
  payment_number bigint not null,
  payment_id uuid not null,
  -- Compared byte for byte: codes that differ in case or normal form differ.
  payment_code text collate "C" not null,
  account_id uuid not null,
  pool_id uuid not null,
  payment_amount bigint not null check (payment_amount >= 1),
  payment_unique integer not null check (payment_unique between 1 and 999),
  payment_total bigint not null,
  payment_status text not null default 'PENDING'
    check (payment_status in ('PENDING', 'PAID', 'EXPIRED', 'CANCELLED')),
  payment_expired_at timestamptz not null,
  created_at timestamptz not null,
  -- For a PENDING payment: the time since which it has had this account and total.
  payment_updated_at timestamptz not null,
  -- The time at which the total became free for other payments.
  released_at timestamptz,
  payment_webhook_url text,
  payment_return_url text,
  customer_name text not null,
  customer_email text,
  customer_phone text,
  -- json, not jsonb: the order of the fields is kept.
  customer_orders json,
  is_manual_match boolean not null default false,
  matched_mutation_id uuid,
  -- The merchant's own notes, as texts under keys; null for nearly all payments. Customers never see them.
  metadata json,
  primary key (merchant_id, payment_number),
  foreign key (merchant_id, account_id) references accounts,
  constraint payments_total_is_exact
    check (payment_total = payment_amount + payment_unique and payment_total <= 9007199254740991),
  constraint payments_final_status_releases_total
    check ((payment_status = 'PENDING') = (released_at is null)),
  constraint payments_only_paid_is_matched
    check (payment_status = 'PAID' or (matched_mutation_id is null and not is_manual_match))
);

create unique index payments_code_key on payments (merchant_id, payment_code);

-- payment_id comes first, because the public checkout page does not know the merchant.
create unique index payments_id_key on payments (payment_id, merchant_id);

-- This index guarantees that the total of a transfer identifies exactly one payment.
create unique index payments_pending_total_key on payments (merchant_id, pool_id, payment_total)
  where payment_status = 'PENDING';

-- Finds the time when a total was last released, for the quarantine.
create index payments_released_total on payments (merchant_id, pool_id, payment_total, released_at)
  where released_at is not null;

-- For the expiry job. "released_at is null" means PENDING in other words, on purpose: with the same words the planner
-- would read this whole index to find the pending total of a young table without statistics.
create index payments_deadline on payments (payment_expired_at)
  where released_at is null;

-- Ended payments of an account in one status, newest first. A payment enters the index when it ends, so creating a
-- payment costs nothing here. Pending payments are few, and payments_pending_total_key finds them.
create index payments_ended on payments (merchant_id, account_id, payment_status, payment_number)
  where released_at is not null;

-- Ended payments in order of their last change. As in payments_ended, pending payments have no entry.
create index payments_changed on payments (merchant_id, payment_status, payment_updated_at, payment_number)
  where released_at is not null;

-- One payment to create, as passed to create_payments.
create type payment_request as (
  merchant_id uuid,
  payment_id uuid,
  payment_code text,
  account_id uuid,
  payment_amount bigint,
  payment_expired_at timestamptz,
  payment_webhook_url text,
  payment_return_url text,
  customer_name text,
  customer_email text,
  customer_phone text,
  customer_orders json,
  seed bigint,
  metadata json
);

-- A row for each ended payment, until a job adds it to the figures of its day. If the paying statement updated those
-- figures itself, all payments of a merchant's day would wait for one row.
create table ended_payments (
  merchant_id uuid not null,
  ended_at timestamptz not null,
  payment_status text not null,
  payment_total bigint not null,
  is_manual_match boolean not null,
  -- For a PAID payment: the seconds from its creation to its payment.
  waited_seconds double precision,
  account_id uuid not null,
  -- The transfer that paid. If a simulated phone reported it, it does not count as money.
  mutation_id uuid
);

-- One row for each account and local day on which payments ended. The day is that of the time zone set when they were
-- added. paid_count, paid_total and manual_count leave out transfers of simulated phones.
create table payment_days (
  merchant_id uuid not null references merchants,
  day date not null,
  paid_count bigint not null default 0,
  paid_total bigint not null default 0,
  manual_count bigint not null default 0,
  expired_count bigint not null default 0,
  cancelled_count bigint not null default 0,
  account_id uuid not null,
  simulated_count bigint not null default 0,
  simulated_total bigint not null default 0,
  foreign key (merchant_id, account_id) references accounts,
  constraint payment_days_key unique (merchant_id, day, account_id)
) with (fillfactor = 50);

-- The numbers of payments by the time that customers took to pay, in classes of seconds. Each class is a quarter
-- octave: 19 per cent wider than the previous one.
create table payment_day_waits (
  merchant_id uuid not null references merchants,
  day date not null,
  wait_class smallint not null,
  payment_count bigint not null,
  account_id uuid not null,
  foreign key (merchant_id, account_id) references accounts,
  constraint payment_day_waits_key unique (merchant_id, day, account_id, wait_class)
) with (fillfactor = 50);

-- The trace of a payment that an archive has taken out of the database, so that its code stays taken. Account and time
-- show that its day used a unit of quota.
create table removed_payments (
  merchant_id uuid not null,
  payment_code text collate "C" not null,
  payment_number bigint not null,
  account_id uuid not null,
  created_at timestamptz not null,
  primary key (merchant_id, payment_code),
  foreign key (merchant_id, account_id) references accounts
);

-- The account and total that a payment had before its customer chose another way to pay. The total rests until the end of
-- the quarantine. Later, a row shows which payment a late transfer was for, and that the account's day was used.
create table former_choices (
  merchant_id uuid not null,
  payment_number bigint not null,
  account_id uuid not null,
  pool_id uuid not null,
  payment_total bigint not null,
  -- The time for which customers were asked for this total.
  offered_at timestamptz not null,
  released_at timestamptz not null,
  primary key (merchant_id, payment_number, released_at),
  foreign key (merchant_id, account_id) references accounts
);

create index former_choices_released_total on former_choices (merchant_id, pool_id, payment_total, released_at);
create index former_choices_of_account on former_choices (merchant_id, account_id, released_at);
