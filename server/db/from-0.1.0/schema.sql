-- Changes what version 0.1.0 has in another form than ../schema/.

-- record_transfers replaces it; version 0.1.0 kept it for processes of the version before.
drop function record_reports(json, timestamptz);

-- refuse_surplus_api_key replaces it.
drop trigger api_keys_at_most_five_active on api_keys;
drop function refuse_sixth_api_key();

drop type judged_transfer;
drop type given_transfer;
drop type reported_transfer;

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
  -- The PENDING payment of its total, if it may pay that one without waiting for its turn.
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

alter table accounts
  add column first_number text,
  add column no_free_days text check (no_free_days in ('known_number', 'one_account')),
  add column is_example boolean not null default false;

create unique index accounts_first_number_key on accounts (channel_id, first_number);

alter table devices
  add column is_simulated boolean not null default false;

create table waiting_registrations (
  merchant_id uuid not null,
  device_id uuid not null,
  token_hash bytea not null,
  device_name text not null,
  model text,
  app_version text,
  primary key (merchant_id, device_id),
  foreign key (merchant_id, device_id) references devices on delete cascade
);

create unique index waiting_registrations_token_hash_key on waiting_registrations (token_hash);

create index mutations_announced_by on mutations (merchant_id, announced_by_number)
  where announced_by_number is not null;

alter table merchants
  add column contact_address text check (length(contact_address) <= 255),
  add column contact_phone text check (length(contact_phone) <= 50),
  add column contact_email text check (length(contact_email) <= 255),
  add column shop_url text check (shop_url ~* '^https://' and length(shop_url) <= 2048),
  add column sale_code_pattern text not null default 'INV-{year}-{number}'
    check (sale_code_pattern like '%{number}%' and length(sale_code_pattern) <= 64);

create table sales (
  merchant_id uuid not null references merchants,
  -- 1, 2, 3 … for each merchant, in order of creation.
  sale_number bigint not null,
  -- Random, because it is the public address of a sale whose customer has to choose how to pay.
  sale_id uuid not null,
  source text not null check (source in ('invoice', 'link', 'counter')),
  -- The code that the payment gets. It changes only if a payment of the API takes it before this sale has its own.
  payment_code text collate "C" not null,
  -- Made by the form that was sent, so that a form which is sent twice makes one sale.
  form_key uuid not null,
  link_id uuid,
  payment_amount bigint not null check (payment_amount >= 1),
  customer_name text not null,
  customer_email text,
  customer_phone text,
  -- json, not jsonb: the order of the fields is kept.
  customer_orders json,
  note text,
  -- Either the seconds from the making of the payment, or a fixed time.
  deadline_seconds integer check (deadline_seconds >= 1),
  deadline_at timestamptz,
  -- Both are written in one statement, once.
  account_id uuid,
  payment_number bigint,
  -- The person who made it; null for a customer.
  made_by uuid,
  created_at timestamptz not null,
  -- When it was withdrawn before it had a payment. Afterwards the payment is cancelled.
  cancelled_at timestamptz,
  primary key (merchant_id, sale_number),
  foreign key (merchant_id, account_id) references accounts,
  constraint sales_have_one_deadline check (num_nonnulls(deadline_seconds, deadline_at) = 1),
  constraint sales_payment_has_its_account check ((account_id is null) = (payment_number is null)),
  constraint sales_cancelled_has_no_payment check (cancelled_at is null or payment_number is null)
);

-- sale_id comes first, because the public page does not know the merchant.
create unique index sales_id_key on sales (sale_id, merchant_id);
create unique index sales_form_key on sales (merchant_id, form_key);
create unique index sales_code_key on sales (merchant_id, payment_code);
create index sales_of_source on sales (merchant_id, source, sale_number);
create unique index sales_payment_key on sales (merchant_id, payment_number) where payment_number is not null;
create index sales_of_counter on sales (merchant_id, created_at) where source = 'counter';

-- The last number of each series of codes. A series is the merchant's pattern with its date filled in, such as
-- INV-2026-{number}, so a pattern with a year begins again at 1 in each year.
create table sale_series (
  merchant_id uuid not null references merchants,
  series text collate "C" not null,
  last_number bigint not null,
  primary key (merchant_id, series)
) with (fillfactor = 50);

