-- The mailboxes that report money by their banks' signed emails, and these emails.

create table mailboxes (
  merchant_id uuid not null,
  device_id uuid not null,
  -- The address to which the banks write, in lower case.
  address text not null,
  -- The name with which the mail server knows the mailbox; usually the address.
  login text,
  host text,
  port integer check (port between 1 and 65535),
  -- Null: the mailbox is disconnected, or its emails are forwarded. Its emails stay. With a provider, the value is the
  -- refresh token, for which the provider gives access tokens.
  sealed_password bytea,
  -- The key that seals the mailbox's emails, so that a rotation of TEPAT_SECRET need not seal them all again.
  sealed_mail_key bytea not null,
  -- The position in the folder (RFC 9051, section 2.3.1.1). The position changes in the transaction that stores the
  -- emails before it.
  uid_validity bigint,
  last_uid bigint check (last_uid >= 0),
  -- The time since which this folder is read. Emails that arrived earlier are never read.
  connected_at timestamptz not null,
  -- The time at which the inbox was last read without a problem, or the newest trusted email was forwarded. Initially
  -- connected_at.
  read_at timestamptz not null,
  paused_at timestamptz,
  -- The problem's code, and the mail server's own words.
  problem text,
  problem_words text,
  problem_since timestamptz,
  failure_count integer not null default 0 check (failure_count >= 0),
  -- The time at which a process can connect next; null if a person must act first. If emails are forwarded: the time at
  -- which the waiting emails are checked.
  next_try_at timestamptz,
  -- One process reads a mailbox. A change of the mailbox takes the lease away, so the reader begins again.
  lease_token uuid,
  lease_until timestamptz,
  -- The local part of the address to which emails are forwarded. Null: Tepat signs in, or the mailbox is disconnected.
  forwarding_name text,
  -- Gmail's newest request to confirm this address.
  confirmation_code text,
  confirmation_link text,
  confirmation_at timestamptz,
  -- The folder at the mail server. The folder has no meaning if emails are forwarded.
  folder text not null default 'INBOX',
  -- The provider at which a person has signed in. Null: Tepat has a password, or emails are forwarded.
  provider text check (provider in ('google', 'microsoft')),
  primary key (merchant_id, device_id),
  foreign key (merchant_id, device_id) references devices,
  constraint mailboxes_lease_is_whole check ((lease_token is null) = (lease_until is null)),
  constraint mailboxes_problem_has_beginning check ((problem is null) = (problem_since is null)),
  constraint mailboxes_waiting_are_connected
    check (next_try_at is null or sealed_password is not null or forwarding_name is not null),
  constraint mailboxes_have_one_form check (
    (host is null) = (login is null)
    and (host is null) = (port is null)
    and (host is null) = (uid_validity is null)
    and (host is null) = (last_uid is null)
    and (host is null or forwarding_name is null)
    and (host is not null or sealed_password is null)
  )
);

create unique index mailboxes_forwarding_name_key on mailboxes (forwarding_name);
create unique index mailboxes_forwarded_address_key on mailboxes (merchant_id, address)
  where forwarding_name is not null;

create unique index mailboxes_address_key on mailboxes (merchant_id, address) where sealed_password is not null;
create index mailboxes_next_try_at on mailboxes (next_try_at) where next_try_at is not null;

-- The sign-in at a mail provider that a browser has begun, at most one for each session. The end of the sign-in deletes
-- the row.
create table mail_sign_ins (
  merchant_id uuid not null,
  session_id uuid not null,
  -- SHA-256 of the state's 256 random bits.
  state_hash bytea not null check (length(state_hash) = 32),
  -- The mailbox to connect, and the code verifier (RFC 7636).
  sealed_request bytea not null,
  begun_at timestamptz not null,
  primary key (merchant_id, session_id),
  foreign key (merchant_id, session_id) references sessions on delete cascade
);

create table bank_mails (
  merchant_id uuid not null,
  mail_id uuid not null,
  device_id uuid not null,
  -- The hash of the part that the bank signed, so that a copy is not read again; for an untrusted email, the hash of
  -- the whole email.
  mail_hash bytea not null check (length(mail_hash) = 32),
  -- waiting: DNS has not responded yet, or did not have the key.
  outcome text not null check (outcome in ('recorded', 'unread', 'refused', 'waiting')),
  reason text,
  sender text,
  subject text,
  amount bigint,
  -- The mutation can be in an archive.
  mutation_id uuid,
  -- The mail server's time, and ours.
  arrived_at timestamptz not null,
  created_at timestamptz not null,
  check_at timestamptz,
  -- The bank's key as it was seen in DNS. An empty record: DNS responded that there is none, and the email waits.
  key_name text,
  key_record text,
  -- The original, sealed with its mailbox's key. Null for a refused email, and once its room was needed.
  encrypted_mail bytea,
  primary key (merchant_id, mail_id),
  foreign key (merchant_id, device_id) references mailboxes,
  constraint bank_mails_recorded_are_mutations check ((outcome = 'recorded') = (mutation_id is not null)),
  constraint bank_mails_others_have_reason check ((outcome in ('unread', 'refused')) = (reason is not null)),
  constraint bank_mails_waiting_are_checked check ((outcome = 'waiting') = (check_at is not null))
);

create unique index bank_mails_mail_hash_key on bank_mails (merchant_id, mail_hash);
create index bank_mails_device on bank_mails (merchant_id, device_id, created_at);
create index bank_mails_check_at on bank_mails (merchant_id, device_id, check_at) where check_at is not null;
create index bank_mails_created_at on bank_mails (created_at);
