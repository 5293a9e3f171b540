-- The contents of a migrated database, from PostgreSQL's catalogue. `npm run generate` writes this file, and a test
-- compares it with a database. The reasons are in schema/ and functions/.

create type judged_transfer as (
  transfer reported_transfer,
  mutation_number bigint,
  pool_id uuid,
  may_pay boolean,
  window_ends_at timestamp with time zone,
  payment_number bigint
);

create type payment_claim as (
  merchant_id uuid,
  payment_number bigint,
  mutation_id uuid,
  is_manual boolean,
  window_ends_at timestamp with time zone
);

create type payment_request as (
  merchant_id uuid,
  payment_id uuid,
  payment_code text,
  account_id uuid,
  payment_amount bigint,
  payment_expired_at timestamp with time zone,
  payment_webhook_url text,
  payment_return_url text,
  customer_name text,
  customer_email text,
  customer_phone text,
  customer_orders json,
  seed bigint,
  metadata json
);

create type refund_request as (
  refund_id uuid,
  amount bigint,
  refunded_at timestamp with time zone,
  recipient text,
  reason text,
  made_by uuid,
  form_key uuid
);

create type reported_transfer as (
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
  posted_at timestamp with time zone,
  amount_parsed bigint,
  sender_parsed text,
  type_parsed text,
  currency_parsed text,
  rule text,
  wording bytea,
  account_id uuid
);

create table accounts (
  account_active boolean not null default true,
  account_id uuid not null,
  account_max_amount bigint,
  account_min_amount bigint not null,
  account_name text,
  account_number text,
  account_quota integer not null,
  app_id uuid,
  app_package text not null,
  channel_id uuid not null,
  created_at timestamp with time zone not null,
  first_number text,
  is_example boolean not null default false,
  merchant_id uuid not null,
  no_free_days text,
  pool_id uuid not null,
  qris_city text,
  qris_id text,
  qris_name text,
  quota_day date,
  sealed_qris bytea,
  stands_for uuid
);

alter table accounts add constraint accounts_account_min_amount_check CHECK ((account_min_amount >= 1));

alter table accounts add constraint accounts_account_quota_check CHECK ((account_quota >= 0));

alter table accounts add constraint accounts_app_id_fkey FOREIGN KEY (app_id) REFERENCES apps(app_id);

alter table accounts add constraint accounts_channel_id_fkey FOREIGN KEY (channel_id) REFERENCES channels(channel_id);

alter table accounts add constraint accounts_check CHECK ((account_max_amount >= account_min_amount));

alter table accounts add constraint accounts_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(merchant_id);

alter table accounts add constraint accounts_merchant_id_pool_id_fkey FOREIGN KEY (merchant_id, pool_id) REFERENCES matching_pools(merchant_id, pool_id);

alter table accounts add constraint accounts_no_free_days_check CHECK ((no_free_days = ANY (ARRAY['known_number'::text, 'one_account'::text])));

alter table accounts add constraint accounts_pkey PRIMARY KEY (merchant_id, account_id);

alter table accounts add constraint accounts_standing_in_are_nobodys CHECK (((stands_for IS NULL) OR ((account_number = '0000000000'::text) AND (sealed_qris IS NULL))));

CREATE UNIQUE INDEX accounts_first_number_key ON public.accounts USING btree (channel_id, first_number);

CREATE UNIQUE INDEX accounts_stands_for_key ON public.accounts USING btree (merchant_id, stands_for) WHERE (stands_for IS NOT NULL);

CREATE TRIGGER accounts_have_a_stand_in AFTER INSERT OR UPDATE OF app_id, app_package, account_min_amount, account_max_amount, account_active ON public.accounts FOR EACH ROW WHEN ((new.stands_for IS NULL)) EXECUTE FUNCTION stand_for_changed_account();

CREATE TRIGGER accounts_owe_notice AFTER UPDATE OF account_quota ON public.accounts FOR EACH ROW WHEN ((new.account_active AND (new.account_quota < old.account_quota))) EXECUTE FUNCTION owe_quota_notice();

CREATE TRIGGER accounts_remember_paid_day BEFORE UPDATE OF account_quota ON public.accounts FOR EACH ROW WHEN (((old.quota_day IS NULL) AND (new.quota_day IS NULL) AND (new.account_quota > 0))) EXECUTE FUNCTION remember_paid_day();

create table api_keys (
  created_at timestamp with time zone not null,
  key_hash bytea not null,
  key_id uuid not null,
  key_prefix text not null,
  label text,
  last_used_at timestamp with time zone,
  merchant_id uuid not null,
  revoked_at timestamp with time zone
);

alter table api_keys add constraint api_keys_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(merchant_id);

alter table api_keys add constraint api_keys_pkey PRIMARY KEY (merchant_id, key_id);

CREATE UNIQUE INDEX api_keys_key_hash_key ON public.api_keys USING btree (key_hash);

CREATE TRIGGER api_keys_at_most_five_active BEFORE INSERT ON public.api_keys FOR EACH ROW EXECUTE FUNCTION refuse_surplus_api_key();

create table api_requests (
  duration_ms integer not null,
  entry_id uuid not null,
  error_code text,
  http_status smallint not null,
  left_out integer not null,
  merchant_id uuid not null,
  method text not null,
  path text not null,
  request_id text not null,
  requested_at timestamp with time zone not null
);

alter table api_requests add constraint api_requests_pkey PRIMARY KEY (merchant_id, entry_id);

create table apps (
  app_id uuid not null,
  app_name text not null,
  app_package text not null
);

alter table apps add constraint apps_pkey PRIMARY KEY (app_id);

CREATE UNIQUE INDEX apps_package_key ON public.apps USING btree (lower(app_package));

create table audit_entries (
  action text not null,
  actor text not null,
  client_address text,
  created_at timestamp with time zone not null,
  details json,
  entry_id uuid not null,
  merchant_id uuid not null,
  object_id text,
  person_id uuid,
  session_id uuid,
  user_agent text
);

alter table audit_entries add constraint audit_entries_actor_check CHECK ((actor = ANY (ARRAY['merchant'::text, 'operator'::text, 'operator_cli'::text, 'stranger'::text])));

alter table audit_entries add constraint audit_entries_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(merchant_id);

alter table audit_entries add constraint audit_entries_people_have_sessions CHECK (((actor = 'operator_cli'::text) = (client_address IS NULL)));

alter table audit_entries add constraint audit_entries_pkey PRIMARY KEY (merchant_id, entry_id);

CREATE INDEX audit_entries_created_at ON public.audit_entries USING btree (created_at);

CREATE INDEX audit_entries_withdrawn_refunds ON public.audit_entries USING btree (merchant_id, ((details ->> 'payment_code'::text))) WHERE (action = 'refund.withdrawn'::text);

CREATE TRIGGER audit_entries_are_kept_for_a_year AFTER DELETE ON public.audit_entries REFERENCING OLD TABLE AS forgotten FOR EACH STATEMENT EXECUTE FUNCTION refuse_forgetting_soon();

CREATE TRIGGER audit_entries_are_only_added BEFORE UPDATE OR TRUNCATE ON public.audit_entries FOR EACH STATEMENT EXECUTE FUNCTION refuse_rewriting_history();

create table authenticator_offers (
  merchant_id uuid not null,
  offered_at timestamp with time zone not null,
  person_id uuid not null,
  sealed_secret bytea not null
);

alter table authenticator_offers add constraint authenticator_offers_merchant_id_person_id_fkey FOREIGN KEY (merchant_id, person_id) REFERENCES people(merchant_id, person_id);

alter table authenticator_offers add constraint authenticator_offers_pkey PRIMARY KEY (merchant_id, person_id);

create table authenticators (
  enabled_at timestamp with time zone not null,
  failed_at timestamp with time zone[] not null default '{}'::timestamp with time zone[],
  last_step bigint,
  merchant_id uuid not null,
  person_id uuid not null,
  sealed_secret bytea not null
);

alter table authenticators add constraint authenticators_merchant_id_person_id_fkey FOREIGN KEY (merchant_id, person_id) REFERENCES people(merchant_id, person_id);

alter table authenticators add constraint authenticators_pkey PRIMARY KEY (merchant_id, person_id);

create table bank_mails (
  amount bigint,
  arrived_at timestamp with time zone not null,
  check_at timestamp with time zone,
  created_at timestamp with time zone not null,
  device_id uuid not null,
  encrypted_mail bytea,
  key_name text,
  key_record text,
  mail_hash bytea not null,
  mail_id uuid not null,
  merchant_id uuid not null,
  mutation_id uuid,
  outcome text not null,
  reason text,
  sender text,
  subject text
);

alter table bank_mails add constraint bank_mails_mail_hash_check CHECK ((length(mail_hash) = 32));

alter table bank_mails add constraint bank_mails_merchant_id_device_id_fkey FOREIGN KEY (merchant_id, device_id) REFERENCES mailboxes(merchant_id, device_id);

alter table bank_mails add constraint bank_mails_others_have_reason CHECK (((outcome = ANY (ARRAY['unread'::text, 'refused'::text])) = (reason IS NOT NULL)));

alter table bank_mails add constraint bank_mails_outcome_check CHECK ((outcome = ANY (ARRAY['recorded'::text, 'unread'::text, 'refused'::text, 'waiting'::text])));

alter table bank_mails add constraint bank_mails_pkey PRIMARY KEY (merchant_id, mail_id);

alter table bank_mails add constraint bank_mails_recorded_are_mutations CHECK (((outcome = 'recorded'::text) = (mutation_id IS NOT NULL)));

alter table bank_mails add constraint bank_mails_waiting_are_checked CHECK (((outcome = 'waiting'::text) = (check_at IS NOT NULL)));

CREATE INDEX bank_mails_check_at ON public.bank_mails USING btree (merchant_id, device_id, check_at) WHERE (check_at IS NOT NULL);

CREATE INDEX bank_mails_created_at ON public.bank_mails USING btree (created_at);

CREATE INDEX bank_mails_device ON public.bank_mails USING btree (merchant_id, device_id, created_at);

CREATE UNIQUE INDEX bank_mails_mail_hash_key ON public.bank_mails USING btree (merchant_id, mail_hash);

create table channels (
  added_by uuid,
  channel_code text not null,
  channel_id uuid not null,
  channel_instructions json not null,
  channel_name text not null,
  channel_type text not null,
  default_app_id uuid,
  number_max smallint,
  number_min smallint,
  own_package text
);

alter table channels add constraint channels_added_by_fkey FOREIGN KEY (added_by) REFERENCES merchants(merchant_id);

alter table channels add constraint channels_channel_code_key UNIQUE (channel_code);

alter table channels add constraint channels_channel_type_check CHECK ((channel_type = ANY (ARRAY['TRANSFER'::text, 'QRIS'::text])));

alter table channels add constraint channels_default_app_id_fkey FOREIGN KEY (default_app_id) REFERENCES apps(app_id);

alter table channels add constraint channels_have_an_app CHECK ((((channel_type = 'QRIS'::text) OR (added_by IS NOT NULL)) = (default_app_id IS NULL)));

alter table channels add constraint channels_of_merchants_are_banks CHECK ((((added_by IS NULL) AND (own_package IS NULL) AND (number_min IS NULL) AND (number_max IS NULL)) OR ((channel_type = 'TRANSFER'::text) AND (own_package IS NOT NULL) AND (own_package = lower(own_package)) AND ((number_min >= 1) AND (number_min <= number_max)))));

alter table channels add constraint channels_pkey PRIMARY KEY (channel_id);

CREATE UNIQUE INDEX channels_own_name_key ON public.channels USING btree (added_by, lower(channel_name)) WHERE (added_by IS NOT NULL);

create table counter_catalogues (
  items json not null,
  merchant_id uuid not null
);

alter table counter_catalogues add constraint counter_catalogues_are_small CHECK ((json_array_length(items) <= 60));

alter table counter_catalogues add constraint counter_catalogues_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(merchant_id);

alter table counter_catalogues add constraint counter_catalogues_pkey PRIMARY KEY (merchant_id);

create table customer_mails (
  attempt_count integer not null default 0,
  created_at timestamp with time zone not null,
  error_code text,
  kind text not null,
  language text not null,
  lease_token uuid,
  lease_until timestamp with time zone,
  mail_id uuid not null,
  merchant_id uuid not null,
  next_attempt_at timestamp with time zone,
  sale_number bigint not null,
  sent_at timestamp with time zone
);

alter table customer_mails add constraint customer_mails_kind_check CHECK ((kind = ANY (ARRAY['invoice'::text, 'reminder'::text, 'receipt'::text])));

alter table customer_mails add constraint customer_mails_language_check CHECK ((language = ANY (ARRAY['id'::text, 'en'::text])));

alter table customer_mails add constraint customer_mails_merchant_id_sale_number_fkey FOREIGN KEY (merchant_id, sale_number) REFERENCES sales(merchant_id, sale_number);

