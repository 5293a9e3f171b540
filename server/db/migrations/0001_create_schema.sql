-- The tenants, their keys and their counters. Every key of every table below begins with merchant_id, so that the rows of
-- one merchant stay together and no query crosses from one merchant to another by mistake.

create table merchants (
  merchant_id uuid primary key,
  merchant_name text not null,
  -- Those of the first owner who is in the team: see people, and mirror_first_owner.
  email text not null,
  password_hash text,
  -- Where webhooks go when a payment names no address of its own.
  webhook_url text,
  -- payment.paid is always sent; these events only when the merchant switches them on.
  sends_expired_events boolean not null default false,
  sends_cancelled_events boolean not null default false,
  created_at timestamptz not null,
  sends_device_events boolean not null default false,
  refuse_offline_accounts boolean not null default false,
  -- How the checkout page looks. The values are checked here too, because both reach a customer's browser.
  logo_url text check (logo_url ~* '^https://' and length(logo_url) <= 2048),
  accent_color text check (accent_color ~ '^#[0-9a-f]{6}$'),
  -- An operator may see every merchant and grant day quota.
  is_operator boolean not null default false,
  -- What other merchants pay for a day of quota, in whole rupiah. They pay this merchant, on this gateway.
  quota_price bigint check (quota_price between 1 and 1000000000),
  -- How a customer reaches the seller. They are shown on the payment page and on the receipt.
  contact_address text check (length(contact_address) <= 255),
  contact_phone text check (length(contact_phone) <= 50),
  contact_email text check (length(contact_email) <= 255),
  shop_url text check (shop_url ~* '^https://' and length(shop_url) <= 2048),
  -- How the codes of sales are written: {number}, and if wanted {year}, {month} and {day}.
  sale_code_pattern text not null default 'INV-{year}-{number}'
    check (sale_code_pattern like '%{number}%' and length(sale_code_pattern) <= 64),
  -- payment.part_received, payment.underpaid, payment.overpaid and payment.refunded.
  sends_difference_events boolean not null default false,
  -- Whether customers of sales get a receipt by e-mail, where they gave an address and the operator has set up e-mail.
  sends_receipts boolean not null default true,
  -- The merchant whose test mode this is. What test keys make belongs to a merchant of its own, so whatever keeps two
  -- merchants apart keeps tests from real money: numbers, codes, totals, transfers, counts. It has no people.
  test_of uuid references merchants,
  constraint merchants_only_operators_sell check (quota_price is null or is_operator),
  constraint merchants_test_mode_is_plain check (
    test_of is null
    or (test_of <> merchant_id and password_hash is null and not is_operator)
  )
);

create unique index merchants_email_key on merchants (lower(email));
create unique index merchants_test_of_key on merchants (test_of) where test_of is not null;
create index merchants_refusing_offline on merchants (merchant_id) where refuse_offline_accounts;
-- Only one merchant of a gateway sells quota.
create unique index merchants_one_sells_quota on merchants ((true)) where quota_price is not null;

create table api_keys (
  merchant_id uuid not null references merchants,
  key_id uuid not null,
  -- SHA-256 of the key. That is enough for 190 random bits, and a lookup by it compares no secret.
  key_hash bytea not null,
  key_prefix text not null,
  created_at timestamptz not null,
  revoked_at timestamptz,
  label text,
  last_used_at timestamptz,
  primary key (merchant_id, key_id)
);

create unique index api_keys_key_hash_key on api_keys (key_hash);

create table webhook_secrets (
  merchant_id uuid not null references merchants,
  secret_id uuid not null,
  sealed_secret bytea not null,
  created_at timestamptz not null,
  -- Until then a rotated secret signs beside its successor.
  expires_at timestamptz,
  primary key (merchant_id, secret_id)
);

-- How many payments a merchant has. Its row is also the lock that makes creates of one merchant take turns: see
-- create_payments.
create table payment_counters (
  merchant_id uuid primary key references merchants,
  payment_count bigint not null default 0,
  -- How many of them are in archives and no longer in the database: see removed_payments.
  removed_count bigint not null default 0
) with (fillfactor = 50);

-- The same for mutations: see record_transfers.
create table mutation_counters (
  merchant_id uuid primary key references merchants,
  mutation_count bigint not null default 0,
  removed_count bigint not null default 0
) with (fillfactor = 50);

-- What each merchant's server asked of /gateway/, and what it was answered: without bodies, keys and queries. Entries of
-- many requests are written at once and deleted by the hourly job, so a foreign key would cost more than it protects:
-- merchants are never deleted.
create table api_requests (
  merchant_id uuid not null,
  -- A UUIDv7, so that the entries of a merchant are in the order of time.
  entry_id uuid not null,
  requested_at timestamptz not null,
  -- As the answer's X-Request-Id says it. A client may send its own.
  request_id text not null,
  method text not null,
  path text not null,
  http_status smallint not null,
  error_code text,
  duration_ms integer not null,
  -- How many requests of this merchant, answered before this one by the same process, are not in the log.
  left_out integer not null,
  primary key (merchant_id, entry_id)
);

-- How people get into the dashboard: who they are, sessions, what slows guessing down, the second factor, and who did what.

-- The people of a merchant's team. Whoever opened the account is its first owner, and has the merchant's id: what version
-- 0.1.0 stored for the merchant alone is theirs. Rows are never deleted, because the audit log names people.
create table people (
  merchant_id uuid not null references merchants,
  person_id uuid not null,
  person_name text not null,
  -- Signs in with it. Nobody else who is in a team of this gateway has it.
  email text not null,
  -- null: cannot sign in.
  password_hash text,
  role text not null check (role in ('owner', 'finance', 'cashier', 'developer', 'viewer')),
  created_at timestamptz not null,
  left_at timestamptz,
  primary key (merchant_id, person_id),
  constraint people_who_left_have_no_password check (left_at is null or password_hash is null)
);

create unique index people_email_key on people (lower(email)) where left_at is null;

-- Who is asked into a team. The link in the e-mail works once and for days; the row goes when it is used, withdrawn, or its
-- owner is an owner no more.
create table invitations (
  merchant_id uuid not null references merchants,
  invitation_id uuid not null,
  email text not null,
  role text not null check (role in ('owner', 'finance', 'cashier', 'developer', 'viewer')),
  -- SHA-256 of the link's 190 random bits.
  token_hash bytea not null,
  inviter_id uuid not null,
  invited_at timestamptz not null,
  primary key (merchant_id, invitation_id),
  foreign key (merchant_id, inviter_id) references people
);

create unique index invitations_email_key on invitations (merchant_id, lower(email));
create unique index invitations_token_key on invitations (token_hash);

-- The authenticator apps of people who have switched two-factor authentication on.
create table authenticators (
  merchant_id uuid not null,
  person_id uuid not null,
  sealed_secret bytea not null,
  enabled_at timestamptz not null,
  -- The 30-second step of the last code that was used up. Neither that code nor an older one works again.
  last_step bigint,
  -- The times of the wrong codes of the last 15 minutes that came with the merchant's API key.
  failed_at timestamptz[] not null default '{}',
  primary key (merchant_id, person_id),
  foreign key (merchant_id, person_id) references people
);

-- A secret that waits for its first code. Until then the one in authenticators is valid.
create table authenticator_offers (
  merchant_id uuid not null,
  person_id uuid not null,
  sealed_secret bytea not null,
  offered_at timestamptz not null,
  primary key (merchant_id, person_id),
  foreign key (merchant_id, person_id) references people
);

