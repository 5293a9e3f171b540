-- Access to the dashboard: people, sessions, limits on guessing, two-factor authentication and the audit log.

-- The people of a merchant's team. The person who signed up is the team's first owner, with the merchant's id.
-- Rows are never deleted, because the audit log names people.
create table people (
  merchant_id uuid not null references merchants,
  person_id uuid not null,
  person_name text not null,
  -- The address for signing in. The address is unique among all team members of this gateway.
  email text not null,
  -- null: the person cannot sign in.
  password_hash text,
  role text not null check (role in ('owner', 'finance', 'cashier', 'developer', 'viewer', 'accountant')),
  created_at timestamptz not null,
  left_at timestamptz,
  primary key (merchant_id, person_id),
  constraint people_who_left_have_no_password check (left_at is null or password_hash is null)
);

create unique index people_email_key on people (lower(email)) where left_at is null;

-- Invitations of people into a team. The link in the email works once, for a few days. The row is deleted when the link
-- is used, when the invitation is withdrawn, when the inviter is no longer an owner, or a few days after the link's end.
create table invitations (
  merchant_id uuid not null references merchants,
  invitation_id uuid not null,
  email text not null,
  role text not null check (role in ('owner', 'finance', 'cashier', 'developer', 'viewer', 'accountant')),
  -- SHA-256 of the link's 190 random bits.
  token_hash bytea not null,
  inviter_id uuid not null,
  invited_at timestamptz not null,
  primary key (merchant_id, invitation_id),
  foreign key (merchant_id, inviter_id) references people
);

create unique index invitations_email_key on invitations (merchant_id, lower(email));
create unique index invitations_token_key on invitations (token_hash);

-- The authenticator apps of people who have switched two-factor authentication on.
create table authenticators (
  merchant_id uuid not null,
  person_id uuid not null,
  sealed_secret bytea not null,
  enabled_at timestamptz not null,
  -- The 30-second step of the last code that was used. Codes of this step and of earlier ones no longer work.
  last_step bigint,
  -- The times of wrong codes in the last 15 minutes. Only codes sent with the merchant's API key count.
  failed_at timestamptz[] not null default '{}',
  primary key (merchant_id, person_id),
  foreign key (merchant_id, person_id) references people
);

-- A new secret that no code has confirmed yet. Until one does, the secret in authenticators stays valid.
create table authenticator_offers (
  merchant_id uuid not null,
  person_id uuid not null,
  sealed_secret bytea not null,
  offered_at timestamptz not null,
  primary key (merchant_id, person_id),
  foreign key (merchant_id, person_id) references people
);

create table recovery_codes (
  merchant_id uuid not null references merchants,
  code_hash bytea not null,
  used_at timestamptz,
  person_id uuid not null,
  primary key (merchant_id, code_hash),
  foreign key (merchant_id, person_id) references people
);

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
  -- A one-time code has confirmed the person at this browser; the confirmation lasts until this time.
  confirmed_until timestamptz,
  person_id uuid not null,
  primary key (merchant_id, session_id),
  foreign key (merchant_id, person_id) references people
) with (fillfactor = 70);

create unique index sessions_token_hash_key on sessions (token_hash);

-- Attempts to sign in, counted before they are checked, by email address and by client address. Known and unknown email
-- addresses are treated alike. Each is stored as a hash, so that the table reveals no address and a long text makes no
-- long row.
create table sign_in_attempts (
  subject bytea primary key,
  window_started_at timestamptz not null,
  attempt_count integer not null,
  window_seconds integer not null default 900,
  -- The last attempt that the limit allowed.
  attempted_at timestamptz not null default now()
) with (fillfactor = 70);

create index sign_in_attempts_window on sign_in_attempts (window_started_at);

-- Browsers in which a person has signed in, recognised by a cookie that outlives the session. Attempts from these
-- browsers are counted separately, so that a stranger's guesses do not lock the person out (OWASP, "Slow down online
-- guessing attacks with device cookies").
create table known_browsers (
  merchant_id uuid not null references merchants,
  -- SHA-256 of the cookie's 256 random bits.
  token_hash bytea not null,
  signed_in_at timestamptz not null,
  person_id uuid not null,
  primary key (merchant_id, token_hash),
  foreign key (merchant_id, person_id) references people
);

-- Refused attempts to sign in, kept until a job has written them to the merchant's audit log. Unknown email addresses
-- get a row too, so that the time of a refusal does not reveal whether the account exists.
create table refused_sign_ins (
  -- SHA-256 of the email address, the network and the reason.
  subject bytea primary key,
  -- null: no account has that email address.
  merchant_id uuid,
  reason text not null check (reason in ('wrong', 'code_missing')),
  client_address text not null,
  user_agent text,
  refused_count integer not null,
  reported_count integer not null default 0,
  first_refused_at timestamptz not null,
  last_refused_at timestamptz not null,
  person_id uuid
);

-- The emailed link that resets a password. Each person has at most one link, which works once, for a few minutes.
create table password_links (
  merchant_id uuid not null,
  person_id uuid not null,
  token_hash bytea not null,
  requested_at timestamptz not null,
  primary key (merchant_id, person_id),
  foreign key (merchant_id, person_id) references people
);

create unique index password_links_token_key on password_links (token_hash);

-- The audit log: each action, its author, and the address and browser it came from. An entry is written in the
-- transaction of the change, so that neither exists without the other.
create table audit_entries (
  merchant_id uuid not null references merchants,
  -- A UUID of version 7, so that entries sort by time.
  entry_id uuid not null,
  created_at timestamptz not null,
  actor text not null check (actor in ('merchant', 'operator', 'operator_cli', 'stranger')),
  session_id uuid,
  client_address text,
  user_agent text,
  action text not null,
  -- The id of the changed record; null if that is the merchant.
  object_id text,
  details json,
  -- The team member; null for the operator, the command line or a stranger.
  person_id uuid,
  primary key (merchant_id, entry_id),
  constraint audit_entries_people_have_sessions
    check ((actor = 'operator_cli') = (client_address is null))
);

create index audit_entries_created_at on audit_entries (created_at);
-- Withdrawn refunds of a payment. No other table has them. They are few.
create index audit_entries_withdrawn_refunds on audit_entries (merchant_id, (details ->> 'payment_code'))
  where action = 'refund.withdrawn';
