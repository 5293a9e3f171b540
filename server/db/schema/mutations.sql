-- Transfers that devices reported, the reason why each paid a payment or did not, and texts that no rule could read
-- yet.

create table mutations (
  merchant_id uuid not null,
  -- 1, 2, 3 … for each merchant, without gaps, in order of recording.
  mutation_number bigint not null,
  mutation_id uuid not null,
  device_id uuid not null,
  -- For a phone's report, SHA-256 of package, title, text and posted_at; for an email its mail_hash; for a statement's row
  -- SHA-256 of its row_id. Two reports of a device with the same identity are the same transfer.
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
  -- The pool whose payments this transfer can pay; null if no account of the merchant uses this package.
  pool_id uuid,
  matched_payment_number bigint,
  created_at timestamptz not null,
  -- contract/mutation-reasons.ts explains these reasons.
  match_reason text not null check (
    match_reason in (
      'matched', 'matched_by_hand', 'debit', 'foreign_currency', 'no_account', 'announced_twice', 'late_payment',
      'second_payment', 'paid_by_hand', 'former_choice', 'before_invoice', 'no_such_total', 'before_registration',
      'while_unregistered'
    )
  ),
  -- The payment that the reason is about, if the mutation did not pay it.
  candidate_payment_number bigint,
  -- The window that applied: the payment had to be created by window_ends_at and have its deadline after judged_at.
  window_ends_at timestamptz not null,
  judged_at timestamptz not null,
  -- The first 8 bytes of SHA-256 of the text's meaning, which does not depend on the app's wording; null if no second
  -- announcement of the transfer is expected.
  wording bytea,
  -- If the same transfer was announced twice: the mutation that stands for both.
  announced_by_number bigint,
  -- A team member's decision about a transfer that paid no payment. tied: its money is booked for a payment, as a
  -- payment_receipt. not_ours: it is for no payment. refunded: a refund records that the money was returned. null: no
  -- decision yet.
  decision text check (decision in ('tied', 'not_ours', 'refunded')),
  decided_at timestamptz,
  -- The mutation that Tepat took for the same transfer, until a team member said that the two are different.
  separated_from_number bigint,
  primary key (merchant_id, mutation_number),
  foreign key (merchant_id, device_id) references devices,
  foreign key (merchant_id, matched_payment_number) references payments,
  foreign key (merchant_id, candidate_payment_number) references payments,
  foreign key (merchant_id, announced_by_number) references mutations,
  constraint mutations_only_credit_is_matched
    check (matched_payment_number is null or type_parsed = 'CREDIT'),
  constraint mutations_reason_tells_match
    check ((match_reason in ('matched', 'matched_by_hand')) = (matched_payment_number is not null)),
  constraint mutations_reason_names_payment
    check (
      (match_reason in ('late_payment', 'second_payment', 'paid_by_hand', 'former_choice', 'before_invoice'))
      = (candidate_payment_number is not null)
    ),
  constraint mutations_reason_names_announcement
    check ((match_reason = 'announced_twice') = (announced_by_number is not null)),
  -- A transfer that a team member has decided about pays nothing until that decision is undone.
  constraint mutations_decided_pays_nothing
    check (decision is null or (matched_payment_number is null and type_parsed = 'CREDIT')),
  constraint mutations_decision_has_time
    check ((decision is null) = (decided_at is null))
);

create unique index mutations_id_key on mutations (merchant_id, mutation_id);
create unique index mutations_identity_key on mutations (merchant_id, device_id, identity);
create unique index mutations_matched_payment_key on mutations (merchant_id, matched_payment_number)
  where matched_payment_number is not null;
create index mutations_unmatched on mutations (merchant_id, mutation_number)
  where matched_payment_number is null;
-- For the re-matching job. The condition is written so that the planner uses this index for the job's statement only
-- (see payments_deadline).
create index mutations_waiting on mutations (created_at)
  where coalesce(matched_payment_number, 0) = 0 and type_parsed = 'CREDIT';
-- Finds the other announcement of the same transfer.
create index mutations_wording on mutations (merchant_id, wording, posted_at)
  where wording is not null;
-- The reports that a mutation stands for. Few mutations stand for a report.
create index mutations_announced_by on mutations (merchant_id, announced_by_number)
  where announced_by_number is not null;
-- For pages of one reason. The index leaves out automatic matches, which are nearly all rows.
create index mutations_reason on mutations (merchant_id, match_reason, mutation_number)
  where match_reason <> 'matched';

-- Finds payments that an archive must keep. Few transfers name a payment that they did not pay.
create index mutations_candidate on mutations (merchant_id, candidate_payment_number)
  where candidate_payment_number is not null;

-- Transfers with a decision, or waiting for one.
create index mutations_open on mutations (merchant_id, mutation_number)
  where matched_payment_number is null and decision is null and type_parsed = 'CREDIT'
    and match_reason <> 'announced_twice';
create index mutations_decided on mutations (merchant_id, mutation_number)
  where decision is not null;

-- Transfers that changed after they were recorded. They are few.
create index mutations_changed on mutations (merchant_id, judged_at, mutation_number)
  where judged_at > created_at;

