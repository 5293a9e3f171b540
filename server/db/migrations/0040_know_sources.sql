-- A mailbox tells of money too. It is a source, as a phone is; its kind says which rules of a phone do not hold for it.
alter table devices add column source_kind text not null default 'phone'
  check (source_kind in ('phone', 'mailbox', 'statement'));
update devices set source_kind = 'statement' where installation_id = 'bank-statement';
create index devices_mailboxes on devices (merchant_id) where source_kind = 'mailbox';

create table source_accounts (
  merchant_id uuid not null,
  device_id uuid not null,
  account_id uuid not null,
  primary key (merchant_id, device_id, account_id),
  foreign key (merchant_id, device_id) references devices,
  foreign key (merchant_id, account_id) references accounts
);
create index source_accounts_account on source_accounts (merchant_id, account_id);

alter type reported_transfer add attribute account_id uuid;
