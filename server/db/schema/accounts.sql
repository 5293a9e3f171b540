-- Receiving accounts, the pools in which their pending totals must differ, and the day quota.

-- Accounts whose transfers arrive as the same kind of notification on the same phone. Within a pool, the total of a
-- transfer must identify exactly one payment. device_id is null for accounts that are bound to no device.
create table matching_pools (
  merchant_id uuid not null references merchants,
  pool_id uuid not null,
  -- Lower case, because sources write the banks' package names differently.
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
  -- The last local day for which a unit of quota was taken. Payments created on that day or earlier take no more quota;
  -- "earlier" matters if the clock or the zone was set back.
  quota_day date,
  -- QRIS only. The static code, encrypted, because it must never leave the service.
  sealed_qris bytea,
  qris_id text,
  qris_name text,
  qris_city text,
  created_at timestamptz not null,
  -- The number with which the account was created, as bare_number writes it. For QRIS it is the code's NMID, or
  -- otherwise name and city. null if an account with that number had been created before.
  first_number text,
  -- The reason why the account began without free days, on a gateway that gives them.
  no_free_days text check (no_free_days in ('known_number', 'one_account')),
  -- An example account under an invented number. It becomes a real account when it gets another number.
  is_example boolean not null default false,
  -- In a merchant's test mode: the live account that this one copies. The copy has the same bank and bounds, under an
  -- invented number.
  stands_for uuid,
  constraint accounts_standing_in_are_nobodys
    check (stands_for is null or (account_number = '0000000000' and sealed_qris is null)),
  primary key (merchant_id, account_id),
  foreign key (merchant_id, pool_id) references matching_pools,
  check (account_max_amount >= account_min_amount)
);

-- Two merchants can add one number at the same time. The index makes one of them the first.
create unique index accounts_first_number_key on accounts (channel_id, first_number);
create unique index accounts_stands_for_key on accounts (merchant_id, stands_for) where stands_for is not null;

-- The accounts that a mailbox watches. The accounts of a phone follow from their pools.
create table source_accounts (
  merchant_id uuid not null,
  device_id uuid not null,
  account_id uuid not null,
  -- Whether a rule of the release or of the merchant reads the emails of the account's bank.
  is_read boolean not null default true,
  primary key (merchant_id, device_id, account_id),
  foreign key (merchant_id, device_id) references devices,
  foreign key (merchant_id, account_id) references accounts
);

create index source_accounts_account on source_accounts (merchant_id, account_id);

-- The merchant's own payment steps, shown after the channel's built-in ones: an array of {title, content}.
create table instruction_additions (
  merchant_id uuid not null references merchants,
  channel_id uuid not null references channels,
  steps json not null,
  primary key (merchant_id, channel_id)
);

-- One row for each unit of quota taken. The key prevents a second unit for the same day.
create table quota_days (
  merchant_id uuid not null,
  account_id uuid not null,
  day date not null,
  primary key (merchant_id, account_id, day),
  foreign key (merchant_id, account_id) references accounts
);

-- Days added to an account's quota, by an operator or by a paid order.
create table quota_grants (
  merchant_id uuid not null,
  grant_id uuid not null,
  account_id uuid not null,
  days integer not null check (days >= 1),
  granted_at timestamptz not null,
  -- The paid order; null if an operator gave the days.
  order_id uuid,
  primary key (merchant_id, grant_id),
  foreign key (merchant_id, account_id) references accounts
);

create index quota_grants_of_account on quota_grants (merchant_id, account_id, granted_at);
-- An order is credited once.
create unique index quota_grants_order_key on quota_grants (merchant_id, order_id) where order_id is not null;

-- A merchant's order for quota days. The merchant pays it with an invoice of the selling merchant.
create table quota_orders (
  merchant_id uuid not null,
  order_id uuid not null,
  account_id uuid not null,
  days integer not null check (days >= 1),
  seller_id uuid not null references merchants,
  payment_code text collate "C" not null,
  ordered_at timestamptz not null,
  credited_at timestamptz,
  primary key (merchant_id, order_id),
  foreign key (merchant_id, account_id) references accounts
);

create unique index quota_orders_payment_key on quota_orders (seller_id, payment_code);
create index quota_orders_open on quota_orders (merchant_id) where credited_at is null;
