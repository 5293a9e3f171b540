-- Receiving accounts, the pools in which their pending totals must differ, and the day quota.

-- Accounts whose transfers arrive as the same kind of notification on the same phone: one transfer there must name
-- exactly one payment. device_id is null for accounts that are bound to no device.
create table matching_pools (
  merchant_id uuid not null references merchants,
  pool_id uuid not null,
  -- Lower case: banks' package names differ in case between sources.
  package_name text not null check (package_name = lower(package_name)),
  device_id uuid,
  primary key (merchant_id, pool_id),
  foreign key (merchant_id, device_id) references devices,
  constraint matching_pools_meaning_key
    unique nulls not distinct (merchant_id, package_name, device_id)
);

create table accounts (
  merchant_id uuid not null references merchants,
  account_id uuid not null,
  channel_id uuid not null references channels,
  app_id uuid references apps,
  app_package text not null,
  pool_id uuid not null,
  account_number text,
  account_name text,
  account_min_amount bigint not null check (account_min_amount >= 1),
  account_max_amount bigint,
  account_active boolean not null default true,
  account_quota integer not null check (account_quota >= 0),
  -- The last local day that was paid for: creates on it take nothing more, nor do those of a day before it, should the
  -- clock or the zone be set back.
  quota_day date,
  -- QRIS only. The static code is sealed: it must never leave the service.
  sealed_qris bytea,
  qris_id text,
  qris_name text,
  qris_city text,
  created_at timestamptz not null,
  primary key (merchant_id, account_id),
  foreign key (merchant_id, pool_id) references matching_pools,
  check (account_max_amount >= account_min_amount)
);

-- One row for each unit of quota that was taken; the key makes a second unit for the same day impossible.
create table quota_days (
  merchant_id uuid not null,
  account_id uuid not null,
  day date not null,
  primary key (merchant_id, account_id, day),
  foreign key (merchant_id, account_id) references accounts
);
