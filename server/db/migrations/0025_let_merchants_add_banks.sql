-- A shop whose bank no release knows could have no account there. Now it adds the bank itself, for itself alone.
alter table channels
  add column added_by uuid references merchants,
  add column own_package text,
  add column number_min smallint,
  add column number_max smallint,
  drop constraint if exists channels_check,
  add constraint channels_have_an_app
    check ((channel_type = 'QRIS' or added_by is not null) = (default_app_id is null)),
  add constraint channels_of_merchants_are_banks
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
    );
create unique index channels_own_name_key on channels (added_by, lower(channel_name)) where added_by is not null;