alter table customer_mails add constraint customer_mails_pkey PRIMARY KEY (merchant_id, mail_id);

alter table customer_mails add constraint customer_mails_sent_waits_no_more CHECK (((sent_at IS NULL) OR (next_attempt_at IS NULL)));

CREATE INDEX customer_mails_created_at ON public.customer_mails USING btree (created_at);

CREATE INDEX customer_mails_lease ON public.customer_mails USING btree (merchant_id, lease_until) WHERE (lease_until IS NOT NULL);

CREATE INDEX customer_mails_next_attempt ON public.customer_mails USING btree (next_attempt_at) WHERE (next_attempt_at IS NOT NULL);

CREATE INDEX customer_mails_of_day ON public.customer_mails USING btree (merchant_id, created_at);

CREATE INDEX customer_mails_of_sale ON public.customer_mails USING btree (merchant_id, sale_number, created_at);

CREATE UNIQUE INDEX customer_mails_once ON public.customer_mails USING btree (merchant_id, sale_number, kind) WHERE ((kind = 'receipt'::text) OR ((kind = 'invoice'::text) AND ((next_attempt_at IS NOT NULL) OR (sent_at IS NOT NULL))));

create table device_watch (
  is_only boolean not null default true,
  listened_at timestamp with time zone not null,
  listening_since timestamp with time zone not null
);

alter table device_watch add constraint device_watch_check CHECK ((listened_at >= listening_since));

alter table device_watch add constraint device_watch_is_only_check CHECK (is_only);

alter table device_watch add constraint device_watch_pkey PRIMARY KEY (is_only);

create table devices (
  app_version text,
  approved_at timestamp with time zone,
  battery integer,
  battery_low_since timestamp with time zone,
  created_at timestamp with time zone not null,
  device_id uuid not null,
  device_name text not null,
  device_status text not null,
  heard_again_at timestamp with time zone,
  hidden_text_at timestamp with time zone,
  installation_id text not null,
  is_simulated boolean not null default false,
  last_heartbeat_at timestamp with time zone,
  last_notification_at timestamp with time zone,
  last_seen_at timestamp with time zone,
  last_sequence bigint,
  listener_error text,
  listener_error_since timestamp with time zone,
  merchant_id uuid not null,
  missing_sequences int8multirange not null default '{}'::int8multirange,
  model text,
  offline_since timestamp with time zone,
  queue_damage_told_at timestamp with time zone,
  queue_damaged_at timestamp with time zone,
  queue_growing_since timestamp with time zone,
  queue_length integer,
  refused_at timestamp with time zone,
  refused_because text,
  refused_count integer not null default 0,
  refused_since timestamp with time zone,
  registered tstzmultirange not null default '{(,)}'::tstzmultirange,
  registration_changed_at timestamp with time zone,
  restart_told_at timestamp with time zone,
  restarted_at timestamp with time zone,
  sequence_gap_at timestamp with time zone,
  source_kind text not null default 'phone'::text,
  token_hash bytea not null
) with (fillfactor=50);

alter table devices add constraint devices_device_status_check CHECK ((device_status = ANY (ARRAY['PENDING'::text, 'ACTIVE'::text, 'REVOKED'::text])));

alter table devices add constraint devices_listener_error_has_beginning CHECK (((listener_error IS NULL) = (listener_error_since IS NULL)));

alter table devices add constraint devices_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(merchant_id);

alter table devices add constraint devices_misses_are_told CHECK ((((queue_damaged_at IS NULL) = (queue_damage_told_at IS NULL)) AND ((restarted_at IS NULL) = (restart_told_at IS NULL))));

alter table devices add constraint devices_only_heard_are_offline CHECK (((offline_since IS NULL) OR (last_seen_at IS NOT NULL)));

alter table devices add constraint devices_pkey PRIMARY KEY (merchant_id, device_id);

alter table devices add constraint devices_refusals_are_whole CHECK ((num_nulls(NULLIF(refused_count, 0), refused_since, refused_at, refused_because) = ANY (ARRAY[0, 4])));

alter table devices add constraint devices_refused_because_check CHECK ((refused_because = ANY (ARRAY['unreadable'::text, 'invalid_fields'::text, 'too_large'::text, 'compressed'::text])));

alter table devices add constraint devices_restart_has_end CHECK ((((restarted_at IS NULL) = (heard_again_at IS NULL)) AND (restarted_at <= heard_again_at)));

alter table devices add constraint devices_revoked_is_not_registered CHECK (((device_status <> 'REVOKED'::text) OR (NOT upper_inf(registered)) OR lower_inf(registered)));

alter table devices add constraint devices_sequence_gap_has_time CHECK ((isempty(missing_sequences) = (sequence_gap_at IS NULL)));

alter table devices add constraint devices_source_kind_check CHECK ((source_kind = ANY (ARRAY['phone'::text, 'mailbox'::text, 'statement'::text])));

CREATE INDEX devices_mailboxes ON public.devices USING btree (merchant_id) WHERE (source_kind = 'mailbox'::text);

CREATE UNIQUE INDEX devices_installation_key ON public.devices USING btree (merchant_id, installation_id);

CREATE UNIQUE INDEX devices_token_hash_key ON public.devices USING btree (token_hash);

CREATE TRIGGER devices_count_reports_by_kind AFTER INSERT ON public.devices FOR EACH ROW WHEN ((new.source_kind = 'mailbox'::text)) EXECUTE FUNCTION count_reports_by_kind();

CREATE TRIGGER devices_keep_registrations BEFORE INSERT OR UPDATE OF device_status, token_hash, is_simulated ON public.devices FOR EACH ROW EXECUTE FUNCTION keep_registrations();

CREATE TRIGGER devices_of_test_mode_are_simulated BEFORE INSERT OR UPDATE OF is_simulated, merchant_id ON public.devices FOR EACH ROW WHEN ((NOT new.is_simulated)) EXECUTE FUNCTION refuse_real_phone_of_test_mode();

CREATE TRIGGER devices_owe_notice AFTER UPDATE ON public.devices FOR EACH ROW WHEN (((old.offline_since IS NULL) AND (new.offline_since IS NOT NULL))) EXECUTE FUNCTION owe_device_notice();

CREATE TRIGGER devices_owe_webhook AFTER UPDATE ON public.devices FOR EACH ROW WHEN (((new.source_kind = 'phone'::text) AND ((old.offline_since IS NULL) <> (new.offline_since IS NULL)))) EXECUTE FUNCTION owe_device_webhook();

create table ended_payments (
  account_id uuid not null,
  ended_at timestamp with time zone not null,
  is_manual_match boolean not null,
  merchant_id uuid not null,
  mutation_id uuid,
  payment_status text not null,
  payment_total bigint not null,
  waited_seconds double precision
);

create table former_choices (
  account_id uuid not null,
  merchant_id uuid not null,
  offered_at timestamp with time zone not null,
  payment_number bigint not null,
  payment_total bigint not null,
  pool_id uuid not null,
  released_at timestamp with time zone not null
);

alter table former_choices add constraint former_choices_merchant_id_account_id_fkey FOREIGN KEY (merchant_id, account_id) REFERENCES accounts(merchant_id, account_id);

alter table former_choices add constraint former_choices_pkey PRIMARY KEY (merchant_id, payment_number, released_at);

CREATE INDEX former_choices_of_account ON public.former_choices USING btree (merchant_id, account_id, released_at);

CREATE INDEX former_choices_released_total ON public.former_choices USING btree (merchant_id, pool_id, payment_total, released_at);

create table gateway_settings (
  changed_at timestamp with time zone not null,
  merchant_id uuid not null,
  sealed_value bytea not null,
  setting_name text not null
);

alter table gateway_settings add constraint gateway_settings_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(merchant_id);

alter table gateway_settings add constraint gateway_settings_pkey PRIMARY KEY (setting_name);

alter table gateway_settings add constraint gateway_settings_sealed_value_check CHECK ((octet_length(sealed_value) <= 16384));

alter table gateway_settings add constraint gateway_settings_setting_name_check CHECK ((setting_name ~ '^[a-z_]{1,40}$'::text));

create table instruction_additions (
  channel_id uuid not null,
  merchant_id uuid not null,
  steps json not null
);

alter table instruction_additions add constraint instruction_additions_channel_id_fkey FOREIGN KEY (channel_id) REFERENCES channels(channel_id);

alter table instruction_additions add constraint instruction_additions_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(merchant_id);

alter table instruction_additions add constraint instruction_additions_pkey PRIMARY KEY (merchant_id, channel_id);

create table invitations (
  email text not null,
  invitation_id uuid not null,
  invited_at timestamp with time zone not null,
  inviter_id uuid not null,
  merchant_id uuid not null,
  role text not null,
  token_hash bytea not null
);

alter table invitations add constraint invitations_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(merchant_id);

alter table invitations add constraint invitations_merchant_id_inviter_id_fkey FOREIGN KEY (merchant_id, inviter_id) REFERENCES people(merchant_id, person_id);

alter table invitations add constraint invitations_pkey PRIMARY KEY (merchant_id, invitation_id);

alter table invitations add constraint invitations_role_check CHECK ((role = ANY (ARRAY['owner'::text, 'finance'::text, 'cashier'::text, 'developer'::text, 'viewer'::text, 'accountant'::text])));

CREATE UNIQUE INDEX invitations_email_key ON public.invitations USING btree (merchant_id, lower(email));

CREATE UNIQUE INDEX invitations_token_key ON public.invitations USING btree (token_hash);

create table known_browsers (
  merchant_id uuid not null,
  person_id uuid not null,
  signed_in_at timestamp with time zone not null,
  token_hash bytea not null
);

alter table known_browsers add constraint known_browsers_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(merchant_id);

alter table known_browsers add constraint known_browsers_merchant_id_person_id_fkey FOREIGN KEY (merchant_id, person_id) REFERENCES people(merchant_id, person_id);

alter table known_browsers add constraint known_browsers_pkey PRIMARY KEY (merchant_id, token_hash);

create table link_pictures (
  height integer not null,
  link_id uuid not null,
  media_type text not null,
  merchant_id uuid not null,
  picture bytea not null,
  picture_id uuid not null,
  width integer not null
);

alter table link_pictures add constraint link_pictures_media_type_check CHECK ((media_type = ANY (ARRAY['image/jpeg'::text, 'image/png'::text])));

alter table link_pictures add constraint link_pictures_merchant_id_link_id_fkey FOREIGN KEY (merchant_id, link_id) REFERENCES payment_links(merchant_id, link_id);

alter table link_pictures add constraint link_pictures_picture_check CHECK ((length(picture) <= 131072));

alter table link_pictures add constraint link_pictures_pkey PRIMARY KEY (merchant_id, picture_id);

CREATE UNIQUE INDEX link_pictures_id_key ON public.link_pictures USING btree (picture_id, merchant_id);

CREATE UNIQUE INDEX link_pictures_one_each ON public.link_pictures USING btree (merchant_id, link_id);

create table link_sales (
  client_hash bytea,
  created_at timestamp with time zone not null,
  link_id uuid not null,
  merchant_id uuid not null,
  pieces integer not null,
  sale_number bigint not null
);

alter table link_sales add constraint link_sales_merchant_id_link_id_fkey FOREIGN KEY (merchant_id, link_id) REFERENCES payment_links(merchant_id, link_id);

alter table link_sales add constraint link_sales_merchant_id_sale_number_fkey FOREIGN KEY (merchant_id, sale_number) REFERENCES sales(merchant_id, sale_number);

alter table link_sales add constraint link_sales_pieces_check CHECK ((pieces >= 1));

alter table link_sales add constraint link_sales_pkey PRIMARY KEY (merchant_id, link_id, sale_number);

CREATE INDEX link_sales_of_client ON public.link_sales USING btree (merchant_id, client_hash, created_at) WHERE (client_hash IS NOT NULL);

CREATE INDEX link_sales_of_link ON public.link_sales USING btree (merchant_id, link_id, created_at);

CREATE INDEX link_sales_to_forget ON public.link_sales USING btree (created_at) WHERE (client_hash IS NOT NULL);

create table mail_sign_ins (
  begun_at timestamp with time zone not null,
  merchant_id uuid not null,
  sealed_request bytea not null,
  session_id uuid not null,
  state_hash bytea not null
);

alter table mail_sign_ins add constraint mail_sign_ins_merchant_id_session_id_fkey FOREIGN KEY (merchant_id, session_id) REFERENCES sessions(merchant_id, session_id) ON DELETE CASCADE;

alter table mail_sign_ins add constraint mail_sign_ins_pkey PRIMARY KEY (merchant_id, session_id);

alter table mail_sign_ins add constraint mail_sign_ins_state_hash_check CHECK ((length(state_hash) = 32));

