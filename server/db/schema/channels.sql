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
  -- The merchant who added the bank, and who alone can use it. Null: a release did.
  added_by uuid references merchants,
  -- The app of a bank that a merchant added, in lower case. The app has a row in merchant_apps.
  own_package text,
  -- The smallest and largest number of digits in the bank's account numbers.
  number_min smallint,
  number_max smallint,
  constraint channels_have_an_app
    check ((channel_type = 'QRIS' or added_by is not null) = (default_app_id is null)),
  constraint channels_of_merchants_are_banks
    check (
      (
        added_by is null
        and own_package is null and number_min is null and number_max is null
      )
      or (
        channel_type = 'TRANSFER'
        and own_package is not null and own_package = lower(own_package)
        and number_min between 1 and number_max
      )
    )
);

create unique index channels_own_name_key on channels (added_by, lower(channel_name)) where added_by is not null;
