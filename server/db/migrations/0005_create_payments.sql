-- Invoices. The rules of section 3.1 that one row can state are stated here.

create table payments (
  merchant_id uuid not null,
  -- 1, 2, 3 … for each merchant, without gaps, in order of creation: a page of the list is a range of numbers.
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
  payment_updated_at timestamptz not null,
  -- When the total became free for other payments again.
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

-- payment_id first, for the public checkout page, which knows no merchant.
create unique index payments_id_key on payments (payment_id, merchant_id);

-- What makes a transfer name exactly one payment.
create unique index payments_pending_total_key on payments (merchant_id, pool_id, payment_total)
  where payment_status = 'PENDING';

-- When a total was released last, for the quarantine.
create index payments_released_total on payments (merchant_id, pool_id, payment_total, released_at)
  where released_at is not null;

-- What the expiry job looks for. "released_at is null" says PENDING in other words, on purpose: with the same words the
-- planner would take this index, whole, for the pending total of a young table without statistics.
create index payments_deadline on payments (payment_expired_at)
  where released_at is null;

-- Final states are final (section 3.1).
create function refuse_leaving_final_status() returns trigger
language plpgsql as $$
begin
  raise exception 'payment % is %, which is final', old.payment_code, old.payment_status
    using errcode = 'integrity_constraint_violation', constraint = 'payments_final_status_is_final';
end
$$;

create trigger payments_final_status_is_final
  before update on payments
  for each row
  when (old.payment_status <> 'PENDING')
  execute function refuse_leaving_final_status();
