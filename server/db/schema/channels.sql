-- The banks and wallets that accounts can belong to, their apps, and the steps for paying through each. Migrations
-- insert the rows, and a test compares them with domain/banks/.

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
  -- The app whose notifications count, unless the account names another.
  default_app_id uuid references apps,
  -- An array of {step, title, content} (specification 2.4), in Indonesian.
  channel_instructions json not null,
  check ((channel_type = 'QRIS') = (default_app_id is null))
);
