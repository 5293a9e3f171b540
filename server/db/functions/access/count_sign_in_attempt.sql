-- rules is an array of {subject, free, window_seconds, delay_seconds_max}. In each window a subject has `free`
-- attempts. Further attempts must wait until the window ends or, if delay_seconds_max is set, for 1 s, 2 s, 4 s … up to
-- that delay after the last attempt. If all subjects are allowed to go on, the function counts the attempt and returns
-- null. Otherwise the function returns the seconds to wait and counts nothing, so that a refused attempt does not
-- lengthen the wait.
create or replace function count_sign_in_attempt(rules json, clock timestamptz) returns integer
language plpgsql as $$
declare
  at timestamptz := coalesce(clock, clock_timestamp());
  subjects bytea[];
  wait_seconds integer;
begin
  -- Locks the subjects' rows in the order of the key, so that two attempts cannot wait for each other. The locks last
  -- until the commit, so that parallel attempts all count.
  with held as (
    insert into sign_in_attempts as attempts (subject, window_started_at, window_seconds, attempt_count, attempted_at)
    select sha256(convert_to(rule.subject, 'UTF8')) as subject, at, rule.window_seconds, 0, at
    from json_to_recordset(rules) as rule (subject text, window_seconds integer)
    order by subject
    on conflict (subject) do update
    set (window_started_at, attempt_count) = (
      select
        case when is_over then excluded.window_started_at else attempts.window_started_at end,
        case when is_over then 0 else attempts.attempt_count end
      from (
        select attempts.window_started_at + make_interval(secs => attempts.window_seconds)
          <= excluded.window_started_at as is_over
      ) present
    )
    returning attempts.subject
  )
  select array_agg(subject) into subjects from held;

  select max(greatest(1, ceil(extract(epoch from refused.until - at)))) into wait_seconds
  from json_to_recordset(rules) as rule (subject text, free integer, delay_seconds_max integer)
  join sign_in_attempts attempts on attempts.subject = sha256(convert_to(rule.subject, 'UTF8'))
  cross join lateral (
    select
      case
        when rule.delay_seconds_max is null
          then attempts.window_started_at + make_interval(secs => attempts.window_seconds)
        else attempts.attempted_at
          + make_interval(secs => least(rule.delay_seconds_max, 2 ^ least(attempts.attempt_count - rule.free, 20)))
      end as until
  ) refused
  where attempts.attempt_count >= rule.free
    and refused.until > at;

  if wait_seconds is not null then
    delete from sign_in_attempts where subject = any (subjects) and attempt_count = 0;
    return wait_seconds;
  end if;

  update sign_in_attempts
  set attempt_count = attempt_count + 1,
    attempted_at = at
  where subject = any (subjects);
  return null;
end
$$;