-- Version 0.1.0 knows one authenticator app of a merchant. Triggers keep it equal to the first owner's, because its
-- processes may still run while an upgrade goes on.
create table totp_enrolments (
  merchant_id uuid primary key references merchants,
  sealed_secret bytea not null,
  enabled_at timestamptz not null,
  last_step bigint,
  failed_at timestamptz[] not null default '{}'
);

-- Only version 0.1.0 writes it.
create table totp_offers (
  merchant_id uuid primary key references merchants,
  sealed_secret bytea not null,
  offered_at timestamptz not null
);

create table recovery_codes (
  merchant_id uuid not null references merchants,
  code_hash bytea not null,
  used_at timestamptz,
  -- Filled in for version 0.1.0, as in sessions.
  person_id uuid,
  primary key (merchant_id, code_hash),
  foreign key (merchant_id, person_id) references people
);

create table sessions (
  merchant_id uuid not null references merchants,
  session_id uuid not null,
  -- SHA-256 of the cookie's 256 random bits.
  token_hash bytea not null,
  client_address text not null,
  user_agent text,
  created_at timestamptz not null,
  -- Written at most once a minute.
  last_used_at timestamptz not null,
  -- Until this time a one-time code has shown that the person at the browser is the merchant.
  confirmed_until timestamptz,
  -- A trigger fills it in for version 0.1.0, whose processes may still run while an upgrade goes on.
  person_id uuid,
  primary key (merchant_id, session_id),
  foreign key (merchant_id, person_id) references people
) with (fillfactor = 70);

create unique index sessions_token_hash_key on sessions (token_hash);

-- Guesses, counted before they are looked at, by e-mail address and by client address. Known and unknown e-mail addresses
-- are treated alike and stored as a hash, so that the table tells nobody who was guessed at and no text makes a row long.
create table sign_in_attempts (
  subject bytea primary key,
  window_started_at timestamptz not null,
  attempt_count integer not null,
  window_seconds integer not null default 900,
  -- The last attempt that was let through.
  attempted_at timestamptz not null default now()
) with (fillfactor = 70);

create index sign_in_attempts_window on sign_in_attempts (window_started_at);

-- Browsers in which a person has signed in, told by a cookie that outlives the session. Their attempts are counted apart,
-- so that a stranger's guesses do not keep the person out (OWASP, "Slow down online guessing attacks with device cookies").
create table known_browsers (
  merchant_id uuid not null references merchants,
  -- SHA-256 of the cookie's 256 random bits.
  token_hash bytea not null,
  signed_in_at timestamptz not null,
  -- Filled in for version 0.1.0, as in sessions.
  person_id uuid,
  primary key (merchant_id, token_hash),
  foreign key (merchant_id, person_id) references people
);

-- Refused attempts to sign in, kept until a job has written them to the merchant's audit log. They are kept for unknown
-- e-mail addresses too, so that a refusal takes as long whether there is such an account or not.
create table refused_sign_ins (
  -- SHA-256 of the e-mail address, the network and the reason.
  subject bytea primary key,
  -- null: no account has that e-mail address.
  merchant_id uuid,
  reason text not null check (reason in ('wrong', 'code_missing')),
  client_address text not null,
  user_agent text,
  refused_count integer not null,
  reported_count integer not null default 0,
  first_refused_at timestamptz not null,
  last_refused_at timestamptz not null,
  person_id uuid
);

-- The link that was sent by e-mail to reset a lost password: one for each person, valid once and for minutes.
create table password_links (
  merchant_id uuid not null,
  person_id uuid not null,
  token_hash bytea not null,
  requested_at timestamptz not null,
  primary key (merchant_id, person_id),
  foreign key (merchant_id, person_id) references people
);

create unique index password_links_token_key on password_links (token_hash);

-- Only version 0.1.0 writes it.
create table password_resets (
  merchant_id uuid primary key references merchants,
  token_hash bytea not null,
  requested_at timestamptz not null
);

create unique index password_resets_token_key on password_resets (token_hash);

-- Who did what, and from where. An entry is written in the transaction of the change, so that neither exists without
-- the other.
create table audit_entries (
  merchant_id uuid not null references merchants,
  -- A UUID of version 7, so that entries are in order of time.
  entry_id uuid not null,
  created_at timestamptz not null,
  actor text not null check (actor in ('merchant', 'operator', 'operator_cli', 'stranger')),
  session_id uuid,
  client_address text,
  user_agent text,
  action text not null,
  -- The id of the changed record, or null when it is the merchant itself.
  object_id text,
  details json,
  -- Who of the team. null: nobody of it, or an entry of version 0.1.0, which knew one person.
  person_id uuid,
  primary key (merchant_id, entry_id),
  constraint audit_entries_people_have_sessions
    check ((actor = 'operator_cli') = (client_address is null))
);

create index audit_entries_created_at on audit_entries (created_at);
-- The refunds of a payment that were withdrawn, which stand nowhere else. There are few.
create index audit_entries_withdrawn_refunds on audit_entries (merchant_id, (details ->> 'payment_code'))
  where action = 'refund.withdrawn';

-- The banks and wallets that accounts can belong to, their apps and how a customer pays through each.

create table apps (
  app_id uuid primary key,
  app_name text not null,
  app_package text not null
);

create unique index apps_package_key on apps (lower(app_package));

create table channels (
  channel_id uuid primary key,
  channel_code text not null unique,
  channel_name text not null,
  channel_type text not null check (channel_type in ('TRANSFER', 'QRIS')),
  -- The app whose notifications are expected unless the account names another.
  default_app_id uuid references apps,
  -- An array of {step, title, content} (specification 2.4), in Indonesian.
  channel_instructions json not null,
  check ((channel_type = 'QRIS') = (default_app_id is null))
);

