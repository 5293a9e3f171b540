-- The sales of a person without a program: a manual invoice, a submission of a payment link, an amount at the
-- counter. At most one payment is made of each, when its account is known. Until then nothing is reserved.

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

-- The day's list of the counter.
create index sales_of_counter on sales (merchant_id, created_at) where source = 'counter';

-- The last number of each series of codes. A series is the merchant's pattern with its date filled in, such as
-- INV-2026-{number}, so a pattern with a year begins again at 1 in each year.
create table sale_series (
  merchant_id uuid not null references merchants,
  series text collate "C" not null,
  last_number bigint not null,
  primary key (merchant_id, series)
) with (fillfactor = 50);

-- The emails that are, or were, to be sent to the customer of a sale. A row is written in the transaction of its event,
-- and its text is written when it is sent, because the customer might have chosen or paid meanwhile.
create table customer_mails (
  merchant_id uuid not null,
  mail_id uuid not null,
  sale_number bigint not null,
  kind text not null check (kind in ('invoice', 'reminder', 'receipt')),
  language text not null check (language in ('id', 'en')),
  created_at timestamptz not null,
  attempt_count integer not null default 0,
  -- When it is sent. null once it was sent or given up.
  next_attempt_at timestamptz,
  sent_at timestamptz,
  -- Why the last attempt was not taken.
  error_code text,
  -- The holder of the token can attempt. When the lease has expired, another sender can take it over.
  lease_token uuid,
  lease_until timestamptz,
  primary key (merchant_id, mail_id),
  foreign key (merchant_id, sale_number) references sales,
  constraint customer_mails_sent_waits_no_more check (sent_at is null or next_attempt_at is null)
);

-- A receipt is owed once, and an invoice is sent again only if it was given up.
create unique index customer_mails_once on customer_mails (merchant_id, sale_number, kind)
  where kind = 'receipt' or (kind = 'invoice' and (next_attempt_at is not null or sent_at is not null));
create index customer_mails_of_sale on customer_mails (merchant_id, sale_number, created_at);
-- How many a merchant has sent in a day.
create index customer_mails_of_day on customer_mails (merchant_id, created_at);
create index customer_mails_created_at on customer_mails (created_at);
create index customer_mails_next_attempt on customer_mails (next_attempt_at)
  where next_attempt_at is not null;
create index customer_mails_lease on customer_mails (merchant_id, lease_until)
  where lease_until is not null;
