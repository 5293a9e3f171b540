-- The phones that report bank notifications.

create table devices (
  merchant_id uuid not null references merchants,
  device_id uuid not null,
  installation_id text not null,
  device_name text not null,
  model text,
  app_version text,
  token_hash bytea not null,
  device_status text not null check (device_status in ('PENDING', 'ACTIVE', 'REVOKED')),
  battery integer,
  queue_length integer,
  created_at timestamptz not null,
  approved_at timestamptz,
  last_seen_at timestamptz,
  primary key (merchant_id, device_id)
);

create unique index devices_installation_key on devices (merchant_id, installation_id);
create unique index devices_token_hash_key on devices (token_hash);
