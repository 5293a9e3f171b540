-- Returns whether statements of these days must show a transfer of this time. The bank books it on the same day or,
-- from 21:00 on, on the next. A phone's clock can be minutes ahead.
create or replace function transfer_is_covered(days datemultirange, posted_at timestamptz)
returns boolean
language sql stable parallel safe
return days @> ((posted_at - interval '10 minutes') at time zone statement_time_zone())::date
  and days @> (posted_at at time zone statement_time_zone())::date
  and (
    days @> ((posted_at at time zone statement_time_zone())::date + 1)
    or (posted_at at time zone statement_time_zone())::time < time '21:00'
  );