insert into apps (app_id, app_name, app_package) values
  ('4c961f81-54e9-5673-b303-52f92e7d3498', 'BCA mobile', 'com.bca'),
  ('02586346-1d5b-5c5a-a43a-d60b48962238', 'myBCA', 'com.bca.mybca.omni.android'),
  ('479e7e57-42af-5ca0-b91d-fa78b0e2553d', 'BRImo', 'id.co.bri.brimo'),
  ('f5262398-84bd-58ca-a562-52c87a7f80b9', 'BNI Mobile Banking', 'src.com.bni'),
  ('c1679855-2bef-5a30-939f-d9ec175e9d88', 'wondr by BNI', 'id.bni.wondr'),
  ('140b1c36-8c63-589b-a4cf-1eb72e813918', 'Livin'' by Mandiri', 'id.bmri.livin'),
  ('a218c6b2-388c-5609-8492-c1f4b61e51f3', 'BYOND by BSI', 'co.id.bankbsi.superapp'),
  ('f00c0786-9dde-5122-ad5d-38e2dcebef9b', 'BSI Mobile', 'com.bsm.activity2'),
  ('6db62f15-a50e-53c3-88f4-bea88c242430', 'OCTO Mobile', 'id.co.cimbniaga.mobile.android'),
  ('acb122ee-7668-5f31-85d6-360139ba2f6d', 'PermataMobile X', 'net.myinfosys.PermataMobileX'),
  ('90b40424-d896-5051-bd15-1899e4520642', 'Jenius', 'com.btpn.dc'),
  ('500c8210-2bcf-5cf4-a971-6feec429aa74', 'SeaBank', 'id.co.bankbkemobile.digitalbank'),
  ('287e0dc7-921d-5483-b047-dc73591f1564', 'Jago', 'com.jago.digitalBanking'),
  ('65904d4b-48de-5712-b5b1-6fe32c107daa', 'Superbank', 'id.co.bankfama.android'),
  ('7f63295c-6e91-5ed4-8e4e-eda13ea1ddbd', 'blu by BCA Digital', 'com.bcadigital.blu'),
  ('2d1cd869-80cc-5427-80e4-9eff2b9d7f28', 'DANA', 'id.dana'),
  ('a9e6eafe-93c9-5845-a664-001f63d10b40', 'GoPay', 'com.gojek.gopay'),
  ('861dd3e6-1f13-50a1-b92f-bd8cc9035c25', 'OVO', 'ovo.id'),
  ('93a381a4-81e6-52a9-942a-7997f95945e8', 'LinkAja', 'com.telkom.mwallet'),
  ('b54497aa-d33b-5d47-bf59-9f701f310a6e', 'ShopeePay', 'com.shopeepay.id'),
  ('3b8f8237-5bbe-593e-b146-46059fa0691e', 'GoPay Merchant', 'com.gojek.gopaymerchant'),
  ('c6cf7b0f-61c9-54e6-9512-b5faafe147f2', 'GoFood Merchant', 'com.gojek.resto'),
  ('3da1a5f4-ddf1-5a0a-9b52-ec2ebf932de1', 'Shopee Partner', 'com.shopeepay.merchant.id'),
  ('adeb8c35-1457-571c-9522-f7a1589ddba2', 'Merchant BCA', 'com.bca.msb'),
  ('f62453e5-f492-5320-ab71-a2571fc95900', 'BRImerchant', 'id.co.bri.merchant'),
  ('77ec68a4-8fce-5d75-b8dd-dc5888bc5d25', 'Livin'' Merchant', 'id.bmri.livinmerchant'),
  ('fccd2a1d-ef1d-55c8-b354-f1f7419b6874', 'BNI Merchant', 'id.co.bni.merchant'),
  ('1a421dce-1152-5830-af87-7ac1892ebc78', 'InterActive QRIS', 'com.interactive.qrisid');

insert into channels
  (channel_id, channel_code, channel_name, channel_type, default_app_id, channel_instructions)
