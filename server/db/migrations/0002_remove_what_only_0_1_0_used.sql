-- Version 0.1.0 was never published. Its tables, and what filled columns in for it, go.
drop trigger if exists authenticators_mirrored on authenticators;
drop trigger if exists sessions_belong_to_somebody on sessions;
drop trigger if exists recovery_codes_belong_to_somebody on recovery_codes;
drop trigger if exists known_browsers_belong_to_somebody on known_browsers;
drop trigger if exists merchants_hand_on_password on merchants;

drop table totp_enrolments, totp_offers, password_resets;

drop function if exists mirror_authenticator(), belong_to_first_owner(), take_over_password();

alter table sessions alter column person_id set not null;
alter table recovery_codes alter column person_id set not null;
alter table known_browsers alter column person_id set not null;
alter table ended_payments alter column account_id set not null;

alter table payment_days
  alter column account_id set not null,
  drop constraint payment_days_key,
  add constraint payment_days_key unique (merchant_id, day, account_id);

alter table payment_day_waits
  alter column account_id set not null,
  drop constraint payment_day_waits_key,
  add constraint payment_day_waits_key unique (merchant_id, day, account_id, wait_class);
