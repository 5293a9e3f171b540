-- The tenants, their keys and their counters. Every key begins with merchant_id, so that a merchant's rows stay together.

create table merchants (
  merchant_id uuid primary key,
  merchant_name text not null,
  email text not null,
  password_hash text,
  -- Where webhooks go when a payment names no address of its own.
  webhook_url text,
  -- payment.paid is always sent; these two only when switched on.
  sends_expired_events boolean not null default false,
  sends_cancelled_events boolean not null default false,
  created_at timestamptz not null
);

create unique index merchants_email_key on merchants (lower(email));

create table api_keys (
  merchant_id uuid not null references merchants,
  key_id uuid not null,
  -- SHA-256 of the key: enough for 190 random bits, and a lookup by it compares no secret.
  key_hash bytea not null,
  key_prefix text not null,
  created_at timestamptz not null,
  revoked_at timestamptz,
  primary key (merchant_id, key_id)
);

create unique index api_keys_key_hash_key on api_keys (key_hash);

create table webhook_secrets (
  merchant_id uuid not null references merchants,
  secret_id uuid not null,
  sealed_secret bytea not null,
  created_at timestamptz not null,
  -- A rotated secret signs beside its successor until then.
  expires_at timestamptz,
  primary key (merchant_id, secret_id)
);

create table totp_enrolments (
  merchant_id uuid primary key references merchants,
  sealed_secret bytea not null,
  enabled_at timestamptz not null,
  -- The 30-second step of the last code that paid an invoice: neither it nor an older one pays again.
  last_step bigint,
  -- When the wrong codes of the last 15 minutes came.
  failed_at timestamptz[] not null default '{}'
);

-- How many payments a merchant has. The row is also the turn that creates of one merchant take: see create_payments.
create table payment_counters (
  merchant_id uuid primary key references merchants,
  payment_count bigint not null default 0
) with (fillfactor = 50);

-- The same for mutations: see record_mutations.
create table mutation_counters (
  merchant_id uuid primary key references merchants,
  mutation_count bigint not null default 0
) with (fillfactor = 50);