values
  ('5479355a-9dad-5a11-9103-a29ee9ccb26b', 'BCA', 'BCA', 'TRANSFER', '4c961f81-54e9-5673-b303-52f92e7d3498',
   '[{"step": 1, "title": "Buka aplikasi bank", "content": "Buka mobile banking, internet banking atau ATM dan pilih menu transfer."}, {"step": 2, "title": "Isi rekening tujuan", "content": "Pilih bank BCA, masukkan nomor rekening tujuan dan periksa nama pemiliknya."}, {"step": 3, "title": "Isi jumlah persis", "content": "Masukkan total persis sampai tiga angka terakhir. Jangan dibulatkan dan jangan dikurangi biaya."}, {"step": 4, "title": "Transfer", "content": "Pilih BI-FAST atau transfer online, konfirmasi dan masukkan PIN. Halaman ini berubah otomatis setelah pembayaran diterima."}]'),
  ('747c142b-ed01-585d-8e53-2c15322415c9', 'BRI', 'BRI', 'TRANSFER', '479e7e57-42af-5ca0-b91d-fa78b0e2553d',
   '[{"step": 1, "title": "Buka aplikasi bank", "content": "Buka mobile banking, internet banking atau ATM dan pilih menu transfer."}, {"step": 2, "title": "Isi rekening tujuan", "content": "Pilih bank BRI, masukkan nomor rekening tujuan dan periksa nama pemiliknya."}, {"step": 3, "title": "Isi jumlah persis", "content": "Masukkan total persis sampai tiga angka terakhir. Jangan dibulatkan dan jangan dikurangi biaya."}, {"step": 4, "title": "Transfer", "content": "Pilih BI-FAST atau transfer online, konfirmasi dan masukkan PIN. Halaman ini berubah otomatis setelah pembayaran diterima."}]'),
  ('85b73fb0-8d17-5bfa-8e85-40923bf94efb', 'BNI', 'BNI', 'TRANSFER', 'c1679855-2bef-5a30-939f-d9ec175e9d88',
   '[{"step": 1, "title": "Buka aplikasi bank", "content": "Buka mobile banking, internet banking atau ATM dan pilih menu transfer."}, {"step": 2, "title": "Isi rekening tujuan", "content": "Pilih bank BNI, masukkan nomor rekening tujuan dan periksa nama pemiliknya."}, {"step": 3, "title": "Isi jumlah persis", "content": "Masukkan total persis sampai tiga angka terakhir. Jangan dibulatkan dan jangan dikurangi biaya."}, {"step": 4, "title": "Transfer", "content": "Pilih BI-FAST atau transfer online, konfirmasi dan masukkan PIN. Halaman ini berubah otomatis setelah pembayaran diterima."}]'),
  ('a70c6064-5fb4-5a29-ad8d-09e8d010e4aa', 'MANDIRI', 'Mandiri', 'TRANSFER', '140b1c36-8c63-589b-a4cf-1eb72e813918',
   '[{"step": 1, "title": "Buka aplikasi bank", "content": "Buka mobile banking, internet banking atau ATM dan pilih menu transfer."}, {"step": 2, "title": "Isi rekening tujuan", "content": "Pilih bank Mandiri, masukkan nomor rekening tujuan dan periksa nama pemiliknya."}, {"step": 3, "title": "Isi jumlah persis", "content": "Masukkan total persis sampai tiga angka terakhir. Jangan dibulatkan dan jangan dikurangi biaya."}, {"step": 4, "title": "Transfer", "content": "Pilih BI-FAST atau transfer online, konfirmasi dan masukkan PIN. Halaman ini berubah otomatis setelah pembayaran diterima."}]'),
  ('e7724010-f731-54d8-b806-07da3b283461', 'BSI', 'BSI', 'TRANSFER', 'a218c6b2-388c-5609-8492-c1f4b61e51f3',
   '[{"step": 1, "title": "Buka aplikasi bank", "content": "Buka mobile banking, internet banking atau ATM dan pilih menu transfer."}, {"step": 2, "title": "Isi rekening tujuan", "content": "Pilih bank BSI, masukkan nomor rekening tujuan dan periksa nama pemiliknya."}, {"step": 3, "title": "Isi jumlah persis", "content": "Masukkan total persis sampai tiga angka terakhir. Jangan dibulatkan dan jangan dikurangi biaya."}, {"step": 4, "title": "Transfer", "content": "Pilih BI-FAST atau transfer online, konfirmasi dan masukkan PIN. Halaman ini berubah otomatis setelah pembayaran diterima."}]'),
  ('e2554907-780b-5c9e-987f-c45332e84506', 'CIMB', 'CIMB Niaga', 'TRANSFER', '6db62f15-a50e-53c3-88f4-bea88c242430',
   '[{"step": 1, "title": "Buka aplikasi bank", "content": "Buka mobile banking, internet banking atau ATM dan pilih menu transfer."}, {"step": 2, "title": "Isi rekening tujuan", "content": "Pilih bank CIMB Niaga, masukkan nomor rekening tujuan dan periksa nama pemiliknya."}, {"step": 3, "title": "Isi jumlah persis", "content": "Masukkan total persis sampai tiga angka terakhir. Jangan dibulatkan dan jangan dikurangi biaya."}, {"step": 4, "title": "Transfer", "content": "Pilih BI-FAST atau transfer online, konfirmasi dan masukkan PIN. Halaman ini berubah otomatis setelah pembayaran diterima."}]'),
  ('867b08b6-55ea-5b92-937a-5cdbe6d8117d', 'PERMATA', 'Permata', 'TRANSFER', 'acb122ee-7668-5f31-85d6-360139ba2f6d',
   '[{"step": 1, "title": "Buka aplikasi bank", "content": "Buka mobile banking, internet banking atau ATM dan pilih menu transfer."}, {"step": 2, "title": "Isi rekening tujuan", "content": "Pilih bank Permata, masukkan nomor rekening tujuan dan periksa nama pemiliknya."}, {"step": 3, "title": "Isi jumlah persis", "content": "Masukkan total persis sampai tiga angka terakhir. Jangan dibulatkan dan jangan dikurangi biaya."}, {"step": 4, "title": "Transfer", "content": "Pilih BI-FAST atau transfer online, konfirmasi dan masukkan PIN. Halaman ini berubah otomatis setelah pembayaran diterima."}]'),
  ('fe8d0ea1-5f38-5257-ade9-dade750cab12', 'JENIUS', 'Jenius', 'TRANSFER', '90b40424-d896-5051-bd15-1899e4520642',
   '[{"step": 1, "title": "Buka aplikasi bank", "content": "Buka mobile banking, internet banking atau ATM dan pilih menu transfer."}, {"step": 2, "title": "Isi rekening tujuan", "content": "Pilih bank Jenius, masukkan nomor rekening tujuan dan periksa nama pemiliknya."}, {"step": 3, "title": "Isi jumlah persis", "content": "Masukkan total persis sampai tiga angka terakhir. Jangan dibulatkan dan jangan dikurangi biaya."}, {"step": 4, "title": "Transfer", "content": "Pilih BI-FAST atau transfer online, konfirmasi dan masukkan PIN. Halaman ini berubah otomatis setelah pembayaran diterima."}]'),
  ('aa08bfa7-8005-5da9-a475-1288b50beca4', 'SEABANK', 'SeaBank', 'TRANSFER', '500c8210-2bcf-5cf4-a971-6feec429aa74',
   '[{"step": 1, "title": "Buka aplikasi bank", "content": "Buka mobile banking, internet banking atau ATM dan pilih menu transfer."}, {"step": 2, "title": "Isi rekening tujuan", "content": "Pilih bank SeaBank, masukkan nomor rekening tujuan dan periksa nama pemiliknya."}, {"step": 3, "title": "Isi jumlah persis", "content": "Masukkan total persis sampai tiga angka terakhir. Jangan dibulatkan dan jangan dikurangi biaya."}, {"step": 4, "title": "Transfer", "content": "Pilih BI-FAST atau transfer online, konfirmasi dan masukkan PIN. Halaman ini berubah otomatis setelah pembayaran diterima."}]'),
  ('d96a75a6-a5d9-5556-9e09-2592b2f3c5f2', 'JAGO', 'Bank Jago', 'TRANSFER', '287e0dc7-921d-5483-b047-dc73591f1564',
   '[{"step": 1, "title": "Buka aplikasi bank", "content": "Buka mobile banking, internet banking atau ATM dan pilih menu transfer."}, {"step": 2, "title": "Isi rekening tujuan", "content": "Pilih bank Bank Jago, masukkan nomor rekening tujuan dan periksa nama pemiliknya."}, {"step": 3, "title": "Isi jumlah persis", "content": "Masukkan total persis sampai tiga angka terakhir. Jangan dibulatkan dan jangan dikurangi biaya."}, {"step": 4, "title": "Transfer", "content": "Pilih BI-FAST atau transfer online, konfirmasi dan masukkan PIN. Halaman ini berubah otomatis setelah pembayaran diterima."}]'),
  ('afaab53f-a73b-561d-bff1-21ad9b1c7ad7', 'SUPERBANK', 'Superbank', 'TRANSFER', '65904d4b-48de-5712-b5b1-6fe32c107daa',
   '[{"step": 1, "title": "Buka aplikasi bank", "content": "Buka mobile banking, internet banking atau ATM dan pilih menu transfer."}, {"step": 2, "title": "Isi rekening tujuan", "content": "Pilih bank Superbank, masukkan nomor rekening tujuan dan periksa nama pemiliknya."}, {"step": 3, "title": "Isi jumlah persis", "content": "Masukkan total persis sampai tiga angka terakhir. Jangan dibulatkan dan jangan dikurangi biaya."}, {"step": 4, "title": "Transfer", "content": "Pilih BI-FAST atau transfer online, konfirmasi dan masukkan PIN. Halaman ini berubah otomatis setelah pembayaran diterima."}]'),
  ('2458713a-ba7f-56b9-b57c-cd1cbf10f9a4', 'BLU', 'blu by BCA Digital', 'TRANSFER', '7f63295c-6e91-5ed4-8e4e-eda13ea1ddbd',
   '[{"step": 1, "title": "Buka aplikasi bank", "content": "Buka mobile banking, internet banking atau ATM dan pilih menu transfer."}, {"step": 2, "title": "Isi rekening tujuan", "content": "Pilih bank blu by BCA Digital, masukkan nomor rekening tujuan dan periksa nama pemiliknya."}, {"step": 3, "title": "Isi jumlah persis", "content": "Masukkan total persis sampai tiga angka terakhir. Jangan dibulatkan dan jangan dikurangi biaya."}, {"step": 4, "title": "Transfer", "content": "Pilih BI-FAST atau transfer online, konfirmasi dan masukkan PIN. Halaman ini berubah otomatis setelah pembayaran diterima."}]'),
  ('0ba7139a-6e1c-5fa9-bea7-d64ef9aab485', 'DANA', 'DANA', 'TRANSFER', '2d1cd869-80cc-5427-80e4-9eff2b9d7f28',
   '[{"step": 1, "title": "Buka aplikasi", "content": "Buka DANA atau aplikasi bank Anda dan pilih menu kirim uang."}, {"step": 2, "title": "Isi nomor tujuan", "content": "Masukkan nomor DANA tujuan dan periksa nama pemiliknya."}, {"step": 3, "title": "Isi jumlah persis", "content": "Masukkan total persis sampai tiga angka terakhir. Jangan dibulatkan."}, {"step": 4, "title": "Kirim", "content": "Konfirmasi dan masukkan PIN. Halaman ini berubah otomatis setelah pembayaran diterima."}]'),
  ('f1c0a1aa-3312-5189-8f5f-71fae9e9935e', 'GOPAY', 'GoPay', 'TRANSFER', 'a9e6eafe-93c9-5845-a664-001f63d10b40',
   '[{"step": 1, "title": "Buka aplikasi", "content": "Buka GoPay atau aplikasi bank Anda dan pilih menu kirim uang."}, {"step": 2, "title": "Isi nomor tujuan", "content": "Masukkan nomor GoPay tujuan dan periksa nama pemiliknya."}, {"step": 3, "title": "Isi jumlah persis", "content": "Masukkan total persis sampai tiga angka terakhir. Jangan dibulatkan."}, {"step": 4, "title": "Kirim", "content": "Konfirmasi dan masukkan PIN. Halaman ini berubah otomatis setelah pembayaran diterima."}]'),
  ('0ed5dfe4-e1e1-5329-9f91-22280dca773e', 'OVO', 'OVO', 'TRANSFER', '861dd3e6-1f13-50a1-b92f-bd8cc9035c25',
   '[{"step": 1, "title": "Buka aplikasi", "content": "Buka OVO atau aplikasi bank Anda dan pilih menu kirim uang."}, {"step": 2, "title": "Isi nomor tujuan", "content": "Masukkan nomor OVO tujuan dan periksa nama pemiliknya."}, {"step": 3, "title": "Isi jumlah persis", "content": "Masukkan total persis sampai tiga angka terakhir. Jangan dibulatkan."}, {"step": 4, "title": "Kirim", "content": "Konfirmasi dan masukkan PIN. Halaman ini berubah otomatis setelah pembayaran diterima."}]'),
  ('36c31ad7-a605-56a9-8ed3-b58fd960a574', 'LINKAJA', 'LinkAja', 'TRANSFER', '93a381a4-81e6-52a9-942a-7997f95945e8',
   '[{"step": 1, "title": "Buka aplikasi", "content": "Buka LinkAja atau aplikasi bank Anda dan pilih menu kirim uang."}, {"step": 2, "title": "Isi nomor tujuan", "content": "Masukkan nomor LinkAja tujuan dan periksa nama pemiliknya."}, {"step": 3, "title": "Isi jumlah persis", "content": "Masukkan total persis sampai tiga angka terakhir. Jangan dibulatkan."}, {"step": 4, "title": "Kirim", "content": "Konfirmasi dan masukkan PIN. Halaman ini berubah otomatis setelah pembayaran diterima."}]'),
  ('c20ce7ed-6b5e-58d9-bb87-6a745739b5b1', 'SHOPEEPAY', 'ShopeePay', 'TRANSFER', 'b54497aa-d33b-5d47-bf59-9f701f310a6e',
   '[{"step": 1, "title": "Buka aplikasi", "content": "Buka ShopeePay atau aplikasi bank Anda dan pilih menu kirim uang."}, {"step": 2, "title": "Isi nomor tujuan", "content": "Masukkan nomor ShopeePay tujuan dan periksa nama pemiliknya."}, {"step": 3, "title": "Isi jumlah persis", "content": "Masukkan total persis sampai tiga angka terakhir. Jangan dibulatkan."}, {"step": 4, "title": "Kirim", "content": "Konfirmasi dan masukkan PIN. Halaman ini berubah otomatis setelah pembayaran diterima."}]'),
  ('e240c24d-11cc-569e-92a8-1ddf6cd56642', 'QRIS', 'QRIS', 'QRIS', null,
   '[{"step": 1, "title": "Buka aplikasi pembayaran", "content": "Buka aplikasi mobile banking atau dompet digital yang mendukung QRIS."}, {"step": 2, "title": "Pindai kode QR", "content": "Pilih menu QRIS lalu pindai kode, atau unggah gambarnya dari galeri."}, {"step": 3, "title": "Periksa jumlahnya", "content": "Pastikan nama merchant benar dan jumlahnya persis sama dengan total, sampai tiga angka terakhir."}, {"step": 4, "title": "Bayar", "content": "Konfirmasi dan masukkan PIN. Halaman ini berubah otomatis setelah pembayaran diterima."}]');

