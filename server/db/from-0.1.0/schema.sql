-- Changes what version 0.1.0 has in another form than ../schema/.

-- record_transfers replaces it; version 0.1.0 kept it for processes of the version before.
drop function record_reports(json, timestamptz);

-- refuse_surplus_api_key replaces it.
drop trigger api_keys_at_most_five_active on api_keys;
drop function refuse_sixth_api_key();

drop type judged_transfer;
drop type given_transfer;
drop type reported_transfer;

-- One transfer as record_transfers takes it.
create type reported_transfer as (
  -- 1, 2, 3 … in the order in which the transfers came.
  transfer_position bigint,
  merchant_id uuid,
  device_id uuid,
  mutation_id uuid,
  identity bytea,
  package_name text,
  app_name text,
  app_version text,
  title text,
  body text,
  posted_at timestamptz,
  amount_parsed bigint,
  sender_parsed text,
  type_parsed text,
  currency_parsed text,
  rule text,
  wording bytea
);

-- A new transfer, and what was found out about it.
create type judged_transfer as (
  transfer reported_transfer,
  mutation_number bigint,
  pool_id uuid,
  may_pay boolean,
  window_ends_at timestamptz,
  -- The PENDING payment of its total, if it may pay that one without waiting for its turn.
  payment_number bigint
);

-- A payment for which there is money: see pay_pending.
create type payment_claim as (
  merchant_id uuid,
  payment_number bigint,
  -- The transfer; null when the merchant confirms by hand that the money is there.
  mutation_id uuid,
  is_manual boolean,
  -- A transfer pays no payment that was created later than this; null when the merchant confirms the money by hand.
  window_ends_at timestamptz
);

alter table accounts
  add column first_number text,
  add column no_free_days text check (no_free_days in ('known_number', 'one_account'));

create unique index accounts_first_number_key on accounts (channel_id, first_number);

alter table devices
  add column is_simulated boolean not null default false;

create table waiting_registrations (
  merchant_id uuid not null,
  device_id uuid not null,
  token_hash bytea not null,
  device_name text not null,
  model text,
  app_version text,
  primary key (merchant_id, device_id),
  foreign key (merchant_id, device_id) references devices on delete cascade
);

create unique index waiting_registrations_token_hash_key on waiting_registrations (token_hash);

create index mutations_announced_by on mutations (merchant_id, announced_by_number)
  where announced_by_number is not null;
