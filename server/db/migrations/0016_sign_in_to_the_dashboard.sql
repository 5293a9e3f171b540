-- The dashboard's doors: sessions, what slows guessing down, the second factor's recovery codes, and who did what.

alter table merchants
  -- May see every merchant and grant quota.
  add column is_operator boolean not null default false;

create table sessions (
  merchant_id uuid not null references merchants,
  session_id uuid not null,
  -- SHA-256 of the cookie's 256 random bits.
  token_hash bytea not null,
  client_address text not null,
  user_agent text,
  created_at timestamptz not null,
  -- Written at most once a minute.
  last_used_at timestamptz not null,
  -- Until then a one-time code has shown that the person at the browser is the merchant.
  confirmed_until timestamptz,
  primary key (merchant_id, session_id)
) with (fillfactor = 70);

create unique index sessions_token_hash_key on sessions (token_hash);

-- Guesses, counted before they are looked at, by e-mail address and by client address. Known and unknown e-mail addresses
-- alike, and as a hash, so that the table tells nobody who was guessed at and no text makes a row long.
create table sign_in_attempts (
  subject bytea primary key,
  window_started_at timestamptz not null,
  attempt_count integer not null
) with (fillfactor = 70);

create index sign_in_attempts_window on sign_in_attempts (window_started_at);

-- A secret that waits for its first code. Until then the one in totp_enrolments stays the one that counts.
create table totp_offers (
  merchant_id uuid primary key references merchants,
  sealed_secret bytea not null,
  offered_at timestamptz not null
);

create table recovery_codes (
  merchant_id uuid not null references merchants,
  code_hash bytea not null,
  used_at timestamptz,
  primary key (merchant_id, code_hash)
);

alter table api_keys
  add column label text,
  add column last_used_at timestamptz;

-- At most five active keys a merchant: limits.activeApiKeys. Inserts of one merchant take turns, and each counts after
-- its wait, so two at once cannot both be the fifth.
create function refuse_sixth_api_key() returns trigger
language plpgsql as $$
begin
  perform from merchants where merchant_id = new.merchant_id for no key update;
  if (select count(*) from api_keys where merchant_id = new.merchant_id and revoked_at is null) >= 5 then
    raise exception 'merchant % has five active API keys', new.merchant_id
      using errcode = 'integrity_constraint_violation', constraint = 'api_keys_at_most_five_active';
  end if;
  return new;
end
$$;

create trigger api_keys_at_most_five_active
  before insert on api_keys
  for each row
  execute function refuse_sixth_api_key();

-- Who did what, from where. Written in the transaction of the change, so that there is none without the other.
create table audit_entries (
  merchant_id uuid not null references merchants,
  -- In order of time: a UUID of version 7.
  entry_id uuid not null,
  created_at timestamptz not null,
  actor text not null check (actor in ('merchant', 'operator', 'operator_cli')),
  session_id uuid,
  client_address text,
  user_agent text,
  action text not null,
  -- What it was done to: an id, or null when it is the merchant itself.
  object_id text,
  details json,
  primary key (merchant_id, entry_id),
  constraint audit_entries_people_have_sessions
    check ((actor = 'operator_cli') = (client_address is null))
);

create function refuse_rewriting_history() returns trigger
language plpgsql as $$
begin
  raise exception 'audit entries are only added'
    using errcode = 'integrity_constraint_violation', constraint = 'audit_entries_are_only_added';
end
$$;

create trigger audit_entries_are_only_added
  before update or delete or truncate on audit_entries
  for each statement
  execute function refuse_rewriting_history();