create table people (
  merchant_id uuid not null references merchants,
  person_id uuid not null,
  person_name text not null,
  email text not null,
  password_hash text,
  role text not null check (role in ('owner', 'finance', 'cashier', 'developer', 'viewer')),
  created_at timestamptz not null,
  left_at timestamptz,
  primary key (merchant_id, person_id),
  constraint people_who_left_have_no_password check (left_at is null or password_hash is null)
);

create unique index people_email_key on people (lower(email)) where left_at is null;

alter table sessions
  add column person_id uuid,
  add foreign key (merchant_id, person_id) references people;

alter table audit_entries add column person_id uuid;
create index audit_entries_withdrawn_refunds on audit_entries (merchant_id, (details ->> 'payment_code'))
  where action = 'refund.withdrawn';

alter table merchants
  add column sends_difference_events boolean not null default false;

alter table mutations
  add column decision text check (decision in ('tied', 'not_ours', 'refunded')),
  add column decided_at timestamptz,
  add constraint mutations_decided_pays_nothing
    check (decision is null or (matched_payment_number is null and type_parsed = 'CREDIT')),
  add constraint mutations_decision_has_time
    check ((decision is null) = (decided_at is null));

create index mutations_open on mutations (merchant_id, mutation_number)
  where matched_payment_number is null and decision is null and type_parsed = 'CREDIT'
    and match_reason <> 'announced_twice';
create index mutations_decided on mutations (merchant_id, mutation_number)
  where decision is not null;

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

create table payment_ledgers (
  merchant_id uuid not null,
  payment_number bigint not null,
  -- What the payment had to bring: its total if it is PAID, 0 if it ended otherwise. null: it is PENDING, or it ended by
  -- itself after a part had come, and nobody has decided about that part yet.
  owed bigint check (owed >= 0),
  received bigint not null default 0 check (received between 0 and 9007199254740991),
  refunded bigint not null default 0,
  -- The difference that the merchant keeps: more than owed if it is positive, waived or paid back if it is negative.
  kept bigint,
  changed_at timestamptz not null,
  primary key (merchant_id, payment_number),
  foreign key (merchant_id, payment_number) references payments,
  constraint payment_ledgers_add_up check (received - refunded - kept = owed),
  constraint payment_ledgers_kept_is_decided check ((kept is null) = (owed is null)),
  constraint payment_ledgers_refund_what_came check (refunded between 0 and received)
);

-- Parts for which nobody has decided yet: of pending payments, and of those that ended by themselves.
create index payment_ledgers_undecided on payment_ledgers (merchant_id, payment_number)
  where owed is null;

-- Money that came for the payment. Its amounts add up to received.
create table payment_receipts (
  merchant_id uuid not null,
  payment_number bigint not null,
  receipt_number integer not null,
  -- The transfer; null: the merchant vouches for the money without one.
  mutation_number bigint,
  amount bigint not null check (amount >= 1),
  -- What the merchant vouched for before its transfer was found, if it was.
  vouched_amount bigint,
  booked_at timestamptz not null,
  primary key (merchant_id, payment_number, receipt_number),
  foreign key (merchant_id, payment_number) references payment_ledgers,
  foreign key (merchant_id, mutation_number) references mutations,
  constraint payment_receipts_are_seen_or_vouched_for
    check (mutation_number is not null or (vouched_amount is not null and vouched_amount = amount))
);

-- A transfer is booked once.
create unique index payment_receipts_mutation_key on payment_receipts (merchant_id, mutation_number)
  where mutation_number is not null;

-- Money that a person paid back outside of the gateway: of a payment, or of a transfer that was for none. Those of a
-- payment add up to refunded.
create table refunds (
  merchant_id uuid not null references merchants,
  refund_id uuid not null,
  payment_number bigint,
  mutation_number bigint,
  amount bigint not null check (amount between 1 and 9007199254740991),
  -- When the money left, as the person says.
  refunded_at timestamptz not null,
  recipient text not null check (length(recipient) between 1 and 255),
  reason text not null check (length(reason) between 1 and 500),
  -- The person; null if it is not known.
  made_by uuid,
  created_at timestamptz not null,
  -- One for each opening of the form, so that a double click makes one refund.
  form_key uuid not null,
  -- The debit of a bank statement that proves it (statement_rows.row_id), and when that was found.
  proved_by uuid,
  proved_at timestamptz,
  primary key (merchant_id, refund_id),
  foreign key (merchant_id, payment_number) references payment_ledgers,
  foreign key (merchant_id, mutation_number) references mutations,
  foreign key (merchant_id, made_by) references people,
  constraint refunds_form_key unique (merchant_id, form_key),
  constraint refunds_proof_has_time check ((proved_by is null) = (proved_at is null)),
  constraint refunds_are_of_one_thing check (num_nonnulls(payment_number, mutation_number) = 1)
);