-- The phones that report bank notifications, and their health.

create table devices (
  merchant_id uuid not null references merchants,
  device_id uuid not null,
  installation_id text not null,
  device_name text not null,
  model text,
  app_version text,
  token_hash bytea not null,
  device_status text not null check (device_status in ('PENDING', 'ACTIVE', 'REVOKED')),
  battery integer,
  queue_length integer,
  created_at timestamptz not null,
  approved_at timestamptz,
  last_seen_at timestamptz,
  -- When the phone last hid the text of a watched app (Android 15 and later), so that its merchant can be told.
  hidden_text_at timestamptz,
  last_heartbeat_at timestamptz,
  last_notification_at timestamptz,
  listener_error text,
  listener_error_since timestamptz,
  battery_low_since timestamptz,
  -- Since when the phone's queue has had notifications and has not become shorter.
  queue_growing_since timestamptz,
  -- The highest number of a report since the device was registered, and the lower numbers that never came.
  last_sequence bigint,
  missing_sequences int8multirange not null default '{}',
  -- When the newest of them was found missing.
  sequence_gap_at timestamptz,
  -- When it was decided that the device is offline; null until then, and again once it is heard.
  offline_since timestamptz,
  -- A simulated phone watches no account: a trial must not switch off the refusal of invoices whose payment nobody
  -- would see.
  is_simulated boolean not null default false,
  primary key (merchant_id, device_id),
  constraint devices_listener_error_has_beginning
    check ((listener_error is null) = (listener_error_since is null)),
  constraint devices_sequence_gap_has_time
    check (isempty(missing_sequences) = (sequence_gap_at is null)),
  constraint devices_only_heard_are_offline
    check (offline_since is null or last_seen_at is not null)
  -- A heartbeat changes no indexed column: with room left on the page it writes no index.
) with (fillfactor = 50);

create unique index devices_installation_key on devices (merchant_id, installation_id);
create unique index devices_token_hash_key on devices (token_hash);

-- A new registration of an approved phone waits beside the old one, so that a person with an API key and the
-- installation id cannot end the phone.
create table waiting_registrations (
  merchant_id uuid not null,
  device_id uuid not null,
  token_hash bytea not null,
  -- The fields that the device gets when the registration is approved.
  device_name text not null,
  model text,
  app_version text,
  primary key (merchant_id, device_id),
  foreign key (merchant_id, device_id) references devices on delete cascade
);

create unique index waiting_registrations_token_hash_key on waiting_registrations (token_hash);

-- A token with which a phone may register instead of with the merchant's API key: once, within minutes.
create table pairing_offers (
  token_hash bytea primary key,
  merchant_id uuid not null references merchants,
  offered_at timestamptz not null,
  -- The installation that has used it. The same one may repeat a registration whose answer was lost.
  installation_id text
);

create index pairing_offers_offered_at on pairing_offers (offered_at);

-- A device's silence counts only while a server was there to hear it: a stopped server, or a database that was away,
-- says nothing about a phone.
create table device_watch (
  -- Makes sure that there is only one row.
  is_only boolean primary key default true check (is_only),
  listening_since timestamptz not null,
  listened_at timestamptz not null check (listened_at >= listening_since)
);

-- Receiving accounts, the pools in which their pending totals must differ, and the day quota.

-- Accounts whose transfers arrive as the same kind of notification on the same phone: one transfer there must name
-- exactly one payment. device_id is null for accounts that are bound to no device.
create table matching_pools (
  merchant_id uuid not null references merchants,
  pool_id uuid not null,
  -- Lower case, because sources write the banks' package names differently.
  package_name text not null check (package_name = lower(package_name)),
  device_id uuid,
  primary key (merchant_id, pool_id),
  foreign key (merchant_id, device_id) references devices,
  constraint matching_pools_meaning_key
    unique nulls not distinct (merchant_id, package_name, device_id)
);

