-- The sources that report transfers: phones with their health, mailboxes, and the statements.

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
  -- The time at which the phone last hid the text of a watched app (Android 15 and later). Tepat warns the merchant
  -- about it.
  hidden_text_at timestamptz,
  last_heartbeat_at timestamptz,
  last_notification_at timestamptz,
  listener_error text,
  listener_error_since timestamptz,
  battery_low_since timestamptz,
  -- The time since which the phone's queue has held notifications and has not become shorter.
  queue_growing_since timestamptz,
  -- The highest report number since the device was registered, and the lower numbers that never arrived.
  last_sequence bigint,
  missing_sequences int8multirange not null default '{}',
  -- The time at which the latest gap in the numbers was found.
  sequence_gap_at timestamptz,
  -- The time at which the device was judged offline; null while the device is online.
  offline_since timestamptz,
  -- The last run of refused reports: their number, the times of the first and the last, and the reason of the last. The
  -- reports' texts are not stored, not even in part, because they were never parsed.
  refused_count integer not null default 0,
  refused_since timestamptz,
  refused_at timestamptz,
  refused_because text
    check (refused_because in ('unreadable', 'invalid_fields', 'too_large', 'compressed')),
  -- A simulated phone watches no account. Otherwise a trial would let merchants create invoices whose payment no real
  -- phone sees.
  is_simulated boolean not null default false,
  -- The times in which the device belonged to this merchant. A transfer posted at another time pays nothing
  -- automatically. The last range is open unless the device is revoked. For a source that is not a phone, the range
  -- covers all times. See keep_registrations.
  registered tstzmultirange not null default '{(,)}',
  -- The time of the last registration or revocation; null until the trigger first sets it.
  registration_changed_at timestamptz,
  -- The time at which the phone found its queue damaged and kept the readable reports, and the time of that report.
  queue_damaged_at timestamptz,
  queue_damage_told_at timestamptz,
  -- The last restart after which the phone could hear nothing for some minutes, because it was not unlocked; and the
  -- time at which the phone reported this.
  restarted_at timestamptz,
  heard_again_at timestamptz,
  restart_told_at timestamptz,
  -- A phone reads notifications with the Tepat app, the Termux Worker or a forwarder app; a forwarder sends no
  -- heartbeat. A mailbox and a merchant's statements have no token, battery or heartbeat, and are in no list of phones.
  -- A mailbox sets last_seen_at and offline_since itself.
  source_kind text not null default 'phone' check (source_kind in ('phone', 'mailbox', 'statement')),
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
    check (device_status <> 'REVOKED' or not upper_inf(registered) or lower_inf(registered)),
  constraint devices_restart_has_end
    check ((restarted_at is null) = (heard_again_at is null) and restarted_at <= heard_again_at),
  constraint devices_misses_are_told
    check (
      (queue_damaged_at is null) = (queue_damage_told_at is null)
      and (restarted_at is null) = (restart_told_at is null)
    )
  -- A heartbeat changes no indexed column. With free space on the page, its update writes no index entry.
) with (fillfactor = 50);

create unique index devices_installation_key on devices (merchant_id, installation_id);
create unique index devices_token_hash_key on devices (token_hash);
-- Most merchants have no mailbox, so their reports need no search for an email about the same money.
create index devices_mailboxes on devices (merchant_id) where source_kind = 'mailbox';

-- A new registration of an approved phone waits for approval while the old one stays valid. Otherwise, a person with an
-- API key and the installation id could disconnect the phone.
create table waiting_registrations (
  merchant_id uuid not null,
  device_id uuid not null,
  token_hash bytea not null,
  -- The new values of the device, used when the registration is approved.
  device_name text not null,
  model text,
  app_version text,
  registered_at timestamptz not null default now(),
  primary key (merchant_id, device_id),
  foreign key (merchant_id, device_id) references devices on delete cascade
);

create unique index waiting_registrations_token_hash_key on waiting_registrations (token_hash);

-- A token that lets a phone register without the merchant's API key: once, within a few minutes.
create table pairing_offers (
  token_hash bytea primary key,
  merchant_id uuid not null references merchants,
  offered_at timestamptz not null,
  -- The installation that used the token. It can repeat the registration if the response was lost.
  installation_id text
);

create index pairing_offers_offered_at on pairing_offers (offered_at);

-- The time since which a server has been listening. A device's silence before that time does not count: the server or
-- its database might have been down.
create table device_watch (
  -- Allows one row only.
  is_only boolean primary key default true check (is_only),
  listening_since timestamptz not null,
  listened_at timestamptz not null check (listened_at >= listening_since)
);