create index refunds_of_payments on refunds (merchant_id, payment_number)
  where payment_number is not null;
create unique index refunds_mutation_key on refunds (merchant_id, mutation_number)
  where mutation_number is not null;
-- A debit proves one refund.
create unique index refunds_proof_key on refunds (merchant_id, proved_by)
  where proved_by is not null;
-- Refunds that no statement has proved yet.
create index refunds_unproved on refunds (merchant_id, refunded_at)
  where proved_at is null;

-- A refund as book_money takes it.
create type refund_request as (
  refund_id uuid,
  amount bigint,
  refunded_at timestamptz,
  recipient text,
  reason text,
  made_by uuid,
  form_key uuid
);

alter table webhook_deliveries
  add column ledger_payment_number bigint,
  drop constraint webhook_deliveries_event_names_its_subject,
  add constraint webhook_deliveries_event_names_its_subject check (
    case
      when event_type in ('payment.paid', 'payment.expired', 'payment.cancelled')
        then payment_number is not null and device_id is null
      when event_type in ('payment.part_received', 'payment.underpaid', 'payment.overpaid', 'payment.refunded')
        then payment_number is null and device_id is null and ledger_payment_number is not null and body is not null
      when event_type in ('device.offline', 'device.online')
        then payment_number is null and device_id is not null
      when event_type = 'webhook.test'
        then payment_number is null and device_id is null and body is not null
      else false
    end
  );

create index webhook_deliveries_of_ledgers on webhook_deliveries (merchant_id, ledger_payment_number)
  where ledger_payment_number is not null;
create index webhook_deliveries_of_differences on webhook_deliveries (merchant_id, created_at)
  where ledger_payment_number is not null;
create table payment_links (
  merchant_id uuid not null references merchants,
  link_id uuid not null,
  -- The address is /l/{slug}. It never changes, because it may have been printed.
  slug text collate "C" not null check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(slug) between 3 and 64),
  link_name text not null,
  description text,
  -- One amount is fixed, several are a choice, and none means that the customer decides, between the bounds.
  amounts bigint[] not null,
  amount_min bigint,
  amount_max bigint,
  quantity_max integer not null check (quantity_max between 1 and 1000),
  -- How many pieces may be sold and how many payments made in all; null: any number. Unpaid payments that have ended
  -- give back what they held.
  stock integer check (stock >= 1),
  payments_max integer check (payments_max >= 1),
  open_until timestamptz,
  -- The time that a customer has to pay, from the moment the payment is made.
  deadline_seconds integer not null check (deadline_seconds >= 60),
  asks_name text not null check (asks_name in ('no', 'optional', 'required')),
  asks_phone text not null check (asks_phone in ('no', 'optional', 'required')),
  asks_note text not null check (asks_note in ('no', 'optional', 'required')),
  picture_id uuid,
  is_open boolean not null default true,
  created_at timestamptz not null,
  primary key (merchant_id, link_id),
  constraint payment_links_have_amounts check (
    case when cardinality(amounts) = 0
      then amount_min >= 1 and (amount_max is null or amount_max >= amount_min)
      else amount_min is null and amount_max is null and 1 <= all (amounts)
    end is true
  )
);

-- One name space for the whole gateway, because the address does not name the merchant.
create unique index payment_links_slug_key on payment_links (slug);

-- A picture is never changed: another one gets another id, so browsers may keep it.
create table link_pictures (
  merchant_id uuid not null,
  picture_id uuid not null,
  link_id uuid not null,
  media_type text not null check (media_type in ('image/jpeg', 'image/png')),
  picture bytea not null check (length(picture) <= 131072),
  width integer not null,
  height integer not null,
  primary key (merchant_id, picture_id),
  foreign key (merchant_id, link_id) references payment_links
);

create unique index link_pictures_id_key on link_pictures (picture_id, merchant_id);
create unique index link_pictures_one_each on link_pictures (merchant_id, link_id);