create table accounts (
  merchant_id uuid not null references merchants,
  account_id uuid not null,
  channel_id uuid not null references channels,
  app_id uuid references apps,
  app_package text not null,
  pool_id uuid not null,
  account_number text,
  account_name text,
  account_min_amount bigint not null check (account_min_amount >= 1),
  account_max_amount bigint,
  account_active boolean not null default true,
  account_quota integer not null check (account_quota >= 0),
  -- The last local day that was paid for. Creates on it take nothing more, and neither do creates on an earlier day, in
  -- case the clock or the zone was set back.
  quota_day date,
  -- QRIS only. The static code is sealed: it must never leave the service.
  sealed_qris bytea,
  qris_id text,
  qris_name text,
  qris_city text,
  created_at timestamptz not null,
  -- The number with which the account was created, as bare_number writes it. For QRIS it is the code's NMID, or
  -- otherwise name and city. null if an account with that number had been created before.
  first_number text,
  -- Why the account began without free days, where they are given.
  no_free_days text check (no_free_days in ('known_number', 'one_account')),
  -- Made to play with, under a number that is nobody's. It is a real one as soon as it gets another number.
  is_example boolean not null default false,
  -- In a merchant's test mode: the account that this one stands for. It has the same bank and bounds, under a number
  -- that is nobody's.
  stands_for uuid,
  constraint accounts_standing_in_are_nobodys
    check (stands_for is null or (account_number = '0000000000' and sealed_qris is null)),
  primary key (merchant_id, account_id),
  foreign key (merchant_id, pool_id) references matching_pools,
  check (account_max_amount >= account_min_amount)
);

-- When two merchants add one number at once, one of them is the first.
create unique index accounts_first_number_key on accounts (channel_id, first_number);
create unique index accounts_stands_for_key on accounts (merchant_id, stands_for) where stands_for is not null;

-- The merchant's own steps after a channel's built-in ones, as an array of {title, content}.
create table instruction_additions (
  merchant_id uuid not null references merchants,
  channel_id uuid not null references channels,
  steps json not null,
  primary key (merchant_id, channel_id)
);

-- One row for each unit of quota that was taken; the key makes a second unit for the same day impossible.
create table quota_days (
  merchant_id uuid not null,
  account_id uuid not null,
  day date not null,
  primary key (merchant_id, account_id, day),
  foreign key (merchant_id, account_id) references accounts
);

-- Days that were added to an account's quota, by an operator or by an order that was paid.
create table quota_grants (
  merchant_id uuid not null,
  grant_id uuid not null,
  account_id uuid not null,
  days integer not null check (days >= 1),
  granted_at timestamptz not null,
  -- The order that was paid; null when an operator gave the days.
  order_id uuid,
  primary key (merchant_id, grant_id),
  foreign key (merchant_id, account_id) references accounts
);

create index quota_grants_of_account on quota_grants (merchant_id, account_id, granted_at);
-- An order is credited once.
create unique index quota_grants_order_key on quota_grants (merchant_id, order_id) where order_id is not null;

-- A merchant's order of days, paid with an invoice of the merchant who sells them.
create table quota_orders (
  merchant_id uuid not null,
  order_id uuid not null,
  account_id uuid not null,
  days integer not null check (days >= 1),
  seller_id uuid not null references merchants,
  payment_code text collate "C" not null,
  ordered_at timestamptz not null,
  credited_at timestamptz,
  primary key (merchant_id, order_id),
  foreign key (merchant_id, account_id) references accounts
);

create unique index quota_orders_payment_key on quota_orders (seller_id, payment_code);
create index quota_orders_open on quota_orders (merchant_id) where credited_at is null;

-- Invoices. The rules of the specification's section 3.1 that concern one row are checked here.

create table payments (
  merchant_id uuid not null,
  -- 1, 2, 3 … for each merchant, without gaps, in order of creation: a page of the list is a range of numbers.
  payment_number bigint not null,
  payment_id uuid not null,
  -- Compared byte for byte: codes that differ in case or normal form differ.
  payment_code text collate "C" not null,
  account_id uuid not null,
  pool_id uuid not null,
  payment_amount bigint not null check (payment_amount >= 1),
  payment_unique integer not null check (payment_unique between 1 and 999),
  payment_total bigint not null,
  payment_status text not null default 'PENDING'
    check (payment_status in ('PENDING', 'PAID', 'EXPIRED', 'CANCELLED')),
  payment_expired_at timestamptz not null,
  created_at timestamptz not null,
  payment_updated_at timestamptz not null,
  -- When the total became free for other payments.
  released_at timestamptz,
  payment_webhook_url text,
  payment_return_url text,
  customer_name text not null,
  customer_email text,
  customer_phone text,
  -- json, not jsonb: the order of the fields is kept.
  customer_orders json,
  is_manual_match boolean not null default false,
  matched_mutation_id uuid,
  primary key (merchant_id, payment_number),
  foreign key (merchant_id, account_id) references accounts,
  constraint payments_total_is_exact
    check (payment_total = payment_amount + payment_unique and payment_total <= 9007199254740991),
  constraint payments_final_status_releases_total
    check ((payment_status = 'PENDING') = (released_at is null)),
  constraint payments_only_paid_is_matched
    check (payment_status = 'PAID' or (matched_mutation_id is null and not is_manual_match))
);

create unique index payments_code_key on payments (merchant_id, payment_code);

-- payment_id comes first, because the public checkout page does not know the merchant.
create unique index payments_id_key on payments (payment_id, merchant_id);

-- This index makes a transfer name exactly one payment.
create unique index payments_pending_total_key on payments (merchant_id, pool_id, payment_total)
  where payment_status = 'PENDING';

-- When a total was last released, for the quarantine.
create index payments_released_total on payments (merchant_id, pool_id, payment_total, released_at)
  where released_at is not null;

-- For the expiry job. "released_at is null" means PENDING in other words, on purpose: with the same words the planner
-- would read this whole index to find the pending total of a young table without statistics.
create index payments_deadline on payments (payment_expired_at)
  where released_at is null;

-- Ended payments of an account in one state, newest first. A payment enters it when it ends, so a create pays nothing
-- for it. Pending payments are few, and have payments_pending_total_key.
create index payments_ended on payments (merchant_id, account_id, payment_status, payment_number)
  where released_at is not null;

-- One create as create_payments takes it.
create type payment_request as (
  merchant_id uuid,
  payment_id uuid,
  payment_code text,
  account_id uuid,
  payment_amount bigint,
  payment_expired_at timestamptz,
  payment_webhook_url text,
  payment_return_url text,
  customer_name text,
  customer_email text,
  customer_phone text,
  customer_orders json,
  seed bigint
);

-- Counts how payments ended: a row for each ended payment, until a job adds it to its day. A counter in the paying
-- statement would make all payments of a merchant's day wait for one row.
create table ended_payments (
  merchant_id uuid not null,
  ended_at timestamptz not null,
  payment_status text not null,
  payment_total bigint not null,
  is_manual_match boolean not null,
  -- For a PAID payment: the seconds from its creation to its payment.
  waited_seconds double precision,
  -- null only in a row of version 0.1.0, until it is counted again.
  account_id uuid,
  -- The transfer that paid it: a simulated phone's is not counted as money.
  mutation_id uuid
);

