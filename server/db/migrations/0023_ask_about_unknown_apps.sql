-- A forwarder app sends the texts of every app, and those of an app that no account named were dropped without a word. The
-- merchant is now asked whether such an app is a bank's, and the answer is kept.
create table merchant_apps (
  merchant_id uuid not null references merchants,
  package_name text collate "C" not null check (package_name = lower(package_name)),
  app_name text,
  first_seen_at timestamptz not null,
  last_seen_at timestamptz not null,
  seen_count integer not null check (seen_count >= 0),
  is_bank boolean,
  primary key (merchant_id, package_name),
  check (is_bank is not true or app_name is not null)
);