-- What each submission of a link's form has taken. Whether it still holds that, its payment says.
create table link_sales (
  merchant_id uuid not null,
  link_id uuid not null,
  sale_number bigint not null,
  pieces integer not null check (pieces >= 1),
  -- The client's network as a hash, for the limit of unpaid payments of one client; forgotten after two days.
  client_hash bytea,
  created_at timestamptz not null,
  primary key (merchant_id, link_id, sale_number),
  foreign key (merchant_id, link_id) references payment_links,
  foreign key (merchant_id, sale_number) references sales
);

create index link_sales_of_link on link_sales (merchant_id, link_id, created_at);
-- For the limit of one client, and for forgetting clients.
create index link_sales_of_client on link_sales (merchant_id, client_hash, created_at) where client_hash is not null;
create index link_sales_to_forget on link_sales (created_at) where client_hash is not null;


create table authenticators (
  merchant_id uuid not null,
  person_id uuid not null,
  sealed_secret bytea not null,
  enabled_at timestamptz not null,
  last_step bigint,
  failed_at timestamptz[] not null default '{}',
  primary key (merchant_id, person_id),
  foreign key (merchant_id, person_id) references people
);

create table authenticator_offers (
  merchant_id uuid not null,
  person_id uuid not null,
  sealed_secret bytea not null,
  offered_at timestamptz not null,
  primary key (merchant_id, person_id),
  foreign key (merchant_id, person_id) references people
);

create table password_links (
  merchant_id uuid not null,
  person_id uuid not null,
  token_hash bytea not null,
  requested_at timestamptz not null,
  primary key (merchant_id, person_id),
  foreign key (merchant_id, person_id) references people
);

create unique index password_links_token_key on password_links (token_hash);

alter table recovery_codes
  add column person_id uuid,
  add foreign key (merchant_id, person_id) references people;

alter table known_browsers
  add column person_id uuid,
  add foreign key (merchant_id, person_id) references people;

alter table refused_sign_ins add column person_id uuid;

alter table unread_notifications
  add column named_amounts bigint[] not null default '{}',
  add column candidate_payment_number bigint,
  add column refused_at timestamptz;

-- The texts that may pay, for those who tell people of them. Few texts do.
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
  primary key (merchant_id, rule_id)
);

-- What each taught rule has read. Other mutations are not in it.
create index mutations_taught on mutations (merchant_id, rule, created_at)
  where rule like 'taught.%';

create table invitations (
  merchant_id uuid not null references merchants,
  invitation_id uuid not null,
  email text not null,
  role text not null check (role in ('owner', 'finance', 'cashier', 'developer', 'viewer')),
  token_hash bytea not null,
  inviter_id uuid not null,
  invited_at timestamptz not null,
  primary key (merchant_id, invitation_id),
  foreign key (merchant_id, inviter_id) references people
);

create unique index invitations_email_key on invitations (merchant_id, lower(email));
create unique index invitations_token_key on invitations (token_hash);
create table statement_accounts (
  merchant_id uuid not null,
  account_id uuid not null,
  primary key (merchant_id, account_id),
  foreign key (merchant_id, account_id) references accounts
);

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
  file_hash bytea not null,
  layout text not null,
  first_day date not null,
  last_day date not null check (last_day >= first_day),
  is_newest_first boolean not null,
  row_count integer not null check (row_count >= 1),
  new_count integer not null check (new_count between 0 and row_count),
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
  wording bytea not null,
  twin_number integer not null check (twin_number >= 1),
  row_id uuid not null,
  import_id uuid not null,
  file_row integer not null,
  booked_at timestamptz,
  description text not null,
  reference text,
  direction text not null check (direction in ('CREDIT', 'DEBIT')),
  amount_sen bigint not null check (amount_sen > 0),
  balance_sen bigint,
  gross_sen bigint,
  fee_sen bigint,
  hint text check (hint in ('fee', 'settlement', 'own_transfer', 'interest', 'refund')),
  meaning text not null default 'open' check (
    meaning in (
      'open', 'mutation', 'settlement', 'missed', 'recorded', 'ambiguous', 'fee', 'own_transfer', 'interest', 'refund',
      'outgoing', 'other'
    )
  ),
  primary key (merchant_id, account_id, day, wording, twin_number),
  foreign key (merchant_id, import_id) references statement_imports,
  constraint statement_rows_only_credits_are_missed
    check (direction = 'CREDIT' or meaning not in ('mutation', 'settlement', 'missed', 'recorded', 'ambiguous'))
);

create unique index statement_rows_id_key on statement_rows (merchant_id, row_id);
create index statement_rows_recorded on statement_rows (merchant_id, account_id, day)
  where meaning = 'recorded';

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

