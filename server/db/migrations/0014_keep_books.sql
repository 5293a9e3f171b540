-- An accountant takes the month over: taxes and corrections of the bank are explained as what they are, a rule learned from
-- one row explains the next month's, each row can be booked on an account of the merchant's chart, and a month can be
-- closed.
alter table statement_rows
  drop constraint statement_rows_hint_check,
  drop constraint statement_rows_meaning_check,
  add constraint statement_rows_hint_check
    check (hint in ('fee', 'settlement', 'own_transfer', 'interest', 'refund', 'tax', 'outgoing', 'other')),
  add constraint statement_rows_meaning_check check (
    meaning in (
      'open', 'mutation', 'settlement', 'missed', 'recorded', 'ambiguous', 'fee', 'own_transfer', 'interest', 'refund',
      'outgoing', 'other', 'tax', 'reversal'
    )
  ),
  add column account_key text,
  add column reverses_row_id uuid,
  add column explained_at timestamptz,
  add constraint statement_rows_reversals_name_their_row
    check ((meaning = 'reversal') = (reverses_row_id is not null)),
  add constraint statement_rows_merchant_id_reverses_row_id_fkey
    foreign key (merchant_id, reverses_row_id) references statement_rows (merchant_id, row_id);

create unique index statement_rows_reversed on statement_rows (merchant_id, reverses_row_id)
  where reverses_row_id is not null;

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

create table statement_charts (
  merchant_id uuid primary key references merchants,
  chart json not null
);

create table statement_closings (
  merchant_id uuid not null,
  account_id uuid not null,
  month date not null check (extract(day from month) = 1),
  closing_sen bigint,
  row_count integer not null check (row_count >= 0),
  closed_by uuid,
  closed_at timestamptz not null,
  primary key (merchant_id, account_id, month),
  foreign key (merchant_id, account_id) references statement_accounts,
  foreign key (merchant_id, closed_by) references people
);
