-- Transfers that devices reported, and texts that could not be read yet.

create table mutations (
  merchant_id uuid not null,
  -- 1, 2, 3 … for each merchant, without gaps, in order of recording.
  mutation_number bigint not null,
  mutation_id uuid not null,
  device_id uuid not null,
  -- SHA-256 of package, title, text and posted_at: what makes two reports the same transfer.
  identity bytea not null,
  package_name text not null,
  app_name text,
  app_version text,
  title text,
  body text,
  posted_at timestamptz not null,
  amount_parsed bigint not null check (amount_parsed between 0 and 9007199254740991),
  sender_parsed text,
  type_parsed text not null check (type_parsed in ('CREDIT', 'DEBIT')),
  currency_parsed text,
  -- The parser's rule that read the text.
  rule text not null,
  -- The pool whose payments it can pay, when an account of the merchant listens to this package.
  pool_id uuid,
  matched_payment_number bigint,
  created_at timestamptz not null,
  primary key (merchant_id, mutation_number),
  foreign key (merchant_id, device_id) references devices,
  foreign key (merchant_id, matched_payment_number) references payments,
  constraint mutations_only_credit_is_matched
    check (matched_payment_number is null or type_parsed = 'CREDIT')
);

create unique index mutations_id_key on mutations (merchant_id, mutation_id);
create unique index mutations_identity_key on mutations (merchant_id, device_id, identity);
create unique index mutations_matched_payment_key on mutations (merchant_id, matched_payment_number)
  where matched_payment_number is not null;
create index mutations_unmatched on mutations (merchant_id, mutation_number)
  where matched_payment_number is null;
-- What the re-matching job looks for; worded so that only its own statement can use it (see payments_deadline).
create index mutations_waiting on mutations (created_at)
  where coalesce(matched_payment_number, 0) = 0 and type_parsed = 'CREDIT';

create table unread_notifications (
  merchant_id uuid not null,
  device_id uuid not null,
  identity bytea not null,
  -- The report as it came, to be read again after a change of the rules.
  notification json not null,
  received_at timestamptz not null,
  primary key (merchant_id, device_id, identity),
  foreign key (merchant_id, device_id) references devices
);

create index unread_notifications_received_at on unread_notifications (received_at);
