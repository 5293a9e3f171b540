-- Email and other settings of the whole gateway could only be set where it is started. Its owner can now set them in the
-- dashboard, without a restart.
create table gateway_settings (
  setting_name text primary key check (setting_name ~ '^[a-z_]{1,40}$'),
  sealed_value bytea not null check (octet_length(sealed_value) <= 16384),
  merchant_id uuid not null references merchants,
  changed_at timestamptz not null
);
