-- The phones that report bank notifications, and how well each of them is.

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
  -- When the phone last hid the text of a watched app (Android 15 and later), so that its merchant can be told.
  hidden_text_at timestamptz,
  last_heartbeat_at timestamptz,
  last_notification_at timestamptz,
  listener_error text,
  listener_error_since timestamptz,
  battery_low_since timestamptz,
  -- Since when the phone's queue has notifications and did not become shorter.
  queue_growing_since timestamptz,
  -- The highest number that a report had since the device was registered, and the numbers below it that never came.
  last_sequence bigint,
  missing_sequences int8multirange not null default '{}',
  -- When the newest of them was missed.
  sequence_gap_at timestamptz,
  -- When it was decided that the device is offline; null until then, and again once it is heard.
  offline_since timestamptz,
  -- A simulated phone watches no account: a trial must not switch off the refusal of invoices that nobody would see paid.
  is_simulated boolean not null default false,
  primary key (merchant_id, device_id),
  constraint devices_listener_error_has_beginning
    check ((listener_error is null) = (listener_error_since is null)),
  constraint devices_sequence_gap_has_time
    check (isempty(missing_sequences) = (sequence_gap_at is null)),
  constraint devices_only_heard_are_offline
    check (offline_since is null or last_seen_at is not null)
  -- A heartbeat changes no indexed column: with room left on the page it writes no index.
) with (fillfactor = 50);

create unique index devices_installation_key on devices (merchant_id, installation_id);
create unique index devices_token_hash_key on devices (token_hash);

-- A registration of an approved phone waits beside it: whoever has an API key and knows the installation cannot end the phone.
create table waiting_registrations (
  merchant_id uuid not null,
  device_id uuid not null,
  token_hash bytea not null,
  -- What the device becomes when it is approved.
  device_name text not null,
  model text,
  app_version text,
  primary key (merchant_id, device_id),
  foreign key (merchant_id, device_id) references devices on delete cascade
);

create unique index waiting_registrations_token_hash_key on waiting_registrations (token_hash);

-- A token with which a phone may register in place of the merchant's API key: once, within minutes.
create table pairing_offers (
  token_hash bytea primary key,
  merchant_id uuid not null references merchants,
  offered_at timestamptz not null,
  -- The installation that has used it. The same one may repeat a registration whose answer was lost.
  installation_id text
);

create index pairing_offers_offered_at on pairing_offers (offered_at);

-- A device's silence counts only while somebody was there to hear it: neither a stopped server nor a database that was away
-- says anything about a phone.
create table device_watch (
  -- The only row.
  is_only boolean primary key default true check (is_only),
  listening_since timestamptz not null,
  listened_at timestamptz not null check (listened_at >= listening_since)
);
