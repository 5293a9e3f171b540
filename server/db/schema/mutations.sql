-- Transfers that devices reported, why each of them paid a payment or did not, and texts that no rule could read yet.

create table mutations (
  merchant_id uuid not null,
  -- 1, 2, 3 … for each merchant, without gaps, in order of recording.
  mutation_number bigint not null,
  mutation_id uuid not null,
  device_id uuid not null,
  -- SHA-256 of package, title, text and posted_at: two reports with the same identity are the same transfer.
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
  -- The words for these are in contract/mutation-reasons.ts.
  match_reason text not null check (
    match_reason in (
      'matched', 'matched_by_hand', 'debit', 'foreign_currency', 'no_account', 'announced_twice', 'late_payment',
      'second_payment', 'paid_by_hand', 'before_invoice', 'no_such_total', 'before_registration', 'while_unregistered'
    )
  ),
  -- The payment that the reason is about, if the mutation did not pay it.
  candidate_payment_number bigint,
  -- The window that applied: the payment had to be created by window_ends_at and have its deadline after judged_at.
  window_ends_at timestamptz not null,
  judged_at timestamptz not null,
  -- The first 8 bytes of SHA-256 of the text's meaning, however an app writes it; null if no other announcement of the
  -- same transfer is looked for.
  wording bytea,
  -- The mutation that stands for both, if the same transfer was announced twice.
  announced_by_number bigint,
  -- A person's decision about a transfer that ended no payment. tied: its money is booked for one, as a
  -- payment_receipt. not_ours: it is for no payment. refunded: it was paid back, as a refund tells. null: nobody has
  -- decided.
  decision text check (decision in ('tied', 'not_ours', 'refunded')),
  decided_at timestamptz,
  -- The mutation of which a person said that it tells of another transfer, though both were taken for the same one.
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
      (match_reason in ('late_payment', 'second_payment', 'paid_by_hand', 'before_invoice'))
      = (candidate_payment_number is not null)
    ),
  constraint mutations_reason_names_announcement
    check ((match_reason = 'announced_twice') = (announced_by_number is not null)),
  -- However transfers are matched, one about which a person has decided pays nothing until it is opened again.
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
-- For the re-matching job. It is worded so that only the job's own statement can use it (see payments_deadline).
create index mutations_waiting on mutations (created_at)
  where coalesce(matched_payment_number, 0) = 0 and type_parsed = 'CREDIT';
-- Finds the other announcement of the same transfer.
create index mutations_wording on mutations (merchant_id, wording, posted_at)
  where wording is not null;
-- The reports that a mutation stands for. Few mutations have any.
create index mutations_announced_by on mutations (merchant_id, announced_by_number)
  where announced_by_number is not null;
-- Pages of one reason. Automatic matches, which are nearly all rows, are not in it.
create index mutations_reason on mutations (merchant_id, match_reason, mutation_number)
  where match_reason <> 'matched';

-- Finds what an archive must not remove: few transfers name a payment that they did not pay.
create index mutations_candidate on mutations (merchant_id, candidate_payment_number)
  where candidate_payment_number is not null;

-- Transfers that wait for a person's decision, and those that have one.
create index mutations_open on mutations (merchant_id, mutation_number)
  where matched_payment_number is null and decision is null and type_parsed = 'CREDIT'
    and match_reason <> 'announced_twice';
create index mutations_decided on mutations (merchant_id, mutation_number)
  where decision is not null;

-- Transfers that changed after they were recorded, which few do.
create index mutations_changed on mutations (merchant_id, judged_at, mutation_number)
  where judged_at > created_at;

-- The notes of team members about a transfer, and the member who looks after it.
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
  -- The report as it came, so that it can be read again after a change of the rules.
  notification json not null,
  received_at timestamptz not null,
  -- Every amount that stands in it, whatever it means.
  named_amounts bigint[] not null default '{}',
  -- The PENDING payment whose total it named when it was stored: who tells people of it need not look again.
  candidate_payment_number bigint,
  -- When a person said that it tells of no transfer. No rule is allowed to read it as one.
  refused_at timestamptz,
  primary key (merchant_id, device_id, identity),
  foreign key (merchant_id, device_id) references devices
);

create index unread_notifications_received_at on unread_notifications (received_at);
-- The texts that might pay, for the notices about them. Few texts do.
create index unread_notifications_likely on unread_notifications (merchant_id, received_at)
  where candidate_payment_number is not null;

-- Wordings that a merchant has taught: literal text with places for the amount, the payer and the like.
create table reading_rules (
  merchant_id uuid not null references merchants,
  rule_id uuid not null,
  package_name text collate "C" not null,
  -- Null if any title will do.
  title text,
  template text not null,
  -- The text that it was made from.
  sample json not null,
  is_on boolean not null default true,
  created_at timestamptz not null,
  -- When it was switched on. People decide about older texts.
  reads_from timestamptz not null default now(),
  -- Why the gateway switched it off: {"code": "second_amount", "text": "IDR 1.00"}
  fault json,
  primary key (merchant_id, rule_id)
);

-- The mutations that each taught rule has read. Other mutations are not in it.
create index mutations_taught on mutations (merchant_id, rule, created_at)
  where rule like 'taught.%';

-- One transfer as record_transfers takes it.
create type reported_transfer as (
  -- 1, 2, 3 … in the order in which the transfers came.
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
  wording bytea
);

-- A new transfer, and what was found out about it.
create type judged_transfer as (
  transfer reported_transfer,
  mutation_number bigint,
  pool_id uuid,
  may_pay boolean,
  window_ends_at timestamptz,
  -- The PENDING payment of its total, if it can pay that one without waiting for its turn.
  payment_number bigint
);

-- A payment for which there is money: see pay_pending.
create type payment_claim as (
  merchant_id uuid,
  payment_number bigint,
  -- The transfer; null when the merchant confirms by hand that the money is there.
  mutation_id uuid,
  is_manual boolean,
  -- A transfer pays no payment that was created later than this; null when the merchant confirms the money by hand.
  window_ends_at timestamptz
);