-- One row for each account and local day on which payments ended. The zone is the one that was set when they were added.
-- paid_count, paid_total and manual_count have no part of what simulated phones paid.
create table payment_days (
  merchant_id uuid not null references merchants,
  day date not null,
  paid_count bigint not null default 0,
  paid_total bigint not null default 0,
  manual_count bigint not null default 0,
  expired_count bigint not null default 0,
  cancelled_count bigint not null default 0,
  -- null only in a row of version 0.1.0, until it is counted again.
  account_id uuid,
  simulated_count bigint not null default 0,
  simulated_total bigint not null default 0,
  foreign key (merchant_id, account_id) references accounts,
  constraint payment_days_key unique nulls not distinct (merchant_id, day, account_id)
) with (fillfactor = 50);

-- How long customers took, in classes of seconds. Each class is a quarter octave, 19 per cent wider than the one
-- before.
create table payment_day_waits (
  merchant_id uuid not null references merchants,
  day date not null,
  wait_class smallint not null,
  payment_count bigint not null,
  -- null only in a row of version 0.1.0, until it is counted again.
  account_id uuid,
  foreign key (merchant_id, account_id) references accounts,
  constraint payment_day_waits_key unique nulls not distinct (merchant_id, day, account_id, wait_class)
) with (fillfactor = 50);

-- What stays of a payment that is in an archive and no longer in the database: its code is never free again. The account and
-- the time tell that its day was paid for.
create table removed_payments (
  merchant_id uuid not null,
  payment_code text collate "C" not null,
  payment_number bigint not null,
  account_id uuid not null,
  created_at timestamptz not null,
  primary key (merchant_id, payment_code),
  foreign key (merchant_id, account_id) references accounts
);

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
      'second_payment', 'paid_by_hand', 'before_invoice', 'no_such_total'
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
  -- What a person decided about a transfer that ended no payment. tied: its money is booked for one, as a payment_receipt.
  -- not_ours: it is for no payment. refunded: it was paid back, as a refund tells. null: nobody has decided.
  decision text check (decision in ('tied', 'not_ours', 'refunded')),
  decided_at timestamptz,
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
  -- Whatever matches transfers: one about which a person has decided pays nothing until it is opened again.
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

-- What people of the merchant wrote about a transfer, and who looks after it.
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
  -- When a person said that it tells of no transfer. No rule may read it as one.
  refused_at timestamptz,
  primary key (merchant_id, device_id, identity),
  foreign key (merchant_id, device_id) references devices
);

create index unread_notifications_received_at on unread_notifications (received_at);
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

-- The money of a payment wherever it is not simply one transfer of exactly its total: parts, too little, too much, a second
-- transfer, a refund. Nothing here changes the payment, whose states are final. A payment without a row has nothing to
-- tell: if it is PAID, exactly its total was received and kept.

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

-- Webhooks that have to be sent, and every attempt to deliver them. A delivery is written by the statement that changes
-- the payment or the device, so that neither can be lost without the other.

create table webhook_deliveries (
  merchant_id uuid not null,
  -- The webhook-id header: the same on every attempt.
  delivery_id text not null,
  payment_number bigint,
  event_type text not null,
  url text not null,
  -- Written once, before the first attempt, and sent byte for byte on every attempt. It is text, because jsonb reorders
  -- keys.
  body text,
  delivery_status text not null default 'PENDING'
    check (delivery_status in ('PENDING', 'RETRYING', 'SUCCESS', 'FAILED')),
  attempt_count integer not null default 0,
  -- Attempts of the schedule, without attempts by hand.
  scheduled_count integer not null default 0,
  created_at timestamptz not null,
  next_attempt_at timestamptz,
  -- The holder of the token may attempt. When the lease has expired, another sender can take it over.
  lease_token uuid,
  lease_until timestamptz,
  device_id uuid,
  -- How many old attempts were deleted from webhook_attempts.
  forgotten_attempt_count integer not null default 0,
  -- The payment whose ledger has changed, for an event that tells of that. It is apart from payment_number, because a
  -- payment ends once and its ledger changes often. No foreign key checks it, which every delivery would pay for: the
  -- trigger of the ledger writes it.
  ledger_payment_number bigint,
  primary key (merchant_id, delivery_id),
  foreign key (merchant_id, payment_number) references payments,
  foreign key (merchant_id, device_id) references devices,
  constraint webhook_deliveries_event_key unique (merchant_id, payment_number, event_type),
  constraint webhook_deliveries_open_has_next_attempt
    check ((delivery_status in ('PENDING', 'RETRYING')) = (next_attempt_at is not null)),
  -- An event is about a payment's end, its ledger or a device. webhook.test is about none of them: a merchant sends it
  -- by hand to try an address.
  constraint webhook_deliveries_event_names_its_subject check (
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
  )
);

-- By merchant first, so that one merchant's backlog never delays another's due deliveries.
create index webhook_deliveries_due on webhook_deliveries (merchant_id, next_attempt_at)
  where next_attempt_at is not null;

-- When a sleeping sender must look again: at the next retry, or when a dead sender's lease expires.
create index webhook_deliveries_next_attempt on webhook_deliveries (next_attempt_at)
  where next_attempt_at is not null;
create index webhook_deliveries_lease on webhook_deliveries (lease_until)
  where lease_until is not null;

create index webhook_deliveries_of_devices on webhook_deliveries (merchant_id, created_at)
  where device_id is not null;

create index webhook_deliveries_of_ledgers on webhook_deliveries (merchant_id, ledger_payment_number)
  where ledger_payment_number is not null;
create index webhook_deliveries_of_differences on webhook_deliveries (merchant_id, created_at)
  where ledger_payment_number is not null;

-- Pages of the log, of one status or of all, with one probe for each status.
create index webhook_deliveries_log
  on webhook_deliveries (merchant_id, delivery_status, created_at, delivery_id);

create table webhook_attempts (
  merchant_id uuid not null,
  delivery_id text not null,
  attempt_number integer not null,
  is_manual boolean not null,
  started_at timestamptz not null,
  duration_ms integer not null,
  http_status integer,
  error_code text,
  -- The first bytes of the receiver's answer, as text.
  response_head text,
  -- The headers of the answer to an attempt that failed or that somebody asked for, one in each line. Those of all others
  -- would be most of the table, and nobody looks at them.
  response_headers text,
  primary key (merchant_id, delivery_id, attempt_number),
  foreign key (merchant_id, delivery_id) references webhook_deliveries
);

create index webhook_attempts_started_at on webhook_attempts (started_at);

-- What somebody sells without a program of their own: an invoice by hand, a submission of a payment link, an amount at the
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

-- What is, or was, to be sent by e-mail to the customer of a sale. It is written in the transaction of what it is about, and
-- its text is written when it is sent, because the customer may have chosen or paid meanwhile.
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
  -- The holder of the token may attempt. When the lease has expired, another sender can take it over.
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

-- Payment links: a public address from which anybody may buy, again and again. A link reserves nothing until a customer
-- has filled its form and chosen how to pay.

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

-- What the banks' own statements say about receiving accounts, and which mutation each of their rows proves.

-- Imports of one account take turns on its row.
create table statement_accounts (
  merchant_id uuid not null,
  account_id uuid not null,
  primary key (merchant_id, account_id),
  foreign key (merchant_id, account_id) references accounts
);

