-- Banks report money by email too. A mailbox is a source whose emails count if their bank has signed them.
create table mailboxes (
  merchant_id uuid not null,
  device_id uuid not null,
  address text not null,
  login text not null,
  host text not null,
  port integer not null check (port between 1 and 65535),
  sealed_password bytea,
  sealed_mail_key bytea not null,
  uid_validity bigint not null,
  last_uid bigint not null check (last_uid >= 0),
  connected_at timestamptz not null,
  read_at timestamptz not null,
  paused_at timestamptz,
  problem text,
  problem_words text,
  problem_since timestamptz,
  failure_count integer not null default 0 check (failure_count >= 0),
  next_try_at timestamptz,
  lease_token uuid,
  lease_until timestamptz,
  primary key (merchant_id, device_id),
  foreign key (merchant_id, device_id) references devices,
  constraint mailboxes_lease_is_whole check ((lease_token is null) = (lease_until is null)),
  constraint mailboxes_problem_has_beginning check ((problem is null) = (problem_since is null)),
  constraint mailboxes_waiting_have_password check (next_try_at is null or sealed_password is not null)
);

create unique index mailboxes_address_key on mailboxes (merchant_id, address) where sealed_password is not null;
create index mailboxes_next_try_at on mailboxes (next_try_at) where next_try_at is not null;

create table bank_mails (
  merchant_id uuid not null,
  mail_id uuid not null,
  device_id uuid not null,
  mail_hash bytea not null check (length(mail_hash) = 32),
  outcome text not null check (outcome in ('recorded', 'unread', 'refused', 'waiting')),
  reason text,
  sender text,
  subject text,
  amount bigint,
  mutation_id uuid,
  arrived_at timestamptz not null,
  created_at timestamptz not null,
  check_at timestamptz,
  key_name text,
  key_record text,
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
