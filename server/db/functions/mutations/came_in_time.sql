-- Returns whether a transfer came by the deadline, by its own time. A statement's row without a time was recorded at the
-- first moment of its day; the money might have come at the last one.
create or replace function came_in_time(rule text, posted_at timestamptz, deadline timestamptz) returns boolean
language sql stable parallel safe
as $$
  select deadline >= case
    when rule = 'statement' and posted_at = date_trunc('day', posted_at, statement_time_zone())
      then posted_at + interval '24 hours'
    else posted_at
  end
$$;