create table mailboxes (
  address text not null,
  confirmation_at timestamp with time zone,
  confirmation_code text,
  confirmation_link text,
  connected_at timestamp with time zone not null,
  device_id uuid not null,
  failure_count integer not null default 0,
  folder text not null default 'INBOX'::text,
  forwarding_name text,
  host text,
  last_uid bigint,
  lease_token uuid,
  lease_until timestamp with time zone,
  login text,
  merchant_id uuid not null,
  next_try_at timestamp with time zone,
  paused_at timestamp with time zone,
  port integer,
  problem text,
  problem_since timestamp with time zone,
  problem_words text,
  provider text,
  read_at timestamp with time zone not null,
  sealed_mail_key bytea not null,
  sealed_password bytea,
  uid_validity bigint
);

alter table mailboxes add constraint mailboxes_failure_count_check CHECK ((failure_count >= 0));

alter table mailboxes add constraint mailboxes_have_one_form CHECK ((((host IS NULL) = (login IS NULL)) AND ((host IS NULL) = (port IS NULL)) AND ((host IS NULL) = (uid_validity IS NULL)) AND ((host IS NULL) = (last_uid IS NULL)) AND ((host IS NULL) OR (forwarding_name IS NULL)) AND ((host IS NOT NULL) OR (sealed_password IS NULL))));

alter table mailboxes add constraint mailboxes_last_uid_check CHECK ((last_uid >= 0));

alter table mailboxes add constraint mailboxes_lease_is_whole CHECK (((lease_token IS NULL) = (lease_until IS NULL)));

alter table mailboxes add constraint mailboxes_merchant_id_device_id_fkey FOREIGN KEY (merchant_id, device_id) REFERENCES devices(merchant_id, device_id);

alter table mailboxes add constraint mailboxes_pkey PRIMARY KEY (merchant_id, device_id);

alter table mailboxes add constraint mailboxes_port_check CHECK (((port >= 1) AND (port <= 65535)));

alter table mailboxes add constraint mailboxes_problem_has_beginning CHECK (((problem IS NULL) = (problem_since IS NULL)));

alter table mailboxes add constraint mailboxes_provider_check CHECK ((provider = ANY (ARRAY['google'::text, 'microsoft'::text])));

alter table mailboxes add constraint mailboxes_waiting_are_connected CHECK (((next_try_at IS NULL) OR (sealed_password IS NOT NULL) OR (forwarding_name IS NOT NULL)));

CREATE INDEX mailboxes_next_try_at ON public.mailboxes USING btree (next_try_at) WHERE (next_try_at IS NOT NULL);

CREATE UNIQUE INDEX mailboxes_address_key ON public.mailboxes USING btree (merchant_id, address) WHERE (sealed_password IS NOT NULL);

CREATE UNIQUE INDEX mailboxes_forwarded_address_key ON public.mailboxes USING btree (merchant_id, address) WHERE (forwarding_name IS NOT NULL);

CREATE UNIQUE INDEX mailboxes_forwarding_name_key ON public.mailboxes USING btree (forwarding_name);

create table matching_pools (
  device_id uuid,
  merchant_id uuid not null,
  package_name text not null,
  pool_id uuid not null
);

alter table matching_pools add constraint matching_pools_meaning_key UNIQUE NULLS NOT DISTINCT (merchant_id, package_name, device_id);

alter table matching_pools add constraint matching_pools_merchant_id_device_id_fkey FOREIGN KEY (merchant_id, device_id) REFERENCES devices(merchant_id, device_id);

alter table matching_pools add constraint matching_pools_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(merchant_id);

alter table matching_pools add constraint matching_pools_package_name_check CHECK ((package_name = lower(package_name)));

alter table matching_pools add constraint matching_pools_pkey PRIMARY KEY (merchant_id, pool_id);

create table merchant_apps (
  app_name text,
  first_seen_at timestamp with time zone not null,
  is_bank boolean,
  last_seen_at timestamp with time zone not null,
  merchant_id uuid not null,
  package_name text collate "C" not null,
  seen_count integer not null
);

alter table merchant_apps add constraint merchant_apps_check CHECK (((is_bank IS NOT TRUE) OR (app_name IS NOT NULL)));

alter table merchant_apps add constraint merchant_apps_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(merchant_id);

alter table merchant_apps add constraint merchant_apps_package_name_check CHECK ((package_name = lower(package_name)));

alter table merchant_apps add constraint merchant_apps_pkey PRIMARY KEY (merchant_id, package_name);

alter table merchant_apps add constraint merchant_apps_seen_count_check CHECK ((seen_count >= 0));

create table merchants (
  accent_color text,
  asks_for_rest boolean not null default true,
  contact_address text,
  contact_email text,
  contact_phone text,
  created_at timestamp with time zone not null,
  email text not null,
  guide_ended_at timestamp with time zone,
  has_signed_up boolean not null default false,
  is_operator boolean not null default false,
  logo_url text,
  merchant_id uuid not null,
  merchant_name text not null,
  password_hash text,
  quota_price bigint,
  refuse_offline_accounts boolean not null default false,
  sale_code_pattern text not null default 'INV-{year}-{number}'::text,
  sends_cancelled_events boolean not null default false,
  sends_device_events boolean not null default false,
  sends_difference_events boolean not null default false,
  sends_expired_events boolean not null default false,
  sends_receipts boolean not null default true,
  shop_saved_at timestamp with time zone,
  shop_url text,
  test_of uuid,
  webhook_url text
);

alter table merchants add constraint merchants_accent_color_check CHECK ((accent_color ~ '^#[0-9a-f]{6}$'::text));

alter table merchants add constraint merchants_contact_address_check CHECK ((length(contact_address) <= 255));

alter table merchants add constraint merchants_contact_email_check CHECK ((length(contact_email) <= 255));

alter table merchants add constraint merchants_contact_phone_check CHECK ((length(contact_phone) <= 50));

alter table merchants add constraint merchants_logo_url_check CHECK ((((logo_url ~* '^https://'::text) AND (length(logo_url) <= 2048)) OR ((logo_url ~ '^data:image/(jpeg|png);base64,'::text) AND (length(logo_url) <= 16384))));

alter table merchants add constraint merchants_only_operators_sell CHECK (((quota_price IS NULL) OR is_operator));

alter table merchants add constraint merchants_pkey PRIMARY KEY (merchant_id);

alter table merchants add constraint merchants_quota_price_check CHECK (((quota_price >= 1) AND (quota_price <= 1000000000)));

alter table merchants add constraint merchants_sale_code_pattern_check CHECK (((sale_code_pattern ~~ '%{number}%'::text) AND (length(sale_code_pattern) <= 64)));

alter table merchants add constraint merchants_shop_url_check CHECK (((shop_url ~* '^https://'::text) AND (length(shop_url) <= 2048)));

alter table merchants add constraint merchants_test_mode_is_plain CHECK (((test_of IS NULL) OR ((test_of <> merchant_id) AND (password_hash IS NULL) AND (NOT is_operator))));

alter table merchants add constraint merchants_test_of_fkey FOREIGN KEY (test_of) REFERENCES merchants(merchant_id);

CREATE INDEX merchants_refusing_offline ON public.merchants USING btree (merchant_id) WHERE refuse_offline_accounts;

CREATE INDEX merchants_strangers ON public.merchants USING btree (merchant_id) WHERE (has_signed_up AND (NOT is_operator));

CREATE UNIQUE INDEX merchants_email_key ON public.merchants USING btree (lower(email));

CREATE UNIQUE INDEX merchants_one_sells_quota ON public.merchants USING btree ((true)) WHERE (quota_price IS NOT NULL);

CREATE UNIQUE INDEX merchants_test_of_key ON public.merchants USING btree (test_of) WHERE (test_of IS NOT NULL);

CREATE TRIGGER merchants_begin_with_an_owner AFTER INSERT ON public.merchants FOR EACH ROW WHEN ((new.test_of IS NULL)) EXECUTE FUNCTION open_first_owner();

CREATE TRIGGER merchants_mirror_test_mode AFTER UPDATE OF merchant_name, logo_url, accent_color, contact_address, contact_phone, contact_email, shop_url, sends_expired_events, sends_cancelled_events, sends_difference_events ON public.merchants FOR EACH ROW WHEN ((new.test_of IS NULL)) EXECUTE FUNCTION mirror_test_mode();

create table mutation_counters (
  merchant_id uuid not null,
  mutation_count bigint not null default 0,
  removed_count bigint not null default 0
) with (fillfactor=50);

alter table mutation_counters add constraint mutation_counters_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(merchant_id);

alter table mutation_counters add constraint mutation_counters_pkey PRIMARY KEY (merchant_id);

create table mutation_notes (
  assigned_to uuid,
  changed_at timestamp with time zone not null,
  merchant_id uuid not null,
  mutation_number bigint not null,
  note text
);

alter table mutation_notes add constraint mutation_notes_merchant_id_assigned_to_fkey FOREIGN KEY (merchant_id, assigned_to) REFERENCES people(merchant_id, person_id);

alter table mutation_notes add constraint mutation_notes_merchant_id_mutation_number_fkey FOREIGN KEY (merchant_id, mutation_number) REFERENCES mutations(merchant_id, mutation_number);

alter table mutation_notes add constraint mutation_notes_note_check CHECK (((length(note) >= 1) AND (length(note) <= 1000)));

alter table mutation_notes add constraint mutation_notes_pkey PRIMARY KEY (merchant_id, mutation_number);

create table mutations (
  amount_parsed bigint not null,
  announced_by_number bigint,
  app_name text,
  app_version text,
  body text,
  candidate_payment_number bigint,
  created_at timestamp with time zone not null,
  currency_parsed text,
  decided_at timestamp with time zone,
  decision text,
  device_id uuid not null,
  identity bytea not null,
  judged_at timestamp with time zone not null,
  match_reason text not null,
  matched_payment_number bigint,
  merchant_id uuid not null,
  mutation_id uuid not null,
  mutation_number bigint not null,
  package_name text not null,
  pool_id uuid,
  posted_at timestamp with time zone not null,
  rule text not null,
  sender_parsed text,
  separated_from_number bigint,
  title text,
  type_parsed text not null,
  window_ends_at timestamp with time zone not null,
  wording bytea
);

alter table mutations add constraint mutations_amount_parsed_check CHECK (((amount_parsed >= 0) AND (amount_parsed <= '9007199254740991'::bigint)));

alter table mutations add constraint mutations_decided_pays_nothing CHECK (((decision IS NULL) OR ((matched_payment_number IS NULL) AND (type_parsed = 'CREDIT'::text))));

alter table mutations add constraint mutations_decision_check CHECK ((decision = ANY (ARRAY['tied'::text, 'not_ours'::text, 'refunded'::text])));

alter table mutations add constraint mutations_decision_has_time CHECK (((decision IS NULL) = (decided_at IS NULL)));

alter table mutations add constraint mutations_match_reason_check CHECK ((match_reason = ANY (ARRAY['matched'::text, 'matched_by_hand'::text, 'debit'::text, 'foreign_currency'::text, 'no_account'::text, 'announced_twice'::text, 'late_payment'::text, 'second_payment'::text, 'paid_by_hand'::text, 'former_choice'::text, 'before_invoice'::text, 'no_such_total'::text, 'before_registration'::text, 'while_unregistered'::text])));

alter table mutations add constraint mutations_merchant_id_announced_by_number_fkey FOREIGN KEY (merchant_id, announced_by_number) REFERENCES mutations(merchant_id, mutation_number);

alter table mutations add constraint mutations_merchant_id_candidate_payment_number_fkey FOREIGN KEY (merchant_id, candidate_payment_number) REFERENCES payments(merchant_id, payment_number);

alter table mutations add constraint mutations_merchant_id_device_id_fkey FOREIGN KEY (merchant_id, device_id) REFERENCES devices(merchant_id, device_id);

alter table mutations add constraint mutations_merchant_id_matched_payment_number_fkey FOREIGN KEY (merchant_id, matched_payment_number) REFERENCES payments(merchant_id, payment_number);

alter table mutations add constraint mutations_only_credit_is_matched CHECK (((matched_payment_number IS NULL) OR (type_parsed = 'CREDIT'::text)));

alter table mutations add constraint mutations_pkey PRIMARY KEY (merchant_id, mutation_number);

alter table mutations add constraint mutations_reason_names_announcement CHECK (((match_reason = 'announced_twice'::text) = (announced_by_number IS NOT NULL)));

alter table mutations add constraint mutations_reason_names_payment CHECK (((match_reason = ANY (ARRAY['late_payment'::text, 'second_payment'::text, 'paid_by_hand'::text, 'former_choice'::text, 'before_invoice'::text])) = (candidate_payment_number IS NOT NULL)));

alter table mutations add constraint mutations_reason_tells_match CHECK (((match_reason = ANY (ARRAY['matched'::text, 'matched_by_hand'::text])) = (matched_payment_number IS NOT NULL)));

alter table mutations add constraint mutations_type_parsed_check CHECK ((type_parsed = ANY (ARRAY['CREDIT'::text, 'DEBIT'::text])));

CREATE INDEX mutations_announced_by ON public.mutations USING btree (merchant_id, announced_by_number) WHERE (announced_by_number IS NOT NULL);

