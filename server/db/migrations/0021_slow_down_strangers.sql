-- Guesses at a password slow down those who guess and not the person, and the person is shown them.

alter table sign_in_attempts
  add column window_seconds integer not null default 900,
  -- The last one that was let through.
  add column attempted_at timestamptz not null default now();

-- rules: an array of {subject, free, window_seconds, delay_seconds_max}. In each window a subject has `free` attempts; the
-- next ones must wait for the window's end or, where there is a longest delay, 1 s, 2 s, 4 s … up to it after the last.
-- Answers null when all subjects may go on, and has counted the attempt then; else the seconds to wait, and nothing was
-- counted: whoever is refused does not make anybody wait longer.
create function count_sign_in_attempt(rules json, clock timestamptz) returns integer
language plpgsql as $$
declare
  at timestamptz := coalesce(clock, clock_timestamp());
  subjects bytea[];
  wait_seconds integer;
begin
  -- Takes the subjects' rows in the order of the key, so that two attempts cannot wait for each other, and keeps them
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

-- Browsers in which a merchant has signed in, by a cookie that outlives the session: their attempts are counted apart, so
-- that a stranger's guesses do not keep the person out (OWASP, "Slow down online guessing attacks with device cookies").
create table known_browsers (
  merchant_id uuid not null references merchants,
  -- SHA-256 of the cookie's 256 random bits.
  token_hash bytea not null,
  signed_in_at timestamptz not null,
  primary key (merchant_id, token_hash)
);

-- Refused attempts to sign in, until they are in the merchant's audit log. Kept for unknown e-mail addresses too, so that
-- a refusal takes as long whether there is such an account or not.
create table refused_sign_ins (
  -- SHA-256 of the e-mail address, the network and the reason.
  subject bytea primary key,
  -- null: nobody has that e-mail address.
  merchant_id uuid,
  reason text not null check (reason in ('wrong', 'code_missing')),
  client_address text not null,
  user_agent text,
  refused_count integer not null,
  reported_count integer not null default 0,
  first_refused_at timestamptz not null,
  last_refused_at timestamptz not null
);

alter table audit_entries
  drop constraint audit_entries_actor_check,
  add constraint audit_entries_actor_check check (actor in ('merchant', 'operator', 'operator_cli', 'stranger'));