create table unsupported_mutations (
  merchant_id uuid not null,
  mutation_number bigint not null,
  account_id uuid not null,
  day date not null,
  is_one_of_several boolean not null,
  found_at timestamptz not null,
  closed_at timestamptz,
  closed_by uuid,
  verdict text check (verdict in ('genuine', 'forged', 'misread')),
  note text,
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
create index unsupported_mutations_found on unsupported_mutations (merchant_id, found_at)
  where closed_at is null;

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

create table notice_people (
  merchant_id uuid not null,
  person_id uuid not null,
  language text not null default 'id' check (language in ('id', 'en')),
  quiet_from time,
  quiet_until time,
  urgent_events text[] not null default '{device_silent}',
  primary key (merchant_id, person_id),
  foreign key (merchant_id, person_id) references people,
  constraint notice_people_quiet_hours_have_both_ends
    check ((quiet_from is null) = (quiet_until is null) and quiet_from <> quiet_until)
);

create table notice_wishes (
  merchant_id uuid not null,
  event text not null check (
    event in ('paid', 'unmatched', 'unsupported', 'likely_text', 'device_silent', 'webhook_failing', 'quota_low')
  ),
  person_id uuid not null,
  channel text not null check (channel in ('email', 'telegram', 'push')),
  primary key (merchant_id, event, person_id, channel),
  foreign key (merchant_id, person_id) references notice_people on delete cascade
);

create index notice_wishes_event on notice_wishes (event);

create table notice_targets (
  merchant_id uuid not null,
  target_id uuid not null,
  person_id uuid not null,
  channel text not null check (channel in ('email', 'telegram', 'push')),
  target_name text,
  sealed_address bytea,
  address_hash bytea,
  created_at timestamptz not null,
  broken_at timestamptz,
  broken_reason text,
  primary key (merchant_id, target_id),
  foreign key (merchant_id, person_id) references notice_people on delete cascade,
  constraint notice_targets_broken_has_reason check ((broken_at is null) = (broken_reason is null)),
  constraint notice_targets_have_address check (
    (channel = 'email') = (address_hash is null)
    and (sealed_address is not null or channel = 'email' or broken_at is not null)
  )
);

create unique index notice_targets_one_of_a_kind on notice_targets (merchant_id, person_id, channel)
  where channel <> 'push';
create unique index notice_targets_address_key on notice_targets (merchant_id, person_id, address_hash)
  where address_hash is not null;

create table notice_messages (
  merchant_id uuid not null,
  message_id uuid not null,
  target_id uuid not null,
  event text not null,
  notice_count integer not null check (notice_count >= 1),
  title text not null,
  body text not null,
  page_path text not null,
  message_status text not null default 'PENDING'
    check (message_status in ('PENDING', 'RETRYING', 'SUCCESS', 'FAILED')),
  attempt_count integer not null default 0,
  created_at timestamptz not null,
  next_attempt_at timestamptz,
  lease_token uuid,
  lease_until timestamptz,
  primary key (merchant_id, message_id),
  foreign key (merchant_id, target_id) references notice_targets on delete cascade,
  constraint notice_messages_open_has_next_attempt
    check ((message_status in ('PENDING', 'RETRYING')) = (next_attempt_at is not null))
);

create index notice_messages_next_attempt on notice_messages (next_attempt_at)
  where next_attempt_at is not null;
create index notice_messages_lease on notice_messages (lease_until)
  where lease_until is not null;
create index notice_messages_of_target on notice_messages (merchant_id, target_id, created_at);
create index notice_messages_created_at on notice_messages (created_at);

create table notice_attempts (
  merchant_id uuid not null,
  message_id uuid not null,
  attempt_number integer not null,
  started_at timestamptz not null,
  duration_ms integer not null,
  http_status integer,
  error_code text,
  primary key (merchant_id, message_id, attempt_number),
  foreign key (merchant_id, message_id) references notice_messages on delete cascade
);

create table notices (
  merchant_id uuid not null,
  target_id uuid not null,
  event text not null,
  subject text not null,
  facts json not null,
  created_at timestamptz not null,
  due_at timestamptz,
  message_id uuid,
  primary key (merchant_id, target_id, event, subject),
  foreign key (merchant_id, target_id) references notice_targets on delete cascade,
  constraint notices_told_have_message check ((due_at is null) = (message_id is not null))
);

create index notices_due on notices (due_at, merchant_id, target_id, event)
  where due_at is not null;
create index notices_waiting on notices (merchant_id, target_id, event, created_at)
  where due_at is not null;
create index notices_created_at on notices (created_at);

create table notice_marks (
  merchant_id uuid primary key references merchants,
  mutation_number bigint not null
);

create table telegram_offers (
  merchant_id uuid not null,
  person_id uuid not null,
  code_hash bytea not null,
  offered_at timestamptz not null,
  primary key (merchant_id, person_id),
  foreign key (merchant_id, person_id) references notice_people on delete cascade
);

create unique index telegram_offers_code_key on telegram_offers (code_hash);

create table telegram_reader (
  is_only boolean primary key default true check (is_only),
  offset_id bigint not null,
  lease_until timestamptz
);

create table push_keys (
  merchant_id uuid primary key references merchants,
  public_key text not null,
  sealed_private_key bytea not null,
  created_at timestamptz not null
);

create table customer_mails (
  merchant_id uuid not null,
  mail_id uuid not null,
  sale_number bigint not null,
  kind text not null check (kind in ('invoice', 'reminder', 'receipt')),
  language text not null check (language in ('id', 'en')),
  created_at timestamptz not null,
  attempt_count integer not null default 0,
  next_attempt_at timestamptz,
  sent_at timestamptz,
  error_code text,
  lease_token uuid,
  lease_until timestamptz,
  primary key (merchant_id, mail_id),
  foreign key (merchant_id, sale_number) references sales,
  constraint customer_mails_sent_waits_no_more check (sent_at is null or next_attempt_at is null)
);

create unique index customer_mails_once on customer_mails (merchant_id, sale_number, kind)
  where kind = 'receipt' or (kind = 'invoice' and (next_attempt_at is not null or sent_at is not null));
create index customer_mails_of_sale on customer_mails (merchant_id, sale_number, created_at);
create index customer_mails_of_day on customer_mails (merchant_id, created_at);
create index customer_mails_created_at on customer_mails (created_at);
create index customer_mails_next_attempt on customer_mails (next_attempt_at)
  where next_attempt_at is not null;
create index customer_mails_lease on customer_mails (merchant_id, lease_until)
  where lease_until is not null;

alter table merchants add column sends_receipts boolean not null default true;

alter table ended_payments
  add column account_id uuid,
  add column mutation_id uuid;

alter table payment_days
  drop constraint payment_days_pkey,
  add column account_id uuid,
  add column simulated_count bigint not null default 0,
  add column simulated_total bigint not null default 0,
  add foreign key (merchant_id, account_id) references accounts,
  add constraint payment_days_key unique nulls not distinct (merchant_id, day, account_id);

alter table payment_day_waits
  drop constraint payment_day_waits_pkey,
  add column account_id uuid,
  add foreign key (merchant_id, account_id) references accounts,
  add constraint payment_day_waits_key unique nulls not distinct (merchant_id, day, account_id, wait_class);

alter table webhook_attempts
  add column response_headers text;

create table api_requests (
  merchant_id uuid not null,
  entry_id uuid not null,
  requested_at timestamptz not null,
  request_id text not null,
  method text not null,
  path text not null,
  http_status smallint not null,
  error_code text,
  duration_ms integer not null,
  left_out integer not null,
  primary key (merchant_id, entry_id)
);

alter table payment_counters add column removed_count bigint not null default 0;
alter table mutation_counters add column removed_count bigint not null default 0;

create table removed_payments (
  merchant_id uuid not null,
  payment_code text collate "C" not null,
  payment_number bigint not null,
  account_id uuid not null,
  created_at timestamptz not null,
  primary key (merchant_id, payment_code),
  foreign key (merchant_id, account_id) references accounts
);

create index mutations_candidate on mutations (merchant_id, candidate_payment_number)
  where candidate_payment_number is not null;
alter table merchants
  add column test_of uuid references merchants,
  add constraint merchants_test_mode_is_plain check (
    test_of is null
    or (test_of <> merchant_id and password_hash is null and not is_operator)
  );

create unique index merchants_test_of_key on merchants (test_of) where test_of is not null;

alter table accounts
  add column stands_for uuid,
  add constraint accounts_standing_in_are_nobodys
    check (stands_for is null or (account_number = '0000000000' and sealed_qris is null));

create unique index accounts_stands_for_key on accounts (merchant_id, stands_for) where stands_for is not null;