CREATE INDEX mutations_candidate ON public.mutations USING btree (merchant_id, candidate_payment_number) WHERE (candidate_payment_number IS NOT NULL);

CREATE INDEX mutations_changed ON public.mutations USING btree (merchant_id, judged_at, mutation_number) WHERE (judged_at > created_at);

CREATE INDEX mutations_decided ON public.mutations USING btree (merchant_id, mutation_number) WHERE (decision IS NOT NULL);

CREATE INDEX mutations_open ON public.mutations USING btree (merchant_id, mutation_number) WHERE ((matched_payment_number IS NULL) AND (decision IS NULL) AND (type_parsed = 'CREDIT'::text) AND (match_reason <> 'announced_twice'::text));

CREATE INDEX mutations_reason ON public.mutations USING btree (merchant_id, match_reason, mutation_number) WHERE (match_reason <> 'matched'::text);

CREATE INDEX mutations_taught ON public.mutations USING btree (merchant_id, rule, created_at) WHERE (rule ~~ 'taught.%'::text);

CREATE INDEX mutations_unmatched ON public.mutations USING btree (merchant_id, mutation_number) WHERE (matched_payment_number IS NULL);

CREATE INDEX mutations_waiting ON public.mutations USING btree (created_at) WHERE ((COALESCE(matched_payment_number, (0)::bigint) = 0) AND (type_parsed = 'CREDIT'::text));

CREATE INDEX mutations_wording ON public.mutations USING btree (merchant_id, wording, posted_at) WHERE (wording IS NOT NULL);

CREATE UNIQUE INDEX mutations_id_key ON public.mutations USING btree (merchant_id, mutation_id);

CREATE UNIQUE INDEX mutations_identity_key ON public.mutations USING btree (merchant_id, device_id, identity);

CREATE UNIQUE INDEX mutations_matched_payment_key ON public.mutations USING btree (merchant_id, matched_payment_number) WHERE (matched_payment_number IS NOT NULL);

create table notice_attempts (
  attempt_number integer not null,
  duration_ms integer not null,
  error_code text,
  http_status integer,
  merchant_id uuid not null,
  message_id uuid not null,
  started_at timestamp with time zone not null
);

alter table notice_attempts add constraint notice_attempts_merchant_id_message_id_fkey FOREIGN KEY (merchant_id, message_id) REFERENCES notice_messages(merchant_id, message_id) ON DELETE CASCADE;

alter table notice_attempts add constraint notice_attempts_pkey PRIMARY KEY (merchant_id, message_id, attempt_number);

create table notice_marks (
  merchant_id uuid not null,
  mutation_number bigint not null
);

alter table notice_marks add constraint notice_marks_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(merchant_id);

alter table notice_marks add constraint notice_marks_pkey PRIMARY KEY (merchant_id);

create table notice_messages (
  attempt_count integer not null default 0,
  body text not null,
  created_at timestamp with time zone not null,
  event text not null,
  lease_token uuid,
  lease_until timestamp with time zone,
  merchant_id uuid not null,
  message_id uuid not null,
  message_status text not null default 'PENDING'::text,
  next_attempt_at timestamp with time zone,
  notice_count integer not null,
  page_path text not null,
  target_id uuid not null,
  title text not null
);

alter table notice_messages add constraint notice_messages_merchant_id_target_id_fkey FOREIGN KEY (merchant_id, target_id) REFERENCES notice_targets(merchant_id, target_id) ON DELETE CASCADE;

alter table notice_messages add constraint notice_messages_message_status_check CHECK ((message_status = ANY (ARRAY['PENDING'::text, 'RETRYING'::text, 'SUCCESS'::text, 'FAILED'::text])));

alter table notice_messages add constraint notice_messages_notice_count_check CHECK ((notice_count >= 1));

alter table notice_messages add constraint notice_messages_open_has_next_attempt CHECK (((message_status = ANY (ARRAY['PENDING'::text, 'RETRYING'::text])) = (next_attempt_at IS NOT NULL)));

alter table notice_messages add constraint notice_messages_pkey PRIMARY KEY (merchant_id, message_id);

CREATE INDEX notice_messages_created_at ON public.notice_messages USING btree (created_at);

CREATE INDEX notice_messages_lease ON public.notice_messages USING btree (lease_until) WHERE (lease_until IS NOT NULL);

CREATE INDEX notice_messages_next_attempt ON public.notice_messages USING btree (next_attempt_at) WHERE (next_attempt_at IS NOT NULL);

CREATE INDEX notice_messages_of_target ON public.notice_messages USING btree (merchant_id, target_id, created_at);

create table notice_people (
  language text not null default 'id'::text,
  merchant_id uuid not null,
  person_id uuid not null,
  quiet_from time without time zone,
  quiet_until time without time zone,
  urgent_events text[] not null default '{device_silent}'::text[]
);

alter table notice_people add constraint notice_people_language_check CHECK ((language = ANY (ARRAY['id'::text, 'en'::text])));

alter table notice_people add constraint notice_people_merchant_id_person_id_fkey FOREIGN KEY (merchant_id, person_id) REFERENCES people(merchant_id, person_id);

alter table notice_people add constraint notice_people_pkey PRIMARY KEY (merchant_id, person_id);

alter table notice_people add constraint notice_people_quiet_hours_have_both_ends CHECK ((((quiet_from IS NULL) = (quiet_until IS NULL)) AND (quiet_from <> quiet_until)));

create table notice_targets (
  address_hash bytea,
  broken_at timestamp with time zone,
  broken_reason text,
  channel text not null,
  created_at timestamp with time zone not null,
  merchant_id uuid not null,
  person_id uuid not null,
  sealed_address bytea,
  target_id uuid not null,
  target_name text
);

alter table notice_targets add constraint notice_targets_broken_has_reason CHECK (((broken_at IS NULL) = (broken_reason IS NULL)));

alter table notice_targets add constraint notice_targets_channel_check CHECK ((channel = ANY (ARRAY['email'::text, 'telegram'::text, 'push'::text])));

alter table notice_targets add constraint notice_targets_have_address CHECK ((((channel = 'email'::text) = (address_hash IS NULL)) AND ((sealed_address IS NOT NULL) OR (channel = 'email'::text) OR (broken_at IS NOT NULL))));

alter table notice_targets add constraint notice_targets_merchant_id_person_id_fkey FOREIGN KEY (merchant_id, person_id) REFERENCES notice_people(merchant_id, person_id) ON DELETE CASCADE;

alter table notice_targets add constraint notice_targets_pkey PRIMARY KEY (merchant_id, target_id);

CREATE UNIQUE INDEX notice_targets_address_key ON public.notice_targets USING btree (merchant_id, person_id, address_hash) WHERE (address_hash IS NOT NULL);

CREATE UNIQUE INDEX notice_targets_one_of_a_kind ON public.notice_targets USING btree (merchant_id, person_id, channel) WHERE (channel <> 'push'::text);

create table notice_wishes (
  channel text not null,
  event text not null,
  merchant_id uuid not null,
  person_id uuid not null
);

alter table notice_wishes add constraint notice_wishes_channel_check CHECK ((channel = ANY (ARRAY['email'::text, 'telegram'::text, 'push'::text])));

alter table notice_wishes add constraint notice_wishes_event_check CHECK ((event = ANY (ARRAY['paid'::text, 'unmatched'::text, 'unsupported'::text, 'likely_text'::text, 'device_silent'::text, 'webhook_failing'::text, 'quota_low'::text])));

alter table notice_wishes add constraint notice_wishes_merchant_id_person_id_fkey FOREIGN KEY (merchant_id, person_id) REFERENCES notice_people(merchant_id, person_id) ON DELETE CASCADE;

alter table notice_wishes add constraint notice_wishes_pkey PRIMARY KEY (merchant_id, event, person_id, channel);

CREATE INDEX notice_wishes_event ON public.notice_wishes USING btree (event);

CREATE TRIGGER notice_wishes_note_added AFTER INSERT ON public.notice_wishes FOR EACH ROW WHEN ((new.event = 'unmatched'::text)) EXECUTE FUNCTION note_notice_wish();

CREATE TRIGGER notice_wishes_note_removed AFTER DELETE ON public.notice_wishes FOR EACH ROW WHEN ((old.event = 'unmatched'::text)) EXECUTE FUNCTION note_notice_wish();

create table notices (
  created_at timestamp with time zone not null,
  due_at timestamp with time zone,
  event text not null,
  facts json not null,
  merchant_id uuid not null,
  message_id uuid,
  subject text not null,
  target_id uuid not null
);

alter table notices add constraint notices_merchant_id_target_id_fkey FOREIGN KEY (merchant_id, target_id) REFERENCES notice_targets(merchant_id, target_id) ON DELETE CASCADE;

alter table notices add constraint notices_pkey PRIMARY KEY (merchant_id, target_id, event, subject);

alter table notices add constraint notices_told_have_message CHECK (((due_at IS NULL) = (message_id IS NOT NULL)));

CREATE INDEX notices_created_at ON public.notices USING btree (created_at);

CREATE INDEX notices_due ON public.notices USING btree (due_at, merchant_id, target_id, event) WHERE (due_at IS NOT NULL);

CREATE INDEX notices_waiting ON public.notices USING btree (merchant_id, target_id, event, created_at) WHERE (due_at IS NOT NULL);

create table pairing_offers (
  installation_id text,
  merchant_id uuid not null,
  offered_at timestamp with time zone not null,
  token_hash bytea not null
);

alter table pairing_offers add constraint pairing_offers_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(merchant_id);

alter table pairing_offers add constraint pairing_offers_pkey PRIMARY KEY (token_hash);

CREATE INDEX pairing_offers_offered_at ON public.pairing_offers USING btree (offered_at);

create table password_links (
  merchant_id uuid not null,
  person_id uuid not null,
  requested_at timestamp with time zone not null,
  token_hash bytea not null
);

alter table password_links add constraint password_links_merchant_id_person_id_fkey FOREIGN KEY (merchant_id, person_id) REFERENCES people(merchant_id, person_id);

alter table password_links add constraint password_links_pkey PRIMARY KEY (merchant_id, person_id);

CREATE UNIQUE INDEX password_links_token_key ON public.password_links USING btree (token_hash);

create table payment_counters (
  merchant_id uuid not null,
  payment_count bigint not null default 0,
  removed_count bigint not null default 0
) with (fillfactor=50);

alter table payment_counters add constraint payment_counters_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(merchant_id);

alter table payment_counters add constraint payment_counters_pkey PRIMARY KEY (merchant_id);

create table payment_day_waits (
  account_id uuid not null,
  day date not null,
  merchant_id uuid not null,
  payment_count bigint not null,
  wait_class smallint not null
) with (fillfactor=50);

alter table payment_day_waits add constraint payment_day_waits_key UNIQUE (merchant_id, day, account_id, wait_class);

alter table payment_day_waits add constraint payment_day_waits_merchant_id_account_id_fkey FOREIGN KEY (merchant_id, account_id) REFERENCES accounts(merchant_id, account_id);

alter table payment_day_waits add constraint payment_day_waits_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(merchant_id);

create table payment_days (
  account_id uuid not null,
  cancelled_count bigint not null default 0,
  day date not null,
  expired_count bigint not null default 0,
  manual_count bigint not null default 0,
  merchant_id uuid not null,
  paid_count bigint not null default 0,
  paid_total bigint not null default 0,
  simulated_count bigint not null default 0,
  simulated_total bigint not null default 0
) with (fillfactor=50);

alter table payment_days add constraint payment_days_key UNIQUE (merchant_id, day, account_id);

alter table payment_days add constraint payment_days_merchant_id_account_id_fkey FOREIGN KEY (merchant_id, account_id) REFERENCES accounts(merchant_id, account_id);

alter table payment_days add constraint payment_days_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(merchant_id);

create table payment_ledgers (
  changed_at timestamp with time zone not null,
  kept bigint,
  merchant_id uuid not null,
  owed bigint,
  payment_number bigint not null,
  received bigint not null default 0,
  refunded bigint not null default 0,
  refunds_owed bigint not null default 0,
  withdrawn_references text[]
);

alter table payment_ledgers add constraint payment_ledgers_add_up CHECK ((((received - refunded) - kept) = owed));

alter table payment_ledgers add constraint payment_ledgers_kept_is_decided CHECK (((kept IS NULL) = (owed IS NULL)));

alter table payment_ledgers add constraint payment_ledgers_merchant_id_payment_number_fkey FOREIGN KEY (merchant_id, payment_number) REFERENCES payments(merchant_id, payment_number);

alter table payment_ledgers add constraint payment_ledgers_owed_check CHECK ((owed >= 0));

alter table payment_ledgers add constraint payment_ledgers_pkey PRIMARY KEY (merchant_id, payment_number);

alter table payment_ledgers add constraint payment_ledgers_received_check CHECK (((received >= 0) AND (received <= '9007199254740991'::bigint)));

