-- Bank statements of receiving accounts: their rows, and the mutation that each row proves.

-- Imports of one account take turns by locking its row.
create table statement_accounts (
  merchant_id uuid not null,
  account_id uuid not null,
  primary key (merchant_id, account_id),
  foreign key (merchant_id, account_id) references accounts
);

-- The meaning of the columns in a file that has no built-in layout, as the merchant last stated it.
create table statement_mappings (
  merchant_id uuid not null references merchants,
  channel_id uuid not null references channels,
  mapping json not null,
  primary key (merchant_id, channel_id)
);

create table statement_imports (
  merchant_id uuid not null,
  import_id uuid not null,
  account_id uuid not null,
  file_name text not null,
  -- SHA-256 of the file. The file itself is not kept.
  file_hash bytea not null,
  layout text not null,
  first_day date not null,
  last_day date not null check (last_day >= first_day),
  -- Whether the file begins with the newest row.
  is_newest_first boolean not null,
  row_count integer not null check (row_count >= 1),
  -- The number of rows that no earlier import had.
  new_count integer not null check (new_count between 0 and row_count),
  -- The credits that the bank had not booked yet (PEND), in hundredths of a rupiah. They have no day, so they are not
  -- stored as rows.
  pending_sen bigint[] not null,
  imported_at timestamptz not null,
  primary key (merchant_id, import_id),
  foreign key (merchant_id, account_id) references statement_accounts
);

create index statement_imports_of_account on statement_imports (merchant_id, account_id, first_day);

create table statement_rows (
  merchant_id uuid not null,
  account_id uuid not null,
  day date not null,
  -- The first 16 bytes of SHA-256 of direction, amount and description. Rows with the same value look the same.
  wording bytea not null,
  -- 1, 2, 3 … for rows of one day that look the same. With this number, the key prevents a second import of a row.
  twin_number integer not null check (twin_number >= 1),
  row_id uuid not null,
  import_id uuid not null,
  -- The line in the file, or the row in the spreadsheet.
  file_row integer not null,
  -- null if the file has no times.
  booked_at timestamptz,
  description text not null,
  reference text,
  direction text not null check (direction in ('CREDIT', 'DEBIT')),
  -- In hundredths of a rupiah, because banks pay interest to two decimal places.
  amount_sen bigint not null check (amount_sen > 0),
  balance_sen bigint,
  -- For a QRIS settlement that states them: the sum that customers paid, and the bank's fee.
  gross_sen bigint,
  fee_sen bigint,
  -- The meaning that the row's words suggest, if no mutation is found for it.
  hint text check (
    hint in ('fee', 'settlement', 'own_transfer', 'interest', 'refund', 'tax', 'outgoing', 'other')
  ),
  -- open: not judged yet. mutation: a mutation reports the same money. settlement: pays out the money of many
  -- mutations. missed: no phone reported it. recorded: missed, and a team member recorded it as a mutation. ambiguous:
  -- several mutations or rows fit. reversal: the bank reversed another row.
  meaning text not null default 'open' check (
    meaning in (
      'open', 'mutation', 'settlement', 'missed', 'recorded', 'ambiguous', 'fee', 'own_transfer', 'interest', 'refund',
      'outgoing', 'other', 'tax', 'reversal'
    )
  ),
  -- The account of the merchant's chart for this row; null if no person or rule has set it.
  account_key text,
  -- The row that the bank reversed with this one.
  reverses_row_id uuid,
  -- The time at which a person set the meaning. Since then, rules do not change the meaning.
  explained_at timestamptz,
  primary key (merchant_id, account_id, day, wording, twin_number),
  foreign key (merchant_id, import_id) references statement_imports,
  constraint statement_rows_only_credits_are_missed
    check (direction = 'CREDIT' or meaning not in ('mutation', 'settlement', 'missed', 'recorded', 'ambiguous')),
  constraint statement_rows_reversals_name_their_row
    check ((meaning = 'reversal') = (reverses_row_id is not null))
);

create unique index statement_rows_id_key on statement_rows (merchant_id, row_id);
alter table statement_rows add foreign key (merchant_id, reverses_row_id) references statement_rows (merchant_id, row_id);
-- A row can be reversed once only.
create unique index statement_rows_reversed on statement_rows (merchant_id, reverses_row_id)
  where reverses_row_id is not null;
