-- People's choices of notices and channels, and the notices sent to them. The statement that changes a record also
-- writes the notice about it, so that neither can be lost without the other. One message carries one notice or, if
-- there are many, all of them.

-- A person's settings for all channels.
create table notice_people (
  merchant_id uuid not null,
  person_id uuid not null,
  language text not null default 'id' check (language in ('id', 'en')),
  -- The quiet hours, in which messages wait. They are in the gateway's time zone and can span midnight.
  quiet_from time,
  quiet_until time,
  -- Events whose notices are sent during quiet hours too.
  urgent_events text[] not null default '{device_silent}',
  primary key (merchant_id, person_id),
  foreign key (merchant_id, person_id) references people,
  constraint notice_people_quiet_hours_have_both_ends
    check ((quiet_from is null) = (quiet_until is null) and quiet_from <> quiet_until)
);

-- The events that a person wants on each channel. The key has the event early, because owe_notices searches by it.
create table notice_wishes (
  merchant_id uuid not null,
  event text not null check (
    event in ('paid', 'unmatched', 'unsupported', 'likely_text', 'device_silent', 'webhook_failing', 'quota_low')
  ),
  person_id uuid not null,
  channel text not null check (channel in ('email', 'telegram', 'push')),
  primary key (merchant_id, event, person_id, channel),
  foreign key (merchant_id, person_id) references notice_people on delete cascade
);

-- Tells quickly that an event interests no team at all, before one merchant's choices are read.
create index notice_wishes_event on notice_wishes (event);

-- The places to which a person's notices go: their email address, one Telegram chat and some browsers.
create table notice_targets (
  merchant_id uuid not null,
  target_id uuid not null,
  person_id uuid not null,
  channel text not null check (channel in ('email', 'telegram', 'push')),
  -- A name that the person recognises, such as the browser's; null for the email address.
  target_name text,
  -- The Telegram chat, or a browser's subscription with its keys, encrypted; null once the browser has ended the
  -- subscription.
  sealed_address bytea,
  -- SHA-256 of the address, so that a browser is not registered twice.
  address_hash bytea,
  created_at timestamptz not null,
  -- Tepat sends nothing to a broken target until the person fixes it.
  broken_at timestamptz,
  broken_reason text,
  primary key (merchant_id, target_id),
  foreign key (merchant_id, person_id) references notice_people on delete cascade,
  constraint notice_targets_broken_has_reason check ((broken_at is null) = (broken_reason is null)),
  constraint notice_targets_have_address check (
    (channel = 'email') = (address_hash is null)
    and (sealed_address is not null or channel = 'email' or broken_at is not null)
  )
);

create unique index notice_targets_one_of_a_kind on notice_targets (merchant_id, person_id, channel)
  where channel <> 'push';
create unique index notice_targets_address_key on notice_targets (merchant_id, person_id, address_hash)
  where address_hash is not null;

-- Messages to a target, sent or still to be sent.
create table notice_messages (
  merchant_id uuid not null,
  -- A UUID of version 7, so that messages sort by time.
  message_id uuid not null,
  target_id uuid not null,
  -- An event of notice_wishes, or the kind of message that the person requested.
  event text not null,
  -- More than 1 for a digest.
  notice_count integer not null check (notice_count >= 1),
  -- In the person's language, written once and sent on every attempt.
  title text not null,
  body text not null,
  -- The page of the dashboard to which the message leads.
  page_path text not null,
  message_status text not null default 'PENDING'
    check (message_status in ('PENDING', 'RETRYING', 'SUCCESS', 'FAILED')),
  attempt_count integer not null default 0,
  created_at timestamptz not null,
  next_attempt_at timestamptz,
  -- The holder of the token can attempt. When the lease has expired, another sender can take it over.
  lease_token uuid,
  lease_until timestamptz,
  primary key (merchant_id, message_id),
  foreign key (merchant_id, target_id) references notice_targets on delete cascade,
  constraint notice_messages_open_has_next_attempt
    check ((message_status in ('PENDING', 'RETRYING')) = (next_attempt_at is not null))
);

create index notice_messages_next_attempt on notice_messages (next_attempt_at)
  where next_attempt_at is not null;
create index notice_messages_lease on notice_messages (lease_until)
  where lease_until is not null;
-- For the limit on messages of one kind, and for the log of a target.
create index notice_messages_of_target on notice_messages (merchant_id, target_id, created_at);
create index notice_messages_created_at on notice_messages (created_at);

create table notice_attempts (
  merchant_id uuid not null,
  message_id uuid not null,
  attempt_number integer not null,
  started_at timestamptz not null,
  duration_ms integer not null,
  -- The response's HTTP status; null for a channel without one.
  http_status integer,
  -- The reason why the attempt failed; null if the attempt succeeded.
  error_code text,
  primary key (merchant_id, message_id, attempt_number),
  foreign key (merchant_id, message_id) references notice_messages on delete cascade
);

create table notices (
  merchant_id uuid not null,
  target_id uuid not null,
  event text not null,
  -- The subject of the event, so that a person gets only one notice of it on one channel.
  subject text not null,
  -- The facts for the message's text.
  facts json not null,
  created_at timestamptz not null,
  -- The time at which the notice is next considered for a message; null once a message carries the notice.
  due_at timestamptz,
  message_id uuid,
  primary key (merchant_id, target_id, event, subject),
  foreign key (merchant_id, target_id) references notice_targets on delete cascade,
  constraint notices_told_have_message check ((due_at is null) = (message_id is not null))
);

create index notices_due on notices (due_at, merchant_id, target_id, event)
  where due_at is not null;
create index notices_waiting on notices (merchant_id, target_id, event, created_at)
  where due_at is not null;
create index notices_created_at on notices (created_at);

-- The last mutation considered for notices about money without an invoice. A merchant has a row only if a team member
-- wants these notices.
create table notice_marks (
  merchant_id uuid primary key references merchants,
  mutation_number bigint not null
);

-- The code that connects a Telegram chat: the person sends it to the gateway's bot. It works once, for a few minutes.
create table telegram_offers (
  merchant_id uuid not null,
  person_id uuid not null,
  code_hash bytea not null,
  offered_at timestamptz not null,
  primary key (merchant_id, person_id),
  foreign key (merchant_id, person_id) references notice_people on delete cascade
);

create unique index telegram_offers_code_key on telegram_offers (code_hash);

-- Telegram gives each update to one reader only. The holder of the lease reads; offset_id is the last update that it has
-- read from this bot.
create table telegram_reader (
  -- Makes sure that there is only one row.
  is_only boolean primary key default true check (is_only),
  offset_id bigint not null,
  lease_until timestamptz,
  bot_id text
);

-- The key that signs messages to a merchant's browsers (RFC 8292). Each subscription is bound to this key.
create table push_keys (
  merchant_id uuid primary key references merchants,
  public_key text not null,
  sealed_private_key bytea not null,
  created_at timestamptz not null
);