alter table payment_ledgers add constraint payment_ledgers_refund_what_came CHECK (((refunded >= 0) AND (refunds_owed >= 0) AND ((refunded + refunds_owed) <= received)));

CREATE INDEX payment_ledgers_undecided ON public.payment_ledgers USING btree (merchant_id, payment_number) WHERE (owed IS NULL);

CREATE TRIGGER payment_ledgers_owe_webhook AFTER UPDATE ON public.payment_ledgers FOR EACH ROW EXECUTE FUNCTION owe_difference_webhook();

create table payment_links (
  amount_max bigint,
  amount_min bigint,
  amounts bigint[] not null,
  asks_name text not null,
  asks_note text not null,
  asks_phone text not null,
  created_at timestamp with time zone not null,
  deadline_seconds integer not null,
  description text,
  is_open boolean not null default true,
  link_id uuid not null,
  link_name text not null,
  merchant_id uuid not null,
  open_until timestamp with time zone,
  payments_max integer,
  picture_id uuid,
  quantity_max integer not null,
  slug text collate "C" not null,
  stock integer
);

alter table payment_links add constraint payment_links_asks_name_check CHECK ((asks_name = ANY (ARRAY['no'::text, 'optional'::text, 'required'::text])));

alter table payment_links add constraint payment_links_asks_note_check CHECK ((asks_note = ANY (ARRAY['no'::text, 'optional'::text, 'required'::text])));

alter table payment_links add constraint payment_links_asks_phone_check CHECK ((asks_phone = ANY (ARRAY['no'::text, 'optional'::text, 'required'::text])));

alter table payment_links add constraint payment_links_deadline_seconds_check CHECK ((deadline_seconds >= 60));

alter table payment_links add constraint payment_links_have_amounts CHECK ((
CASE
    WHEN (cardinality(amounts) = 0) THEN ((amount_min >= 1) AND ((amount_max IS NULL) OR (amount_max >= amount_min)))
    ELSE ((amount_min IS NULL) AND (amount_max IS NULL) AND (1 <= ALL (amounts)))
END IS TRUE));

alter table payment_links add constraint payment_links_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(merchant_id);

alter table payment_links add constraint payment_links_payments_max_check CHECK ((payments_max >= 1));

alter table payment_links add constraint payment_links_pkey PRIMARY KEY (merchant_id, link_id);

alter table payment_links add constraint payment_links_quantity_max_check CHECK (((quantity_max >= 1) AND (quantity_max <= 1000)));

