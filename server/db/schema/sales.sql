-- Sales that people make without a program: a manual invoice, a submitted payment link, an amount at the counter. Each
-- becomes at most one payment, once its account is known. Until then it reserves nothing.

create table sales (
  merchant_id uuid not null references merchants,
  -- 1, 2, 3 … for each merchant, in order of creation.
  sale_number bigint not null,
  -- Random, because the id is part of the public address at which the customer chooses how to pay.
  sale_id uuid not null,
  source text not null check (source in ('invoice', 'link', 'counter')),
  -- The code for the payment. The code changes only together with payment_number, or if a payment of the API takes the
  -- code first.
  payment_code text collate "C" not null,
  -- A key from the form, so that a form submitted twice creates one sale.
  form_key uuid not null,
  link_id uuid,
  payment_amount bigint not null check (payment_amount >= 1),
  customer_name text not null,
  customer_email text,
  customer_phone text,
  -- json, not jsonb: the order of the fields is kept.
  customer_orders json,
  note text,
  -- The deadline: either seconds from the creation of the payment, or a fixed time.
  deadline_seconds integer check (deadline_seconds >= 1),
  deadline_at timestamptz,
  -- Account and payment are set in one statement. A paid follow-up invoice takes the place of an expired payment.
  account_id uuid,
  payment_number bigint,
  -- The team member who created the sale; null if a customer did.
  made_by uuid,
  created_at timestamptz not null,
  -- The time at which the sale was withdrawn. A sale that has a payment is not withdrawn: its payment is cancelled
  -- instead.
  cancelled_at timestamptz,
  -- Whether the customer chose the account, and can choose again until money comes.
  is_chosen_by_customer boolean not null default false,
  primary key (merchant_id, sale_number),
  foreign key (merchant_id, account_id) references accounts,
  constraint sales_have_one_deadline check (num_nonnulls(deadline_seconds, deadline_at) = 1),
  constraint sales_payment_has_its_account check ((account_id is null) = (payment_number is null)),
  constraint sales_choice_has_its_account check (not is_chosen_by_customer or account_id is not null),
  constraint sales_cancelled_has_no_payment check (cancelled_at is null or payment_number is null)
);

-- sale_id comes first, because the public page does not know the merchant.
create unique index sales_id_key on sales (sale_id, merchant_id);
create unique index sales_form_key on sales (merchant_id, form_key);
create unique index sales_code_key on sales (merchant_id, payment_code);
create index sales_of_invoices on sales (merchant_id, payment_number) where source = 'invoice';
create index sales_unchosen on sales (merchant_id, sale_number)
  where source = 'invoice' and payment_number is null;
create unique index sales_payment_key on sales (merchant_id, payment_number) where payment_number is not null;

-- For the counter's list of the day.
create index sales_of_counter on sales (merchant_id, created_at) where source = 'counter';

-- The last number of each series of codes. A series is the merchant's pattern with its date filled in, such as
-- INV-2026-{number}. The numbers of a pattern with a year therefore restart at 1 each year.
create table sale_series (
  merchant_id uuid not null references merchants,
  series text collate "C" not null,
  last_number bigint not null,
  primary key (merchant_id, series)
) with (fillfactor = 50);

-- Emails to the customers of sales, sent or still to be sent. A row is written in the transaction of its event. Its
-- text is composed when it is sent, because the customer might have chosen or paid meanwhile.
create table customer_mails (
  merchant_id uuid not null,
  mail_id uuid not null,
  sale_number bigint not null,
  kind text not null check (kind in ('invoice', 'reminder', 'receipt')),
  language text not null check (language in ('id', 'en')),
  created_at timestamptz not null,
  attempt_count integer not null default 0,
  -- The time of the next attempt; null once the email was sent or given up.
  next_attempt_at timestamptz,
  sent_at timestamptz,
  -- The reason why the last attempt failed.
  error_code text,
  -- The holder of the token can attempt. When the lease has expired, another sender can take it over.
  lease_token uuid,
  lease_until timestamptz,
  primary key (merchant_id, mail_id),
  foreign key (merchant_id, sale_number) references sales,
  constraint customer_mails_sent_waits_no_more check (sent_at is null or next_attempt_at is null)
);

-- A sale owes one receipt. Its invoice is sent again only if the previous sending was given up.
create unique index customer_mails_once on customer_mails (merchant_id, sale_number, kind)
  where kind = 'receipt' or (kind = 'invoice' and (next_attempt_at is not null or sent_at is not null));
create index customer_mails_of_sale on customer_mails (merchant_id, sale_number, created_at);
-- For the limit on a merchant's emails in a day.
create index customer_mails_of_day on customer_mails (merchant_id, created_at);
create index customer_mails_created_at on customer_mails (created_at);
create index customer_mails_next_attempt on customer_mails (next_attempt_at)
  where next_attempt_at is not null;
create index customer_mails_lease on customer_mails (merchant_id, lease_until)
  where lease_until is not null;

-- The items of the counter, in the order of the page: an array of {name, price}. A sale copies name and price.
create table counter_catalogues (
  merchant_id uuid primary key references merchants,
  -- json, not jsonb: the order of the fields is kept.
  items json not null,
  constraint counter_catalogues_are_small check (json_array_length(items) <= 60)
);
