-- Google and Microsoft let a program into a mailbox without a password: a person signs in at the provider (OAuth 2.0).
alter table mailboxes add column provider text check (provider in ('google', 'microsoft'));

create table mail_sign_ins (
  merchant_id uuid not null,
  session_id uuid not null,
  state_hash bytea not null check (length(state_hash) = 32),
  sealed_request bytea not null,
  begun_at timestamptz not null,
  primary key (merchant_id, session_id),
  foreign key (merchant_id, session_id) references sessions on delete cascade
);
