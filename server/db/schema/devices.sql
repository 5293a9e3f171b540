-- The phones that report bank notifications, and their health.

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
  -- Since when the phone's queue has had notifications and has not become shorter.
  queue_growing_since timestamptz,
  -- The highest number of a report since the device was registered, and the lower numbers that never came.
  last_sequence bigint,
  missing_sequences int8multirange not null default '{}',
  -- When the newest of them was found missing.
  sequence_gap_at timestamptz,
  -- When it was decided that the device is offline; null until then, and again once it is heard.
  offline_since timestamptz,
  -- The last run of reports that were refused: how many, from when to when, and why the last was. Their texts are not
  -- kept, not even in part: nobody has read them.
  refused_count integer not null default 0,
  refused_since timestamptz,
  refused_at timestamptz,
  refused_because text
    check (refused_because in ('unreadable', 'invalid_fields', 'too_large', 'compressed')),
  -- A simulated phone watches no account: a trial must not switch off the refusal of invoices whose payment nobody
  -- would see.
  is_simulated boolean not null default false,
  -- When the device belonged to this merchant. A transfer that was posted at another time pays nothing by itself. The
  -- last range is open unless the device is revoked. A source that is no phone always belongs. See keep_registrations.
  registered tstzmultirange not null default '{(,)}',
  -- When it was last registered, registered again or revoked; null until the trigger has to look at a clock.
  registration_changed_at timestamptz,
  primary key (merchant_id, device_id),
  constraint devices_listener_error_has_beginning
    check ((listener_error is null) = (listener_error_since is null)),
  constraint devices_sequence_gap_has_time
    check (isempty(missing_sequences) = (sequence_gap_at is null)),
  constraint devices_refusals_are_whole
    check (num_nulls(nullif(refused_count, 0), refused_since, refused_at, refused_because) in (0, 4)),
  constraint devices_only_heard_are_offline
    check (offline_since is null or last_seen_at is not null),
  constraint devices_revoked_is_not_registered
    check (device_status <> 'REVOKED' or not upper_inf(registered) or lower_inf(registered))
  -- A heartbeat changes no indexed column: with room left on the page it writes no index.
) with (fillfactor = 50);

create unique index devices_installation_key on devices (merchant_id, installation_id);
create unique index devices_token_hash_key on devices (token_hash);

-- A new registration of an approved phone waits beside the old one, so that a person with an API key and the
-- installation id cannot end the phone.
create table waiting_registrations (
  merchant_id uuid not null,
  device_id uuid not null,
  token_hash bytea not null,
  -- The fields that the device gets when the registration is approved.
  device_name text not null,
  model text,
  app_version text,
  registered_at timestamptz not null default now(),
  primary key (merchant_id, device_id),
  foreign key (merchant_id, device_id) references devices on delete cascade
);

create unique index waiting_registrations_token_hash_key on waiting_registrations (token_hash);

-- A token with which a phone can register instead of with the merchant's API key: once, within minutes.
create table pairing_offers (
  token_hash bytea primary key,
  merchant_id uuid not null references merchants,
  offered_at timestamptz not null,
  -- The installation that has used it. It can repeat a registration whose response was lost.
  installation_id text
);

create index pairing_offers_offered_at on pairing_offers (offered_at);

-- A device's silence counts only while a server was there to hear it: a stopped server, or a database that was away,
-- says nothing about a phone.
create table device_watch (
  -- Makes sure that there is only one row.
  is_only boolean primary key default true check (is_only),
  listening_since timestamptz not null,
  listened_at timestamptz not null check (listened_at >= listening_since)
);