alter table payment_links add constraint payment_links_slug_check CHECK (((slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'::text) AND ((length(slug) >= 3) AND (length(slug) <= 64))));

alter table payment_links add constraint payment_links_stock_check CHECK ((stock >= 1));

CREATE UNIQUE INDEX payment_links_slug_key ON public.payment_links USING btree (slug);

create table payment_receipts (
  amount bigint not null,
  booked_at timestamp with time zone not null,
  merchant_id uuid not null,
  mutation_number bigint,
  payment_number bigint not null,
  receipt_number integer not null,
  vouched_amount bigint
);

alter table payment_receipts add constraint payment_receipts_amount_check CHECK ((amount >= 1));

alter table payment_receipts add constraint payment_receipts_are_seen_or_vouched_for CHECK (((mutation_number IS NOT NULL) OR ((vouched_amount IS NOT NULL) AND (vouched_amount = amount))));

alter table payment_receipts add constraint payment_receipts_merchant_id_mutation_number_fkey FOREIGN KEY (merchant_id, mutation_number) REFERENCES mutations(merchant_id, mutation_number);

alter table payment_receipts add constraint payment_receipts_merchant_id_payment_number_fkey FOREIGN KEY (merchant_id, payment_number) REFERENCES payment_ledgers(merchant_id, payment_number);

alter table payment_receipts add constraint payment_receipts_pkey PRIMARY KEY (merchant_id, payment_number, receipt_number);

CREATE UNIQUE INDEX payment_receipts_mutation_key ON public.payment_receipts USING btree (merchant_id, mutation_number) WHERE (mutation_number IS NOT NULL);

create table payments (
  account_id uuid not null,
  created_at timestamp with time zone not null,
  customer_email text,
  customer_name text not null,
  customer_orders json,
  customer_phone text,
  is_manual_match boolean not null default false,
  matched_mutation_id uuid,
  merchant_id uuid not null,
  metadata json,
  payment_amount bigint not null,
  payment_code text collate "C" not null,
  payment_expired_at timestamp with time zone not null,
  payment_id uuid not null,
  payment_number bigint not null,
  payment_return_url text,
  payment_status text not null default 'PENDING'::text,
  payment_total bigint not null,
  payment_unique integer not null,
  payment_updated_at timestamp with time zone not null,
  payment_webhook_url text,
  pool_id uuid not null,
  released_at timestamp with time zone
);

alter table payments add constraint payments_final_status_releases_total CHECK (((payment_status = 'PENDING'::text) = (released_at IS NULL)));

alter table payments add constraint payments_merchant_id_account_id_fkey FOREIGN KEY (merchant_id, account_id) REFERENCES accounts(merchant_id, account_id);

alter table payments add constraint payments_only_paid_is_matched CHECK (((payment_status = 'PAID'::text) OR ((matched_mutation_id IS NULL) AND (NOT is_manual_match))));

alter table payments add constraint payments_payment_amount_check CHECK ((payment_amount >= 1));

alter table payments add constraint payments_payment_status_check CHECK ((payment_status = ANY (ARRAY['PENDING'::text, 'PAID'::text, 'EXPIRED'::text, 'CANCELLED'::text])));

alter table payments add constraint payments_payment_unique_check CHECK (((payment_unique >= 1) AND (payment_unique <= 999)));

alter table payments add constraint payments_pkey PRIMARY KEY (merchant_id, payment_number);

alter table payments add constraint payments_total_is_exact CHECK (((payment_total = (payment_amount + payment_unique)) AND (payment_total <= '9007199254740991'::bigint)));

CREATE INDEX payments_changed ON public.payments USING btree (merchant_id, payment_status, payment_updated_at, payment_number) WHERE (released_at IS NOT NULL);

CREATE INDEX payments_deadline ON public.payments USING btree (payment_expired_at) WHERE (released_at IS NULL);

CREATE INDEX payments_ended ON public.payments USING btree (merchant_id, account_id, payment_status, payment_number) WHERE (released_at IS NOT NULL);

CREATE INDEX payments_released_total ON public.payments USING btree (merchant_id, pool_id, payment_total, released_at) WHERE (released_at IS NOT NULL);

CREATE UNIQUE INDEX payments_code_key ON public.payments USING btree (merchant_id, payment_code);

CREATE UNIQUE INDEX payments_id_key ON public.payments USING btree (payment_id, merchant_id);

CREATE UNIQUE INDEX payments_pending_total_key ON public.payments USING btree (merchant_id, pool_id, payment_total) WHERE (payment_status = 'PENDING'::text);

CREATE TRIGGER payments_credit_quota_orders AFTER UPDATE ON public.payments REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION credit_quota_orders();

CREATE TRIGGER payments_final_status_is_final BEFORE UPDATE ON public.payments FOR EACH ROW WHEN ((old.payment_status <> 'PENDING'::text)) EXECUTE FUNCTION refuse_leaving_final_status();

CREATE TRIGGER payments_note_ended AFTER UPDATE ON public.payments REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_ended_payments();

CREATE TRIGGER payments_owe_messages AFTER UPDATE ON public.payments REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION owe_messages();

create table people (
  created_at timestamp with time zone not null,
  email text not null,
  left_at timestamp with time zone,
  merchant_id uuid not null,
  password_hash text,
  person_id uuid not null,
  person_name text not null,
  role text not null
);

alter table people add constraint people_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(merchant_id);

alter table people add constraint people_pkey PRIMARY KEY (merchant_id, person_id);

alter table people add constraint people_role_check CHECK ((role = ANY (ARRAY['owner'::text, 'finance'::text, 'cashier'::text, 'developer'::text, 'viewer'::text, 'accountant'::text])));

alter table people add constraint people_who_left_have_no_password CHECK (((left_at IS NULL) OR (password_hash IS NULL)));

CREATE UNIQUE INDEX people_email_key ON public.people USING btree (lower(email)) WHERE (left_at IS NULL);

CREATE TRIGGER people_end_notices AFTER UPDATE ON public.people FOR EACH ROW WHEN (((old.role <> new.role) OR ((old.left_at IS NULL) AND (new.left_at IS NOT NULL)))) EXECUTE FUNCTION end_notices();

CREATE TRIGGER people_keep_an_owner BEFORE UPDATE OF role, left_at ON public.people FOR EACH ROW WHEN (((old.role = 'owner'::text) AND (old.left_at IS NULL) AND ((new.role <> 'owner'::text) OR (new.left_at IS NOT NULL)))) EXECUTE FUNCTION keep_an_owner();

CREATE TRIGGER people_mirror_first_owner AFTER UPDATE OF email, password_hash, role, left_at ON public.people FOR EACH ROW WHEN ((pg_trigger_depth() = 0)) EXECUTE FUNCTION mirror_first_owner();

create table push_keys (
  created_at timestamp with time zone not null,
  merchant_id uuid not null,
  public_key text not null,
  sealed_private_key bytea not null
);

alter table push_keys add constraint push_keys_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(merchant_id);

alter table push_keys add constraint push_keys_pkey PRIMARY KEY (merchant_id);

create table quota_days (
  account_id uuid not null,
  day date not null,
  merchant_id uuid not null
);

alter table quota_days add constraint quota_days_merchant_id_account_id_fkey FOREIGN KEY (merchant_id, account_id) REFERENCES accounts(merchant_id, account_id);

alter table quota_days add constraint quota_days_pkey PRIMARY KEY (merchant_id, account_id, day);

create table quota_grants (
  account_id uuid not null,
  days integer not null,
  grant_id uuid not null,
  granted_at timestamp with time zone not null,
  merchant_id uuid not null,
  order_id uuid
);

alter table quota_grants add constraint quota_grants_days_check CHECK ((days >= 1));

alter table quota_grants add constraint quota_grants_merchant_id_account_id_fkey FOREIGN KEY (merchant_id, account_id) REFERENCES accounts(merchant_id, account_id);

alter table quota_grants add constraint quota_grants_pkey PRIMARY KEY (merchant_id, grant_id);

CREATE INDEX quota_grants_of_account ON public.quota_grants USING btree (merchant_id, account_id, granted_at);

CREATE UNIQUE INDEX quota_grants_order_key ON public.quota_grants USING btree (merchant_id, order_id) WHERE (order_id IS NOT NULL);

create table quota_orders (
  account_id uuid not null,
  credited_at timestamp with time zone,
  days integer not null,
  merchant_id uuid not null,
  order_id uuid not null,
  ordered_at timestamp with time zone not null,
  payment_code text collate "C" not null,
  seller_id uuid not null
);

alter table quota_orders add constraint quota_orders_days_check CHECK ((days >= 1));

alter table quota_orders add constraint quota_orders_merchant_id_account_id_fkey FOREIGN KEY (merchant_id, account_id) REFERENCES accounts(merchant_id, account_id);

alter table quota_orders add constraint quota_orders_pkey PRIMARY KEY (merchant_id, order_id);

alter table quota_orders add constraint quota_orders_seller_id_fkey FOREIGN KEY (seller_id) REFERENCES merchants(merchant_id);

CREATE INDEX quota_orders_open ON public.quota_orders USING btree (merchant_id) WHERE (credited_at IS NULL);

CREATE UNIQUE INDEX quota_orders_payment_key ON public.quota_orders USING btree (seller_id, payment_code);

create table reading_rules (
  created_at timestamp with time zone not null,
  fault json,
  is_on boolean not null default true,
  merchant_id uuid not null,
  package_name text collate "C" not null,
  reads_from timestamp with time zone not null default now(),
  rule_id uuid not null,
  sample json not null,
  sender text,
  signing_domain text,
  template text not null,
  title text
);

alter table reading_rules add constraint reading_rules_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(merchant_id);

alter table reading_rules add constraint reading_rules_of_emails_are_whole CHECK (((sender IS NULL) = (signing_domain IS NULL)));

alter table reading_rules add constraint reading_rules_pkey PRIMARY KEY (merchant_id, rule_id);

create table recovery_codes (
  code_hash bytea not null,
  merchant_id uuid not null,
  person_id uuid not null,
  used_at timestamp with time zone
);

alter table recovery_codes add constraint recovery_codes_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(merchant_id);

alter table recovery_codes add constraint recovery_codes_merchant_id_person_id_fkey FOREIGN KEY (merchant_id, person_id) REFERENCES people(merchant_id, person_id);

alter table recovery_codes add constraint recovery_codes_pkey PRIMARY KEY (merchant_id, code_hash);

create table refunds (
  amount bigint not null,
  created_at timestamp with time zone not null,
  form_key uuid not null,
  made_by uuid,
  merchant_id uuid not null,
  mutation_number bigint,
  payment_number bigint,
  proved_at timestamp with time zone,
  proved_by uuid,
  reason text not null,
  recipient text,
  reference text,
  refund_id uuid not null,
  refunded_at timestamp with time zone,
  surplus_amount bigint not null default 0
);

alter table refunds add constraint refunds_amount_check CHECK (((amount >= 1) AND (amount <= '9007199254740991'::bigint)));

alter table refunds add constraint refunds_are_of_one_thing CHECK ((num_nonnulls(payment_number, mutation_number) = 1));

alter table refunds add constraint refunds_form_key UNIQUE (merchant_id, form_key);

alter table refunds add constraint refunds_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(merchant_id);

alter table refunds add constraint refunds_merchant_id_made_by_fkey FOREIGN KEY (merchant_id, made_by) REFERENCES people(merchant_id, person_id);

alter table refunds add constraint refunds_merchant_id_mutation_number_fkey FOREIGN KEY (merchant_id, mutation_number) REFERENCES mutations(merchant_id, mutation_number);

alter table refunds add constraint refunds_merchant_id_payment_number_fkey FOREIGN KEY (merchant_id, payment_number) REFERENCES payment_ledgers(merchant_id, payment_number);

alter table refunds add constraint refunds_owed_are_of_payments CHECK ((num_nulls(refunded_at, recipient) =
CASE
    WHEN ((payment_number IS NULL) OR (refunded_at IS NOT NULL)) THEN 0
    ELSE 2
END));

alter table refunds add constraint refunds_pkey PRIMARY KEY (merchant_id, refund_id);

alter table refunds add constraint refunds_proof_has_time CHECK (((proved_by IS NULL) = (proved_at IS NULL)));

alter table refunds add constraint refunds_reason_check CHECK (((length(reason) >= 1) AND (length(reason) <= 500)));

alter table refunds add constraint refunds_recipient_check CHECK (((length(recipient) >= 1) AND (length(recipient) <= 255)));

alter table refunds add constraint refunds_reference_check CHECK (((length(reference) >= 1) AND (length(reference) <= 255)));

alter table refunds add constraint refunds_return_their_surplus CHECK (((surplus_amount >= 0) AND (surplus_amount <= amount)));

CREATE INDEX refunds_listed ON public.refunds USING btree (merchant_id, created_at, refund_id) WHERE (payment_number IS NOT NULL);

CREATE INDEX refunds_of_payments ON public.refunds USING btree (merchant_id, payment_number) WHERE (payment_number IS NOT NULL);

CREATE INDEX refunds_unproved ON public.refunds USING btree (merchant_id, refunded_at) WHERE (proved_at IS NULL);

CREATE UNIQUE INDEX refunds_mutation_key ON public.refunds USING btree (merchant_id, mutation_number) WHERE (mutation_number IS NOT NULL);

CREATE UNIQUE INDEX refunds_proof_key ON public.refunds USING btree (merchant_id, proved_by) WHERE (proved_by IS NOT NULL);

CREATE UNIQUE INDEX refunds_reference_key ON public.refunds USING btree (merchant_id, reference) WHERE (reference IS NOT NULL);

create table refused_sign_ins (
  client_address text not null,
  first_refused_at timestamp with time zone not null,
  last_refused_at timestamp with time zone not null,
  merchant_id uuid,
  person_id uuid,
  reason text not null,
  refused_count integer not null,
  reported_count integer not null default 0,
  subject bytea not null,
  user_agent text
);

alter table refused_sign_ins add constraint refused_sign_ins_pkey PRIMARY KEY (subject);

alter table refused_sign_ins add constraint refused_sign_ins_reason_check CHECK ((reason = ANY (ARRAY['wrong'::text, 'code_missing'::text])));

create table removed_payments (
  account_id uuid not null,
  created_at timestamp with time zone not null,
  merchant_id uuid not null,
  payment_code text collate "C" not null,
  payment_number bigint not null
);

alter table removed_payments add constraint removed_payments_merchant_id_account_id_fkey FOREIGN KEY (merchant_id, account_id) REFERENCES accounts(merchant_id, account_id);

alter table removed_payments add constraint removed_payments_pkey PRIMARY KEY (merchant_id, payment_code);

create table reports_by_kind (
  amount_parsed bigint not null,
  merchant_id uuid not null,
  mutation_number bigint not null,
  pool_id uuid not null,
  posted_at timestamp with time zone not null,
  source_kind text not null
);

alter table reports_by_kind add constraint reports_by_kind_merchant_id_mutation_number_fkey FOREIGN KEY (merchant_id, mutation_number) REFERENCES mutations(merchant_id, mutation_number) ON DELETE CASCADE;

alter table reports_by_kind add constraint reports_by_kind_pkey PRIMARY KEY (merchant_id, mutation_number);

alter table reports_by_kind add constraint reports_by_kind_source_kind_check CHECK ((source_kind = ANY (ARRAY['phone'::text, 'mailbox'::text])));

CREATE INDEX reports_by_kind_amount ON public.reports_by_kind USING btree (merchant_id, pool_id, amount_parsed, posted_at);

create table sale_series (
  last_number bigint not null,
  merchant_id uuid not null,
  series text collate "C" not null
) with (fillfactor=50);

alter table sale_series add constraint sale_series_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(merchant_id);

alter table sale_series add constraint sale_series_pkey PRIMARY KEY (merchant_id, series);

create table sales (
  account_id uuid,
  cancelled_at timestamp with time zone,
  created_at timestamp with time zone not null,
  customer_email text,
  customer_name text not null,
  customer_orders json,
  customer_phone text,
  deadline_at timestamp with time zone,
  deadline_seconds integer,
  form_key uuid not null,
  is_chosen_by_customer boolean not null default false,
  link_id uuid,
  made_by uuid,
  merchant_id uuid not null,
  note text,
  payment_amount bigint not null,
  payment_code text collate "C" not null,
  payment_number bigint,
  sale_id uuid not null,
  sale_number bigint not null,
  source text not null
);

alter table sales add constraint sales_cancelled_has_no_payment CHECK (((cancelled_at IS NULL) OR (payment_number IS NULL)));

alter table sales add constraint sales_choice_has_its_account CHECK (((NOT is_chosen_by_customer) OR (account_id IS NOT NULL)));

alter table sales add constraint sales_deadline_seconds_check CHECK ((deadline_seconds >= 1));

alter table sales add constraint sales_have_one_deadline CHECK ((num_nonnulls(deadline_seconds, deadline_at) = 1));

alter table sales add constraint sales_merchant_id_account_id_fkey FOREIGN KEY (merchant_id, account_id) REFERENCES accounts(merchant_id, account_id);

alter table sales add constraint sales_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(merchant_id);

alter table sales add constraint sales_payment_amount_check CHECK ((payment_amount >= 1));

alter table sales add constraint sales_payment_has_its_account CHECK (((account_id IS NULL) = (payment_number IS NULL)));

alter table sales add constraint sales_pkey PRIMARY KEY (merchant_id, sale_number);

alter table sales add constraint sales_source_check CHECK ((source = ANY (ARRAY['invoice'::text, 'link'::text, 'counter'::text])));

CREATE INDEX sales_of_counter ON public.sales USING btree (merchant_id, created_at) WHERE (source = 'counter'::text);

CREATE INDEX sales_of_invoices ON public.sales USING btree (merchant_id, payment_number) WHERE (source = 'invoice'::text);

CREATE INDEX sales_unchosen ON public.sales USING btree (merchant_id, sale_number) WHERE ((source = 'invoice'::text) AND (payment_number IS NULL));

CREATE UNIQUE INDEX sales_code_key ON public.sales USING btree (merchant_id, payment_code);

CREATE UNIQUE INDEX sales_form_key ON public.sales USING btree (merchant_id, form_key);

CREATE UNIQUE INDEX sales_id_key ON public.sales USING btree (sale_id, merchant_id);

CREATE UNIQUE INDEX sales_payment_key ON public.sales USING btree (merchant_id, payment_number) WHERE (payment_number IS NOT NULL);

create table sessions (
  client_address text not null,
  confirmed_until timestamp with time zone,
  created_at timestamp with time zone not null,
  last_used_at timestamp with time zone not null,
  merchant_id uuid not null,
  person_id uuid not null,
  session_id uuid not null,
  token_hash bytea not null,
  user_agent text
) with (fillfactor=70);

alter table sessions add constraint sessions_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(merchant_id);

alter table sessions add constraint sessions_merchant_id_person_id_fkey FOREIGN KEY (merchant_id, person_id) REFERENCES people(merchant_id, person_id);

alter table sessions add constraint sessions_pkey PRIMARY KEY (merchant_id, session_id);

CREATE UNIQUE INDEX sessions_token_hash_key ON public.sessions USING btree (token_hash);

create table sign_in_attempts (
  attempt_count integer not null,
  attempted_at timestamp with time zone not null default now(),
  subject bytea not null,
  window_seconds integer not null default 900,
  window_started_at timestamp with time zone not null
) with (fillfactor=70);

alter table sign_in_attempts add constraint sign_in_attempts_pkey PRIMARY KEY (subject);

CREATE INDEX sign_in_attempts_window ON public.sign_in_attempts USING btree (window_started_at);

create table source_accounts (
  account_id uuid not null,
  device_id uuid not null,
  is_read boolean not null default true,
  merchant_id uuid not null
);

alter table source_accounts add constraint source_accounts_merchant_id_account_id_fkey FOREIGN KEY (merchant_id, account_id) REFERENCES accounts(merchant_id, account_id);

alter table source_accounts add constraint source_accounts_merchant_id_device_id_fkey FOREIGN KEY (merchant_id, device_id) REFERENCES devices(merchant_id, device_id);

alter table source_accounts add constraint source_accounts_pkey PRIMARY KEY (merchant_id, device_id, account_id);

CREATE INDEX source_accounts_account ON public.source_accounts USING btree (merchant_id, account_id);

create table statement_accounts (
  account_id uuid not null,
  merchant_id uuid not null
);

alter table statement_accounts add constraint statement_accounts_merchant_id_account_id_fkey FOREIGN KEY (merchant_id, account_id) REFERENCES accounts(merchant_id, account_id);

alter table statement_accounts add constraint statement_accounts_pkey PRIMARY KEY (merchant_id, account_id);

create table statement_charts (
  chart json not null,
  merchant_id uuid not null
);

alter table statement_charts add constraint statement_charts_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(merchant_id);

alter table statement_charts add constraint statement_charts_pkey PRIMARY KEY (merchant_id);

create table statement_closings (
  account_id uuid not null,
  closed_at timestamp with time zone not null,
  closed_by uuid,
  closing_sen bigint,
  merchant_id uuid not null,
  month date not null,
  row_count integer not null
);

alter table statement_closings add constraint statement_closings_merchant_id_account_id_fkey FOREIGN KEY (merchant_id, account_id) REFERENCES statement_accounts(merchant_id, account_id);

alter table statement_closings add constraint statement_closings_merchant_id_closed_by_fkey FOREIGN KEY (merchant_id, closed_by) REFERENCES people(merchant_id, person_id);

alter table statement_closings add constraint statement_closings_month_check CHECK ((EXTRACT(day FROM month) = (1)::numeric));

alter table statement_closings add constraint statement_closings_pkey PRIMARY KEY (merchant_id, account_id, month);

alter table statement_closings add constraint statement_closings_row_count_check CHECK ((row_count >= 0));

create table statement_imports (
  account_id uuid not null,
  file_hash bytea not null,
  file_name text not null,
  first_day date not null,
  import_id uuid not null,
  imported_at timestamp with time zone not null,
  is_newest_first boolean not null,
  last_day date not null,
  layout text not null,
  merchant_id uuid not null,
  new_count integer not null,
  pending_sen bigint[] not null,
  row_count integer not null
);

alter table statement_imports add constraint statement_imports_check CHECK ((last_day >= first_day));

alter table statement_imports add constraint statement_imports_check1 CHECK (((new_count >= 0) AND (new_count <= row_count)));

alter table statement_imports add constraint statement_imports_merchant_id_account_id_fkey FOREIGN KEY (merchant_id, account_id) REFERENCES statement_accounts(merchant_id, account_id);

alter table statement_imports add constraint statement_imports_pkey PRIMARY KEY (merchant_id, import_id);

alter table statement_imports add constraint statement_imports_row_count_check CHECK ((row_count >= 1));

CREATE INDEX statement_imports_of_account ON public.statement_imports USING btree (merchant_id, account_id, first_day);

create table statement_mappings (
  channel_id uuid not null,
  mapping json not null,
  merchant_id uuid not null
);

alter table statement_mappings add constraint statement_mappings_channel_id_fkey FOREIGN KEY (channel_id) REFERENCES channels(channel_id);

alter table statement_mappings add constraint statement_mappings_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(merchant_id);

alter table statement_mappings add constraint statement_mappings_pkey PRIMARY KEY (merchant_id, channel_id);

create table statement_rows (
  account_id uuid not null,
  account_key text,
  amount_sen bigint not null,
  balance_sen bigint,
  booked_at timestamp with time zone,
  day date not null,
  description text not null,
  direction text not null,
  explained_at timestamp with time zone,
  fee_sen bigint,
  file_row integer not null,
  gross_sen bigint,
  hint text,
  import_id uuid not null,
  meaning text not null default 'open'::text,
  merchant_id uuid not null,
  reference text,
  reverses_row_id uuid,
  row_id uuid not null,
  twin_number integer not null,
  wording bytea not null
);

alter table statement_rows add constraint statement_rows_amount_sen_check CHECK ((amount_sen > 0));

alter table statement_rows add constraint statement_rows_direction_check CHECK ((direction = ANY (ARRAY['CREDIT'::text, 'DEBIT'::text])));

alter table statement_rows add constraint statement_rows_hint_check CHECK ((hint = ANY (ARRAY['fee'::text, 'settlement'::text, 'own_transfer'::text, 'interest'::text, 'refund'::text, 'tax'::text, 'outgoing'::text, 'other'::text])));

alter table statement_rows add constraint statement_rows_meaning_check CHECK ((meaning = ANY (ARRAY['open'::text, 'mutation'::text, 'settlement'::text, 'missed'::text, 'recorded'::text, 'ambiguous'::text, 'fee'::text, 'own_transfer'::text, 'interest'::text, 'refund'::text, 'outgoing'::text, 'other'::text, 'tax'::text, 'reversal'::text])));

alter table statement_rows add constraint statement_rows_merchant_id_import_id_fkey FOREIGN KEY (merchant_id, import_id) REFERENCES statement_imports(merchant_id, import_id);

alter table statement_rows add constraint statement_rows_merchant_id_reverses_row_id_fkey FOREIGN KEY (merchant_id, reverses_row_id) REFERENCES statement_rows(merchant_id, row_id);

alter table statement_rows add constraint statement_rows_only_credits_are_missed CHECK (((direction = 'CREDIT'::text) OR (meaning <> ALL (ARRAY['mutation'::text, 'settlement'::text, 'missed'::text, 'recorded'::text, 'ambiguous'::text]))));

alter table statement_rows add constraint statement_rows_pkey PRIMARY KEY (merchant_id, account_id, day, wording, twin_number);

alter table statement_rows add constraint statement_rows_reversals_name_their_row CHECK (((meaning = 'reversal'::text) = (reverses_row_id IS NOT NULL)));

alter table statement_rows add constraint statement_rows_twin_number_check CHECK ((twin_number >= 1));

CREATE INDEX statement_rows_recorded ON public.statement_rows USING btree (merchant_id, account_id, day) WHERE (meaning = 'recorded'::text);

CREATE UNIQUE INDEX statement_rows_reversed ON public.statement_rows USING btree (merchant_id, reverses_row_id) WHERE (reverses_row_id IS NOT NULL);

create table statement_rules (
  account_key text,
  created_at timestamp with time zone not null,
  direction text not null,
  meaning text not null,
  merchant_id uuid not null,
  rule_id uuid not null,
  words text not null
);

alter table statement_rules add constraint statement_rules_direction_check CHECK ((direction = ANY (ARRAY['CREDIT'::text, 'DEBIT'::text])));

alter table statement_rules add constraint statement_rules_meaning_check CHECK ((meaning = ANY (ARRAY['fee'::text, 'tax'::text, 'own_transfer'::text, 'interest'::text, 'refund'::text, 'outgoing'::text, 'other'::text])));

alter table statement_rules add constraint statement_rules_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(merchant_id);

alter table statement_rules add constraint statement_rules_pkey PRIMARY KEY (merchant_id, rule_id);

CREATE UNIQUE INDEX statement_rules_words_key ON public.statement_rules USING btree (merchant_id, direction, upper(words));

create table statement_ties (
  is_settlement boolean not null,
  merchant_id uuid not null,
  mutation_number bigint not null,
  row_id uuid not null,
  tied_at timestamp with time zone not null
);

alter table statement_ties add constraint statement_ties_merchant_id_mutation_number_fkey FOREIGN KEY (merchant_id, mutation_number) REFERENCES mutations(merchant_id, mutation_number);

alter table statement_ties add constraint statement_ties_merchant_id_row_id_fkey FOREIGN KEY (merchant_id, row_id) REFERENCES statement_rows(merchant_id, row_id);

alter table statement_ties add constraint statement_ties_pkey PRIMARY KEY (merchant_id, mutation_number, is_settlement);

CREATE INDEX statement_ties_row ON public.statement_ties USING btree (merchant_id, row_id);

CREATE UNIQUE INDEX statement_ties_row_key ON public.statement_ties USING btree (merchant_id, row_id) WHERE (NOT is_settlement);

create table statement_upload_parts (
  content bytea not null,
  merchant_id uuid not null,
  part_number integer not null,
  upload_id uuid not null
);

alter table statement_upload_parts add constraint statement_upload_parts_merchant_id_upload_id_fkey FOREIGN KEY (merchant_id, upload_id) REFERENCES statement_uploads(merchant_id, upload_id) ON DELETE CASCADE;

alter table statement_upload_parts add constraint statement_upload_parts_part_number_check CHECK ((part_number >= 1));

alter table statement_upload_parts add constraint statement_upload_parts_pkey PRIMARY KEY (merchant_id, upload_id, part_number);

create table statement_uploads (
  account_id uuid not null,
  begun_at timestamp with time zone not null,
  file_bytes integer not null,
  file_name text not null,
  merchant_id uuid not null,
  upload_id uuid not null
);

alter table statement_uploads add constraint statement_uploads_file_bytes_check CHECK ((file_bytes >= 1));

alter table statement_uploads add constraint statement_uploads_merchant_id_account_id_fkey FOREIGN KEY (merchant_id, account_id) REFERENCES accounts(merchant_id, account_id);

alter table statement_uploads add constraint statement_uploads_pkey PRIMARY KEY (merchant_id, upload_id);

CREATE INDEX statement_uploads_begun_at ON public.statement_uploads USING btree (begun_at);

create table telegram_offers (
  code_hash bytea not null,
  merchant_id uuid not null,
  offered_at timestamp with time zone not null,
  person_id uuid not null
);

alter table telegram_offers add constraint telegram_offers_merchant_id_person_id_fkey FOREIGN KEY (merchant_id, person_id) REFERENCES notice_people(merchant_id, person_id) ON DELETE CASCADE;

alter table telegram_offers add constraint telegram_offers_pkey PRIMARY KEY (merchant_id, person_id);

CREATE UNIQUE INDEX telegram_offers_code_key ON public.telegram_offers USING btree (code_hash);

create table telegram_reader (
  bot_id text,
  is_only boolean not null default true,
  lease_until timestamp with time zone,
  offset_id bigint not null
);

alter table telegram_reader add constraint telegram_reader_is_only_check CHECK (is_only);

alter table telegram_reader add constraint telegram_reader_pkey PRIMARY KEY (is_only);

create table unread_notifications (
  candidate_payment_number bigint,
  device_id uuid not null,
  identity bytea not null,
  merchant_id uuid not null,
  named_amounts bigint[] not null default '{}'::bigint[],
  notification json not null,
  received_at timestamp with time zone not null,
  refused_at timestamp with time zone
);

alter table unread_notifications add constraint unread_notifications_merchant_id_device_id_fkey FOREIGN KEY (merchant_id, device_id) REFERENCES devices(merchant_id, device_id);

alter table unread_notifications add constraint unread_notifications_pkey PRIMARY KEY (merchant_id, device_id, identity);

CREATE INDEX unread_notifications_likely ON public.unread_notifications USING btree (merchant_id, received_at) WHERE (candidate_payment_number IS NOT NULL);

CREATE INDEX unread_notifications_received_at ON public.unread_notifications USING btree (received_at);

CREATE TRIGGER unread_notifications_owe_notice AFTER INSERT ON public.unread_notifications FOR EACH ROW WHEN ((new.candidate_payment_number IS NOT NULL)) EXECUTE FUNCTION owe_likely_text_notice();

create table unsupported_mutations (
  account_id uuid not null,
  closed_at timestamp with time zone,
  closed_by uuid,
  day date not null,
  found_at timestamp with time zone not null,
  is_one_of_several boolean not null,
  merchant_id uuid not null,
  mutation_number bigint not null,
  note text,
  supported_at timestamp with time zone,
  verdict text
);

alter table unsupported_mutations add constraint unsupported_mutations_merchant_id_account_id_fkey FOREIGN KEY (merchant_id, account_id) REFERENCES statement_accounts(merchant_id, account_id);

alter table unsupported_mutations add constraint unsupported_mutations_merchant_id_closed_by_fkey FOREIGN KEY (merchant_id, closed_by) REFERENCES people(merchant_id, person_id);

alter table unsupported_mutations add constraint unsupported_mutations_merchant_id_mutation_number_fkey FOREIGN KEY (merchant_id, mutation_number) REFERENCES mutations(merchant_id, mutation_number);

alter table unsupported_mutations add constraint unsupported_mutations_only_verdicts_survive CHECK (((closed_at IS NOT NULL) OR ((closed_by IS NULL) AND (supported_at IS NULL))));

alter table unsupported_mutations add constraint unsupported_mutations_pkey PRIMARY KEY (merchant_id, mutation_number);

alter table unsupported_mutations add constraint unsupported_mutations_verdict_check CHECK ((verdict = ANY (ARRAY['genuine'::text, 'forged'::text, 'misread'::text])));

alter table unsupported_mutations add constraint unsupported_mutations_verdict_closes CHECK ((((verdict IS NULL) = (closed_at IS NULL)) AND ((note IS NULL) = (closed_at IS NULL))));

CREATE INDEX unsupported_mutations_found ON public.unsupported_mutations USING btree (merchant_id, found_at) WHERE (closed_at IS NULL);

CREATE INDEX unsupported_mutations_open ON public.unsupported_mutations USING btree (merchant_id, account_id, day) WHERE (closed_at IS NULL);

create table waiting_registrations (
  app_version text,
  device_id uuid not null,
  device_name text not null,
  merchant_id uuid not null,
  model text,
  registered_at timestamp with time zone not null default now(),
  token_hash bytea not null
);

alter table waiting_registrations add constraint waiting_registrations_merchant_id_device_id_fkey FOREIGN KEY (merchant_id, device_id) REFERENCES devices(merchant_id, device_id) ON DELETE CASCADE;

alter table waiting_registrations add constraint waiting_registrations_pkey PRIMARY KEY (merchant_id, device_id);

CREATE UNIQUE INDEX waiting_registrations_token_hash_key ON public.waiting_registrations USING btree (token_hash);

create table webhook_attempts (
  attempt_number integer not null,
  delivery_id text not null,
  duration_ms integer not null,
  error_code text,
  http_status integer,
  is_manual boolean not null,
  merchant_id uuid not null,
  response_head text,
  response_headers text,
  started_at timestamp with time zone not null
);

alter table webhook_attempts add constraint webhook_attempts_merchant_id_delivery_id_fkey FOREIGN KEY (merchant_id, delivery_id) REFERENCES webhook_deliveries(merchant_id, delivery_id);

alter table webhook_attempts add constraint webhook_attempts_pkey PRIMARY KEY (merchant_id, delivery_id, attempt_number);

CREATE INDEX webhook_attempts_started_at ON public.webhook_attempts USING btree (started_at);

create table webhook_deliveries (
  attempt_count integer not null default 0,
  body text,
  created_at timestamp with time zone not null,
  delivery_id text not null,
  delivery_status text not null default 'PENDING'::text,
  device_id uuid,
  event_type text not null,
  forgotten_attempt_count integer not null default 0,
  lease_token uuid,
  lease_until timestamp with time zone,
  ledger_payment_number bigint,
  merchant_id uuid not null,
  next_attempt_at timestamp with time zone,
  payment_number bigint,
  scheduled_count integer not null default 0,
  url text not null
);

alter table webhook_deliveries add constraint webhook_deliveries_delivery_status_check CHECK ((delivery_status = ANY (ARRAY['PENDING'::text, 'RETRYING'::text, 'SUCCESS'::text, 'FAILED'::text])));

alter table webhook_deliveries add constraint webhook_deliveries_event_key UNIQUE (merchant_id, payment_number, event_type);

alter table webhook_deliveries add constraint webhook_deliveries_event_names_its_subject CHECK (
CASE
    WHEN (event_type = ANY (ARRAY['payment.paid'::text, 'payment.expired'::text, 'payment.cancelled'::text])) THEN ((payment_number IS NOT NULL) AND (device_id IS NULL))
    WHEN (event_type = ANY (ARRAY['payment.part_received'::text, 'payment.underpaid'::text, 'payment.overpaid'::text, 'payment.refunded'::text])) THEN ((payment_number IS NULL) AND (device_id IS NULL) AND (ledger_payment_number IS NOT NULL) AND (body IS NOT NULL))
    WHEN (event_type = ANY (ARRAY['device.offline'::text, 'device.online'::text])) THEN ((payment_number IS NULL) AND (device_id IS NOT NULL))
    WHEN (event_type = 'webhook.test'::text) THEN ((payment_number IS NULL) AND (device_id IS NULL) AND (body IS NOT NULL))
    ELSE false
END);

alter table webhook_deliveries add constraint webhook_deliveries_merchant_id_device_id_fkey FOREIGN KEY (merchant_id, device_id) REFERENCES devices(merchant_id, device_id);

alter table webhook_deliveries add constraint webhook_deliveries_merchant_id_payment_number_fkey FOREIGN KEY (merchant_id, payment_number) REFERENCES payments(merchant_id, payment_number);

alter table webhook_deliveries add constraint webhook_deliveries_open_has_next_attempt CHECK (((delivery_status = ANY (ARRAY['PENDING'::text, 'RETRYING'::text])) = (next_attempt_at IS NOT NULL)));

alter table webhook_deliveries add constraint webhook_deliveries_pkey PRIMARY KEY (merchant_id, delivery_id);

CREATE INDEX webhook_deliveries_due ON public.webhook_deliveries USING btree (merchant_id, next_attempt_at) WHERE (next_attempt_at IS NOT NULL);

CREATE INDEX webhook_deliveries_lease ON public.webhook_deliveries USING btree (lease_until) WHERE (lease_until IS NOT NULL);

CREATE INDEX webhook_deliveries_log ON public.webhook_deliveries USING btree (merchant_id, delivery_status, created_at, delivery_id);

CREATE INDEX webhook_deliveries_next_attempt ON public.webhook_deliveries USING btree (next_attempt_at) WHERE (next_attempt_at IS NOT NULL);

CREATE INDEX webhook_deliveries_of_devices ON public.webhook_deliveries USING btree (merchant_id, created_at) WHERE (device_id IS NOT NULL);

CREATE INDEX webhook_deliveries_of_differences ON public.webhook_deliveries USING btree (merchant_id, created_at) WHERE (ledger_payment_number IS NOT NULL);

CREATE INDEX webhook_deliveries_of_ledgers ON public.webhook_deliveries USING btree (merchant_id, ledger_payment_number) WHERE (ledger_payment_number IS NOT NULL);

CREATE TRIGGER webhook_deliveries_owe_notice AFTER UPDATE ON public.webhook_deliveries FOR EACH ROW WHEN (((new.scheduled_count > old.scheduled_count) AND (new.delivery_status = ANY (ARRAY['RETRYING'::text, 'FAILED'::text])))) EXECUTE FUNCTION owe_failing_webhook_notice();

create table webhook_secrets (
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone,
  merchant_id uuid not null,
  sealed_secret bytea not null,
  secret_id uuid not null
);

alter table webhook_secrets add constraint webhook_secrets_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(merchant_id);

alter table webhook_secrets add constraint webhook_secrets_pkey PRIMARY KEY (merchant_id, secret_id);

-- function active_api_keys_max() returns integer

-- function announcement_window() returns interval

-- function announcements_max() returns integer

-- function asked_since(asked payments) returns timestamp with time zone

-- function bare_number(number text) returns text

-- function book_money(merchant uuid, payment bigint, mutation bigint, money bigint, refund refund_request, at timestamp with time zone) returns boolean

-- function came_in_time(rule text, posted_at timestamp with time zone, deadline timestamp with time zone) returns boolean

-- function can_choose_again(sold sales, pending payments, at timestamp with time zone) returns boolean

-- function change_choice(merchant uuid, sale uuid, wanted uuid, seed bigint, quota_time_zone text, quarantine interval, clock timestamp with time zone, OUT is_moved boolean, OUT error text) returns record

-- function change_received(merchant uuid, payment bigint, difference bigint, at timestamp with time zone) returns boolean

-- function channel_steps(merchant uuid, channel uuid, built_in json) returns json

-- function choice_changes_max() returns integer

-- function choose_contested_amount(merchant uuid, pool uuid, amount bigint, seed bigint, quarantined_since timestamp with time zone, at timestamp with time zone) returns integer

-- function choose_unique_amount(merchant uuid, pool uuid, amount bigint, seed bigint, quarantined_since timestamp with time zone) returns integer

-- function count_ended_payments(quota_time_zone text, batch integer) returns integer

-- function count_reports_by_kind() returns trigger

-- function count_sign_in_attempt(rules json, clock timestamp with time zone) returns integer

-- function create_payments(requests json, quota_time_zone text, quarantine interval, clock timestamp with time zone) returns TABLE(request_number bigint, merchant_id uuid, account_id uuid, code text, payment_unique integer, created_at timestamp with time zone)

-- function credit_quota_orders() returns trigger

-- function customer_mails_per_day() returns integer

-- function decide_ledger(merchant uuid, payment bigint, at timestamp with time zone) returns void

-- function decide_transfer(merchant uuid, mutation uuid, refund refund_request, clock timestamp with time zone) returns text

-- function end_notices() returns trigger

-- function end_pending(merchants uuid[], numbers bigint[], final_status text, clock timestamp with time zone) returns TABLE(merchant_id uuid, payment_number bigint, payment_code text)

-- function explain_unmatched(credit mutations, at timestamp with time zone, OUT reason text, OUT candidate_number bigint) returns record

-- function find_announcement(credit mutations) returns mutations

-- function find_late_proof(credit mutations, OUT standing_number bigint, OUT is_doubtful boolean) returns record

-- function find_proof(credit mutations) returns mutations

-- function first_mutation_number_since(merchant uuid, since timestamp with time zone) returns bigint

-- function first_payment_number_since(merchant uuid, since timestamp with time zone) returns bigint

-- function fits_statement_row(day date, booked_at timestamp with time zone, early_day date, posted_day date, posted_at timestamp with time zone) returns boolean

-- function follow_up_codes(ended_code text) returns text[]

-- function follow_up_codes_tried() returns integer

-- function has_device_that_listens(merchant uuid, pool uuid) returns boolean

-- function has_report_of_kind(standing mutations, kind text) returns boolean

-- function hold_follow_up(merchant uuid, mutation uuid, ended_code text, clock timestamp with time zone, OUT error text, OUT payment_code text) returns record

-- function is_closed_month(merchant uuid, account uuid, of_day date) returns boolean

-- function is_payment_as_seen(merchant uuid, code text, seen_status text, seen_received bigint, seen_refunded bigint, clock timestamp with time zone) returns boolean

-- function is_simulated_transfer(merchant uuid, mutation uuid) returns boolean

-- function judge_statement(merchant uuid, account uuid, first_day date, last_day date, at timestamp with time zone) returns SETOF bigint

-- function keep_an_owner() returns trigger

-- function keep_registrations() returns trigger

-- function late_payment_window() returns interval

-- function late_proof_window() returns interval

-- function make_sale(wanted json, time_zone text, clock timestamp with time zone) returns TABLE(sale_number bigint, is_new boolean)

-- function match_mutations(merchant uuid, first_number bigint, last_number bigint, at timestamp with time zone) returns TABLE(mutation_number bigint, payment_code text)

-- function match_payment(merchant uuid, code text, mutation uuid, totp_step bigint, clock timestamp with time zone) returns text

-- function mirror_first_owner() returns trigger

-- function mirror_test_mode() returns trigger

-- function missing_after_report(missing int8multirange, last_sequence bigint, reported int8multirange, kept integer) returns int8multirange

-- function mutations_for_statement(merchant uuid, account uuid, first_day date, last_day date) returns TABLE(mutation_number bigint, amount_sen bigint, posted_at timestamp with time zone, early_day date, posted_day date, sender text, is_certain boolean, is_tied boolean, is_settled boolean)

-- function mutations_short_of_rows(merchant uuid, account uuid, first_day date, last_day date) returns SETOF bigint

-- function next_sale_code(merchant uuid, time_zone text, at timestamp with time zone) returns text

-- function note_ended_payments() returns trigger

-- function note_notice_wish() returns trigger

-- function notice_events_of(role text) returns text[]

-- function open_first_owner() returns trigger

-- function open_test_mode(of_merchant uuid, new_id uuid) returns TABLE(merchant_id uuid, is_new boolean)

-- function other_report(report mutations) returns bigint

-- function owe_device_notice() returns trigger

-- function owe_device_webhook() returns trigger

-- function owe_difference_webhook() returns trigger

-- function owe_failing_webhook_notice() returns trigger

-- function owe_likely_text_notice() returns trigger

-- function owe_messages() returns trigger

-- function owe_notices(of_merchant uuid, of_event text, of_subject text, facts json, at timestamp with time zone) returns void

-- function owe_quota_notice() returns trigger

-- function owe_receipt(of_merchant uuid, of_sale bigint, at timestamp with time zone) returns void

-- function owe_refund(merchant uuid, code text, refund refund_request, called text, recorded uuid, clock timestamp with time zone) returns text

-- function paid_follow_ups(merchant uuid, ended_number bigint) returns SETOF payments

-- function pay_pending(at timestamp with time zone, claims payment_claim[]) returns TABLE(merchant_id uuid, payment_number bigint, payment_code text, mutation_id uuid, payment payments)

-- function payment_code_characters() returns integer

-- function payment_parts_max() returns integer

-- function posting_tolerance() returns interval

-- function proof_window() returns interval

-- function proposed_unique_amount(seed bigint, k integer) returns integer

-- function prove_refunds(merchant uuid, account uuid, first_day date, last_day date, at timestamp with time zone) returns bigint

-- function qris_amount_max() returns bigint

-- function quota_low_days() returns integer

-- function record_confirmed_transfer(given json, clock timestamp with time zone) returns uuid

-- function record_transfers(transfers json, clock timestamp with time zone) returns TABLE(transfer_position bigint, is_new boolean, mutation_id uuid, matched_payment_code text, payment payments, delivery_id text, delivery_url text)

-- function recorded_for(credit mutations) returns mutations

-- function refund_payment(merchant uuid, code text, refund refund_request, clock timestamp with time zone) returns text

-- function refuse_forgetting_soon() returns trigger

-- function refuse_leaving_final_status() returns trigger

-- function refuse_real_phone_of_test_mode() returns trigger

-- function refuse_rewriting_history() returns trigger

-- function refuse_surplus_api_key() returns trigger

-- function registrations_kept() returns integer

-- function rematch_mutation(merchant uuid, mutation bigint, clock timestamp with time zone) returns TABLE(mutation_number bigint, payment_code text)

-- function remember_paid_day() returns trigger

-- function reopen_transfer(merchant uuid, mutation uuid, clock timestamp with time zone) returns text

-- function sale_codes_tried() returns integer

-- function send_refund(merchant uuid, refund uuid, sent_at timestamp with time zone, sent_to text, person uuid, clock timestamp with time zone) returns text

-- function separate_transfer(merchant uuid, mutation uuid, other uuid, clock timestamp with time zone) returns text

-- function settle_payment(merchant uuid, code text, clock timestamp with time zone) returns text

-- function stand_for_account(account accounts) returns void

-- function stand_for_announcement(credit mutations, former mutations) returns void

-- function stand_for_changed_account() returns trigger

-- function statement_pairs(merchant uuid, account uuid, first_day date, last_day date) returns TABLE(row_id uuid, mutation_number bigint, day date, posted_day date, posted_at timestamp with time zone, booked_at timestamp with time zone, amount_sen bigint, wording bytea, twin_number integer, agrees_in_name boolean, is_certain boolean)

-- function statement_time_zone() returns text

-- function tie_late_reports(merchant uuid, account uuid, first_day date, last_day date, at timestamp with time zone) returns bigint

-- function tie_settlements(merchant uuid, account uuid, first_day date, last_day date, at timestamp with time zone) returns bigint

-- function tie_statement_rows(merchant uuid, account uuid, first_day date, last_day date, step integer, at timestamp with time zone) returns bigint

-- function tie_transfer(merchant uuid, mutation uuid, code text, outcome text, refund refund_request, clock timestamp with time zone) returns text

-- function transfer_is_covered(days datemultirange, posted_at timestamp with time zone) returns boolean

-- function unique_amount_max() returns integer

-- function unregistered_reason(registered tstzmultirange, posted_at timestamp with time zone) returns text

-- function wait_class(waited_seconds double precision) returns smallint

-- function wants_event(merchant merchants, payment_status text) returns boolean

-- function watched_pool(merchant uuid, mailbox uuid, package text, named_account uuid) returns uuid

-- function webhook_failing_attempts() returns integer

-- function webhook_failing_pause() returns interval

-- function withdraw_refund(merchant uuid, refund uuid, clock timestamp with time zone) returns text

-- function withdraw_statement_days(merchant uuid, account uuid, import uuid, first_day date, last_day date, at timestamp with time zone) returns bigint
