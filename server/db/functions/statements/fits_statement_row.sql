-- Returns whether the times allow a notification and a row to be about the same money. A bank books at once, or up to
-- three days later (a weekend). If the row has a time, the notification came at most ten minutes before it and at most a
-- day and a half after it.
create or replace function fits_statement_row(
  day date, booked_at timestamptz, early_day date, posted_day date, posted_at timestamptz
)
returns boolean
language sql stable parallel safe
return case
  when booked_at is null then day between early_day and posted_day + 3
  else posted_at between booked_at - interval '10 minutes' and booked_at + interval '36 hours'
end;