-- Which column means what in the files of a bank that no built-in layout knows, as the merchant said it last.
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
  -- Whether the newest row comes first in the file.
  is_newest_first boolean not null,
  row_count integer not null check (row_count >= 1),
  -- How many rows no earlier import had.
  new_count integer not null check (new_count between 0 and row_count),
  -- The credits that the bank had not booked yet (PEND), in hundredths of a rupiah. They have no day, so they are no rows.
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
  -- The first 16 bytes of SHA-256 of direction, amount and description: rows with the same ones look the same.
  wording bytea not null,
  -- 1, 2, 3 … for rows of one day that look the same. The key makes a second import of a row impossible.
  twin_number integer not null check (twin_number >= 1),
  row_id uuid not null,
  import_id uuid not null,
  -- Its line in the file, or its row in the spreadsheet.
  file_row integer not null,
  -- Where the file names the time.
  booked_at timestamptz,
  description text not null,
  reference text,
  direction text not null check (direction in ('CREDIT', 'DEBIT')),
  -- Hundredths of a rupiah, because banks pay interest in them.
  amount_sen bigint not null check (amount_sen > 0),
  balance_sen bigint,
  -- For a settlement that names them: what customers had paid, and what the bank kept.
  gross_sen bigint,
  fee_sen bigint,
  -- What the words say that the row is, if no mutation is found for it.
  hint text check (hint in ('fee', 'settlement', 'own_transfer', 'interest', 'refund')),
  -- open: not judged yet. mutation: a mutation tells of the same money. settlement: it pays out what many mutations told of.
  -- missed: no phone told of it. recorded: it was missed, and somebody has recorded it as a mutation. ambiguous: several
  -- mutations or rows fit.
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
-- For reports that come after their money was recorded.
create index statement_rows_recorded on statement_rows (merchant_id, account_id, day)
  where meaning = 'recorded';

-- Which row proves which mutation. A row proves one mutation, or pays out many (is_settlement).
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

-- Mutations of days that a statement covers, which no row of it supports: a forged or misread notification.
create table unsupported_mutations (
  merchant_id uuid not null,
  mutation_number bigint not null,
  account_id uuid not null,
  day date not null,
  -- Whether there are rows of its amount, too few for all mutations that they fit.
  is_one_of_several boolean not null,
  found_at timestamptz not null,
  -- When a person looked at it, who it was (null: not known), and what the person found.
  closed_at timestamptz,
  closed_by uuid,
  verdict text check (verdict in ('genuine', 'forged', 'misread')),
  note text,
  -- When a later statement showed the money after all. An alarm that nobody has looked at is deleted then.
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
-- The oldest open alarms, for the cockpit.
create index unsupported_mutations_found on unsupported_mutations (merchant_id, found_at)
  where closed_at is null;

-- A file on its way from the dashboard. It comes in parts, so that no request is larger or slower than any other, and
-- is deleted by its import.
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

-- What people want to be told of, where, and what they were told. A notice is written by the statement that changes what it
-- is about, so that neither can be lost without the other. One message tells one notice or, when there are many, all of them.

-- How a person is told, on every channel.
create table notice_people (
  merchant_id uuid not null,
  person_id uuid not null,
  language text not null default 'id' check (language in ('id', 'en')),
  -- The hours in which a message waits, in the gateway's time zone; they may span midnight.
  quiet_from time,
  quiet_until time,
  -- What is told in these hours too.
  urgent_events text[] not null default '{device_silent}',
  primary key (merchant_id, person_id),
  foreign key (merchant_id, person_id) references people,
  constraint notice_people_quiet_hours_have_both_ends
    check ((quiet_from is null) = (quiet_until is null) and quiet_from <> quiet_until)
);

-- Which events a person is told of on which channels. The event comes early in the key, because owe_notices asks by it.
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

-- Whether anybody wants to be told of an event at all, before the wishes of one merchant are looked at.
create index notice_wishes_event on notice_wishes (event);

-- Where a person is told: the own e-mail address, one Telegram chat, and a number of browsers.
create table notice_targets (
  merchant_id uuid not null,
  target_id uuid not null,
  person_id uuid not null,
  channel text not null check (channel in ('email', 'telegram', 'push')),
  -- By what the person recognises it, such as the browser; null for the e-mail address, which is the person's.
  target_name text,
  -- The Telegram chat, or the subscription of a browser with its keys. It is gone when a browser has ended its subscription.
  sealed_address bytea,
  -- SHA-256 of the address, so that one browser is not told twice.
  address_hash bytea,
  created_at timestamptz not null,
  -- Nothing is sent to a broken target until the person has mended it.
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

-- What was, or is still to be, sent to one target.
create table notice_messages (
  merchant_id uuid not null,
  -- A UUID of version 7, so that messages are in order of time.
  message_id uuid not null,
  target_id uuid not null,
  -- An event of notice_wishes, or a message that the person asked for.
  event text not null,
  -- A digest tells several.
  notice_count integer not null check (notice_count >= 1),
  -- In the person's language, written once and sent on every attempt.
  title text not null,
  body text not null,
  -- The page of the dashboard to which the message leads.
  page_path text not null,
  message_status text not null default 'PENDING'
    check (message_status in ('PENDING', 'RETRYING', 'SUCCESS', 'FAILED')),
  attempt_count integer not null default 0,
  created_at timestamptz not null,
  next_attempt_at timestamptz,
  -- The holder of the token may attempt. When the lease has expired, another sender can take it over.
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
-- How many of a kind were sent lately, and the log of a target.
create index notice_messages_of_target on notice_messages (merchant_id, target_id, created_at);
create index notice_messages_created_at on notice_messages (created_at);

create table notice_attempts (
  merchant_id uuid not null,
  message_id uuid not null,
  attempt_number integer not null,
  started_at timestamptz not null,
  duration_ms integer not null,
  -- The answer's status where the channel has one.
  http_status integer,
  -- Why it was not taken; null if it was.
  error_code text,
  primary key (merchant_id, message_id, attempt_number),
  foreign key (merchant_id, message_id) references notice_messages on delete cascade
);

create table notices (
  merchant_id uuid not null,
  target_id uuid not null,
  event text not null,
  -- What the event is about, so that nobody is told of it twice on one channel.
  subject text not null,
  -- What the message tells of it.
  facts json not null,
  created_at timestamptz not null,
  -- When it is looked at to be told; null once a message tells it.
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

-- Up to which mutation people have been told of money without an invoice. Only merchants of whom somebody wants that have
-- a row.
create table notice_marks (
  merchant_id uuid primary key references merchants,
  mutation_number bigint not null
);

-- What a person sends to the gateway's Telegram bot, so that the bot knows the person's chat: once, within minutes.
create table telegram_offers (
  merchant_id uuid not null,
  person_id uuid not null,
  code_hash bytea not null,
  offered_at timestamptz not null,
  primary key (merchant_id, person_id),
  foreign key (merchant_id, person_id) references notice_people on delete cascade
);

create unique index telegram_offers_code_key on telegram_offers (code_hash);

-- The bot gives each update to one reader only. The holder of the lease reads, and offset_id is what it has read.
create table telegram_reader (
  -- Makes sure that there is only one row.
  is_only boolean primary key default true check (is_only),
  offset_id bigint not null,
  lease_until timestamptz
);

-- The key with which the gateway signs what it sends to a merchant's browsers (RFC 8292). A subscription is bound to it.
create table push_keys (
  merchant_id uuid primary key references merchants,
  public_key text not null,
  sealed_private_key bytea not null,
  created_at timestamptz not null
);