-- The credits that phones and mailboxes of merchants with a mailbox have reported: see find_proof. They can be found by
-- pool and amount; an index of all mutations would slow the reports of every merchant.
create table reports_by_kind (
  merchant_id uuid not null,
  mutation_number bigint not null,
  source_kind text not null check (source_kind in ('phone', 'mailbox')),
  pool_id uuid not null,
  amount_parsed bigint not null,
  posted_at timestamptz not null,
  primary key (merchant_id, mutation_number),
  foreign key (merchant_id, mutation_number) references mutations on delete cascade
);

create index reports_by_kind_amount on reports_by_kind (merchant_id, pool_id, amount_parsed, posted_at);

-- Team members' notes about a transfer, and the member assigned to it.
create table mutation_notes (
  merchant_id uuid not null,
  mutation_number bigint not null,
  note text check (length(note) between 1 and 1000),
  assigned_to uuid,
  changed_at timestamptz not null,
  primary key (merchant_id, mutation_number),
  foreign key (merchant_id, mutation_number) references mutations,
  foreign key (merchant_id, assigned_to) references people
);

create table unread_notifications (
  merchant_id uuid not null,
  device_id uuid not null,
  identity bytea not null,
  -- The report as received, so that Tepat can read it again when the rules change.
  notification json not null,
  received_at timestamptz not null,
  -- The first amounts in the text, with any meaning: at most 20.
  named_amounts bigint[] not null default '{}',
  -- The payment that was PENDING with a total named in the text when it was stored. Notices use it without searching
  -- again.
  candidate_payment_number bigint,
  -- The time at which a team member said that the text is not a transfer. Since then, no rule reads the text as one.
  refused_at timestamptz,
  primary key (merchant_id, device_id, identity),
  foreign key (merchant_id, device_id) references devices
);

create index unread_notifications_received_at on unread_notifications (received_at);
-- Texts that might pay an invoice, for notices. They are few.
create index unread_notifications_likely on unread_notifications (merchant_id, received_at)
  where candidate_payment_number is not null;

-- Wordings of notifications and emails that a merchant has taught: literal text with placeholders for the amount, the
-- sender and other values.
create table reading_rules (
  merchant_id uuid not null references merchants,
  rule_id uuid not null,
  package_name text collate "C" not null,
  -- null: any title fits. Of an email: the template of its subject.
  title text,
  template text not null,
  -- The notification from which a person taught the rule; of an email only the bank's name.
  sample json not null,
  is_on boolean not null default true,
  created_at timestamptz not null,
  -- The time at which the rule was switched on. The rule does not read older texts: team members decide about those.
  reads_from timestamptz not null default now(),
  -- The reason why Tepat switched the rule off: {"code": "second_amount", "text": "IDR 1.00"}
  fault json,
  -- For emails: the bank's address, and the domain that signs (d=). package_name is then the bank's.
  sender text,
  signing_domain text,
  primary key (merchant_id, rule_id),
  constraint reading_rules_of_emails_are_whole check ((sender is null) = (signing_domain is null))
);

-- The mutations that each taught rule has read.
create index mutations_taught on mutations (merchant_id, rule, created_at)
  where rule like 'taught.%';

-- Apps that no release knows and whose texts looked like incoming money, and the merchant's answers about them.
create table merchant_apps (
  merchant_id uuid not null references merchants,
  -- Lower case, because sources write the banks' package names differently.
  package_name text collate "C" not null check (package_name = lower(package_name)),
  -- The app's name on the phone, later the merchant's name for it.
  app_name text,
  first_seen_at timestamptz not null,
  last_seen_at timestamptz not null,
  -- The number of texts, up to a bound. It does not change after the merchant's answer.
  seen_count integer not null check (seen_count >= 0),
  -- Null until a person has answered.
  is_bank boolean,
  primary key (merchant_id, package_name),
  check (is_bank is not true or app_name is not null)
);

-- One transfer, as passed to record_transfers.
create type reported_transfer as (
  -- 1, 2, 3 … in the order of arrival.
  transfer_position bigint,
  merchant_id uuid,
  device_id uuid,
  mutation_id uuid,
  identity bytea,
  package_name text,
  app_name text,
  app_version text,
  title text,
  body text,
  posted_at timestamptz,
  amount_parsed bigint,
  sender_parsed text,
  type_parsed text,
  currency_parsed text,
  rule text,
  wording bytea,
  -- Only from a mailbox: the account that the email names. null: see watched_pool.
  account_id uuid
);

-- A new transfer and the result of judging it.
create type judged_transfer as (
  transfer reported_transfer,
  mutation_number bigint,
  pool_id uuid,
  may_pay boolean,
  window_ends_at timestamptz,
  -- The PENDING payment with this total, if the transfer can pay it without waiting for its turn.
  payment_number bigint
);

-- A claim that a payment is paid: see pay_pending.
create type payment_claim as (
  merchant_id uuid,
  payment_number bigint,
  -- The transfer; null if the merchant confirms the money without one.
  mutation_id uuid,
  is_manual boolean,
  -- A transfer pays no payment created after this time; null if the merchant confirms the money without a transfer.
  window_ends_at timestamptz
);