-- For reports that arrive after a person recorded their money.
create index statement_rows_recorded on statement_rows (merchant_id, account_id, day)
  where meaning = 'recorded';

-- The row that proves each mutation. A row proves one mutation, or pays out many (is_settlement).
create table statement_ties (
  merchant_id uuid not null,
  mutation_number bigint not null,
  is_settlement boolean not null,
  row_id uuid not null,
  tied_at timestamptz not null,
  primary key (merchant_id, mutation_number, is_settlement),
  foreign key (merchant_id, mutation_number) references mutations,
  foreign key (merchant_id, row_id) references statement_rows (merchant_id, row_id)
);

create unique index statement_ties_row_key on statement_ties (merchant_id, row_id) where not is_settlement;
create index statement_ties_row on statement_ties (merchant_id, row_id);

-- Mutations on days that a statement covers, but without a row in it: the notification might be forged or misread.
create table unsupported_mutations (
  merchant_id uuid not null,
  mutation_number bigint not null,
  account_id uuid not null,
  day date not null,
  -- Whether the statement has rows of this amount, but fewer than the mutations that fit them.
  is_one_of_several boolean not null,
  found_at timestamptz not null,
  -- The time of a person's verdict, the person (null: unknown) and the verdict.
  closed_at timestamptz,
  closed_by uuid,
  verdict text check (verdict in ('genuine', 'forged', 'misread')),
  note text,
  -- The time at which a later statement showed the money after all. An alarm without a verdict is deleted instead.
  supported_at timestamptz,
  primary key (merchant_id, mutation_number),
  foreign key (merchant_id, mutation_number) references mutations,
  foreign key (merchant_id, account_id) references statement_accounts,
  foreign key (merchant_id, closed_by) references people,
  constraint unsupported_mutations_verdict_closes
    check ((verdict is null) = (closed_at is null) and (note is null) = (closed_at is null)),
  constraint unsupported_mutations_only_verdicts_survive
    check (closed_at is not null or (closed_by is null and supported_at is null))
);

create index unsupported_mutations_open on unsupported_mutations (merchant_id, account_id, day)
  where closed_at is null;
-- Finds the oldest open alarms, for the first page of the dashboard.
create index unsupported_mutations_found on unsupported_mutations (merchant_id, found_at)
  where closed_at is null;

-- A file being uploaded from the dashboard. The file arrives in parts, to keep requests small and quick. The import
-- deletes the upload.
create table statement_uploads (
  merchant_id uuid not null,
  upload_id uuid not null,
  account_id uuid not null,
  file_name text not null,
  file_bytes integer not null check (file_bytes >= 1),
  begun_at timestamptz not null,
  primary key (merchant_id, upload_id),
  foreign key (merchant_id, account_id) references accounts
);

create index statement_uploads_begun_at on statement_uploads (begun_at);

create table statement_upload_parts (
  merchant_id uuid not null,
  upload_id uuid not null,
  part_number integer not null check (part_number >= 1),
  content bytea not null,
  primary key (merchant_id, upload_id, part_number),
  foreign key (merchant_id, upload_id) references statement_uploads on delete cascade
);

-- Rules that a person taught: rows with these words have this meaning. The oldest rule that fits a row applies.
create table statement_rules (
  merchant_id uuid not null references merchants,
  rule_id uuid not null,
  direction text not null check (direction in ('CREDIT', 'DEBIT')),
  words text not null,
  meaning text not null check (meaning in ('fee', 'tax', 'own_transfer', 'interest', 'refund', 'outgoing', 'other')),
  account_key text,
  created_at timestamptz not null,
  primary key (merchant_id, rule_id)
);

create unique index statement_rules_words_key on statement_rules (merchant_id, direction, upper(words));

-- The codes of the merchant's own chart of accounts, and the accounts that the merchant added.
create table statement_charts (
  merchant_id uuid primary key references merchants,
  chart json not null
);

-- Closed months, with their figures when they were closed. A closed month takes no new row and no new meaning of a row.
create table statement_closings (
  merchant_id uuid not null,
  account_id uuid not null,
  month date not null check (extract(day from month) = 1),
  closing_sen bigint,
  row_count integer not null check (row_count >= 0),
  -- null: unknown.
  closed_by uuid,
  closed_at timestamptz not null,
  primary key (merchant_id, account_id, month),
  foreign key (merchant_id, account_id) references statement_accounts,
  foreign key (merchant_id, closed_by) references people
);
