-- Merchants, their keys and their counters. Every key of every table below begins with merchant_id, so that the rows
-- of one merchant stay together and no query crosses from one merchant to another by mistake.

create table merchants (
  merchant_id uuid primary key,
  merchant_name text not null,
  -- The email and password of the team's first owner: see people and mirror_first_owner.
  email text not null,
  password_hash text,
  -- The webhook URL for payments without their own.
  webhook_url text,
  -- payment.paid is always sent. These events are sent only if the merchant switches them on.
  sends_expired_events boolean not null default false,
  sends_cancelled_events boolean not null default false,
  created_at timestamptz not null,
  sends_device_events boolean not null default false,
  refuse_offline_accounts boolean not null default false,
  -- The look of the checkout page. The table checks both values too, because they reach a customer's browser.
  logo_url text check (
    (logo_url ~* '^https://' and length(logo_url) <= 2048)
    or (logo_url ~ '^data:image/(jpeg|png);base64,' and length(logo_url) <= 16384)
  ),
  accent_color text check (accent_color ~ '^#[0-9a-f]{6}$'),
  -- An operator can see every merchant and grant day quota.
  is_operator boolean not null default false,
  -- Whether a stranger created the merchant by sign-up.
  has_signed_up boolean not null default false,
  -- The price that other merchants pay for a day of quota, in whole rupiah. They pay this merchant, on this gateway.
  quota_price bigint check (quota_price between 1 and 1000000000),
  -- The seller's contact details, shown on the checkout page and on the receipt.
  contact_address text check (length(contact_address) <= 255),
  contact_phone text check (length(contact_phone) <= 50),
  contact_email text check (length(contact_email) <= 255),
  shop_url text check (shop_url ~* '^https://' and length(shop_url) <= 2048),
  -- The pattern for the codes of sales: {number}, and optionally {year}, {month} and {day}.
  sale_code_pattern text not null default 'INV-{year}-{number}'
    check (sale_code_pattern like '%{number}%' and length(sale_code_pattern) <= 64),
  -- Whether to send payment.part_received, payment.underpaid, payment.overpaid and payment.refunded.
  sends_difference_events boolean not null default false,
  -- Whether a customer of a sale gets a receipt by email. This needs the customer's address, and email that the
  -- operator has set up.
  sends_receipts boolean not null default true,
  -- The merchant whose test mode this is. Records created with test keys belong to a separate merchant. The same rules
  -- that separate two merchants therefore separate tests from real money: numbers, codes, totals, transfers, counts. A
  -- test mode has no people.
  test_of uuid references merchants,
  -- The time at which a person ended the guide to the first payment.
  guide_ended_at timestamptz,
  -- Whether the checkout page asks for the missing sum after a part. Otherwise it refers the customer to the seller.
  asks_for_rest boolean not null default true,
  -- The time at which a person first saved the shop's name, contact and look, even unchanged. The guide's step is then
  -- done.
  shop_saved_at timestamptz,
  constraint merchants_only_operators_sell check (quota_price is null or is_operator),
  constraint merchants_test_mode_is_plain check (
    test_of is null
    or (test_of <> merchant_id and password_hash is null and not is_operator)
  )
);

create unique index merchants_email_key on merchants (lower(email));
create unique index merchants_test_of_key on merchants (test_of) where test_of is not null;
create index merchants_strangers on merchants (merchant_id) where has_signed_up and not is_operator;
create index merchants_refusing_offline on merchants (merchant_id) where refuse_offline_accounts;
-- Only one merchant of a gateway sells quota.
create unique index merchants_one_sells_quota on merchants ((true)) where quota_price is not null;

create table api_keys (
  merchant_id uuid not null references merchants,
  key_id uuid not null,
  -- SHA-256 of the key. A plain hash is enough for 190 random bits, and a lookup by hash compares no secret.
  key_hash bytea not null,
  key_prefix text not null,
  created_at timestamptz not null,
  revoked_at timestamptz,
  label text,
  last_used_at timestamptz,
  primary key (merchant_id, key_id)
);

create unique index api_keys_key_hash_key on api_keys (key_hash);

create table webhook_secrets (
  merchant_id uuid not null references merchants,
  secret_id uuid not null,
  sealed_secret bytea not null,
  created_at timestamptz not null,
  -- A rotated secret signs together with its successor until this time.
  expires_at timestamptz,
  primary key (merchant_id, secret_id)
);

-- The number of payments of each merchant. Creates of one merchant take turns by locking this row: see create_payments.
create table payment_counters (
  merchant_id uuid primary key references merchants,
  payment_count bigint not null default 0,
  -- The number of those that were moved to archives: see removed_payments.
  removed_count bigint not null default 0
) with (fillfactor = 50);

-- The number of mutations of each merchant, used in the same way: see record_transfers.
create table mutation_counters (
  merchant_id uuid primary key references merchants,
  mutation_count bigint not null default 0,
  removed_count bigint not null default 0
) with (fillfactor = 50);

-- The requests of each merchant's server to /gateway/, and their responses, without bodies, keys and queries. Many
-- entries are written at once, and the hourly job deletes old ones. There is no foreign key, because it would cost time
-- and protect nothing: merchants are never deleted.
create table api_requests (
  merchant_id uuid not null,
  -- A UUID of version 7, so that entries sort by time.
  entry_id uuid not null,
  requested_at timestamptz not null,
  -- The response's X-Request-Id. A client can send its own.
  request_id text not null,
  method text not null,
  path text not null,
  http_status smallint not null,
  error_code text,
  duration_ms integer not null,
  -- The number of earlier requests of this merchant, answered by the same process, that are missing from the log.
  left_out integer not null,
  primary key (merchant_id, entry_id)
);

-- Settings of the whole gateway that its owner has chosen in the dashboard. A setting with which the gateway was
-- started takes precedence.
create table gateway_settings (
  setting_name text primary key check (setting_name ~ '^[a-z_]{1,40}$'),
  -- JSON, which can contain a password.
  sealed_value bytea not null check (octet_length(sealed_value) <= 16384),
  -- The operator's merchant in whose dashboard the setting was last chosen.
  merchant_id uuid not null references merchants,
  changed_at timestamptz not null
);
