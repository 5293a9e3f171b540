-- A phone whose reports are refused looked well: a forwarder app tells nobody, and the log did not say it. Now each phone
-- remembers the last run of its refused reports. No text of a report is kept.
alter table devices
  add column refused_count integer not null default 0,
  add column refused_since timestamptz,
  add column refused_at timestamptz,
  add column refused_because text
    check (refused_because in ('unreadable', 'invalid_fields', 'too_large', 'compressed')),
  add constraint devices_refusals_are_whole
    check (num_nulls(nullif(refused_count, 0), refused_since, refused_at, refused_because) in (0, 4));
