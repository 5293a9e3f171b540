-- What a merchant does in the dashboard: instructions of its own, day quota to order, phones to pair, payments to search
-- and to count, webhooks to look through.

-- A merchant's steps after a channel's built-in ones, as an array of {title, content}.
create table instruction_additions (
  merchant_id uuid not null references merchants,
  channel_id uuid not null references channels,
  steps json not null,
  primary key (merchant_id, channel_id)
);

-- A channel's steps for a merchant's customers, numbered from 1. For merchants without additions one index probe.
create function channel_steps(merchant uuid, channel uuid, built_in json) returns json
language sql stable
return coalesce(
  (
    select (
      select json_agg(
        json_build_object('step', numbered.step, 'title', numbered.title, 'content', numbered.content)
        order by numbered.step
      )
      from (
        select row_number() over (order by part.place, one.place) as step, one.step ->> 'title' as title,
          one.step ->> 'content' as content
        from (values (1, built_in), (2, additions.steps)) part (place, steps)
        cross join lateral json_array_elements(part.steps) with ordinality one (step, place)
      ) numbered
    )
    from instruction_additions additions
    where additions.merchant_id = merchant
      and additions.channel_id = channel
  ),
  built_in
);

-- Days that were added to an account's quota by an operator, or bought.
create table quota_grants (
  merchant_id uuid not null,
  grant_id uuid not null,
  account_id uuid not null,
  days integer not null check (days >= 1),
  granted_at timestamptz not null,
  -- The order that was paid; null when an operator gave them.
  order_id uuid,
  primary key (merchant_id, grant_id),
  foreign key (merchant_id, account_id) references accounts
);

create index quota_grants_of_account on quota_grants (merchant_id, account_id, granted_at);
-- An order is credited once.
create unique index quota_grants_order_key on quota_grants (merchant_id, order_id) where order_id is not null;

alter table merchants
  -- What a day of quota costs other merchants, whole rupiah: they pay for it on this gateway, to this merchant.
  add column quota_price bigint check (quota_price between 1 and 1000000000),
  add constraint merchants_only_operators_sell check (quota_price is null or is_operator);

-- One merchant sells quota.
create unique index merchants_one_sells_quota on merchants ((true)) where quota_price is not null;

-- A merchant's order of days, paid with an invoice of the merchant who sells them.
create table quota_orders (
  merchant_id uuid not null,
  order_id uuid not null,
  account_id uuid not null,
  days integer not null check (days >= 1),
  seller_id uuid not null references merchants,
  payment_code text collate "C" not null,
  ordered_at timestamptz not null,
  credited_at timestamptz,
  primary key (merchant_id, order_id),
  foreign key (merchant_id, account_id) references accounts
);

create unique index quota_orders_payment_key on quota_orders (seller_id, payment_code);
create index quota_orders_open on quota_orders (merchant_id) where credited_at is null;

-- The days of an order are credited by the statement that makes its invoice PAID, whichever that is: neither is there
-- without the other, and the guarded update lets no order through twice.
create function credit_quota_orders() returns trigger
language plpgsql as $$
begin
  -- Nearly always there is none.
  if not exists (select from quota_orders where credited_at is null) then
    return null;
  end if;

  with paid as (
    update quota_orders ordered
    set credited_at = changed.payment_updated_at
    from changed
    where changed.payment_status = 'PAID'
      and ordered.seller_id = changed.merchant_id
      and ordered.payment_code = changed.payment_code
      and ordered.credited_at is null
    returning ordered.merchant_id, ordered.account_id, ordered.order_id, ordered.days, ordered.credited_at
  ),
  granted as (
    insert into quota_grants (merchant_id, grant_id, account_id, days, granted_at, order_id)
    select merchant_id, order_id, account_id, days, credited_at, order_id from paid
  )
  update accounts account
  set account_quota = account.account_quota + bought.days
  from (select merchant_id, account_id, sum(days)::integer as days from paid group by merchant_id, account_id) bought
  where account.merchant_id = bought.merchant_id
    and account.account_id = bought.account_id;
  return null;
end
$$;

create trigger payments_credit_quota_orders
  after update on payments
  referencing new table as changed
  for each statement
  execute function credit_quota_orders();

-- What a phone may register with in place of the merchant's key: once, within minutes.
create table pairing_offers (
  token_hash bytea primary key,
  merchant_id uuid not null references merchants,
  offered_at timestamptz not null,
  -- The installation that has used it. The same one may repeat a registration whose answer was lost.
  installation_id text
);

create index pairing_offers_offered_at on pairing_offers (offered_at);

-- A merchant may try its address with an event that is about nothing. It is sent once, by hand.
alter table webhook_deliveries
  drop constraint webhook_deliveries_event_names_its_subject,
  add constraint webhook_deliveries_event_names_its_subject check (
    case
      when event_type in ('payment.paid', 'payment.expired', 'payment.cancelled')
        then payment_number is not null and device_id is null
      when event_type in ('device.offline', 'device.online')
        then payment_number is null and device_id is not null
      when event_type = 'webhook.test'
        then payment_number is null and device_id is null and body is not null
      else false
    end
  );

-- Pages of the log, of one status or of all: one probe for each status.
create index webhook_deliveries_log
  on webhook_deliveries (merchant_id, delivery_status, created_at, delivery_id);

-- Ended payments of an account in one state, the newest first: written once, when the payment ends, so that a create pays
-- nothing for it. Payments that wait are few, and have payments_pending_total_key.
create index payments_ended on payments (merchant_id, account_id, payment_status, payment_number)
  where released_at is not null;

-- The number of the first payment that was created at this time or later: twenty probes of the key for a million
-- payments, since numbers follow the time.
create function first_payment_number_since(merchant uuid, since timestamptz) returns bigint
language plpgsql stable as $$
declare
  low bigint := 1;
  high bigint;
  middle bigint;
begin
  select payment_count + 1 into high from payment_counters where merchant_id = merchant;
  while low < high loop
    middle := (low + high) / 2;
    if (select created_at from payments where merchant_id = merchant and payment_number = middle) >= since then
      high := middle;
    else
      low := middle + 1;
    end if;
  end loop;
  return low;
end
$$;

-- Answers the error code, or null when the payment is PAID now. The order of checks is the contract's: payment PENDING,
-- mutation usable, code unused. Nothing is written unless all three hold, so a code that found no PENDING payment is not
-- burnt. Locked in the order of every matching: the merchant's turn, the payment. A totp_step of null burns no code: the
-- dashboard has burnt one for the five minutes in which the person is confirmed.
create or replace function match_payment(
  merchant uuid, code text, mutation uuid, totp_step bigint, clock timestamptz
) returns text
language plpgsql as $$
declare
  at timestamptz;
  pending payments;
  usable mutations;
  announcement mutations;
begin
  if mutation is not null then
    perform from mutation_counters where merchant_id = merchant for update;
    select * into usable
    from mutations
    where merchant_id = merchant
      and mutation_id = mutation
      and matched_payment_number is null
      and type_parsed = 'CREDIT';
  end if;

  select * into pending
  from payments
  where merchant_id = merchant
    and payment_code = code
    and payment_status = 'PENDING'
  for update;

  at := date_trunc('milliseconds', coalesce(clock, clock_timestamp()));

  if pending.payment_number is null or pending.payment_expired_at <= at then
    return 'payment_not_found';
  end if;
  if mutation is not null and usable.mutation_id is null then
    return 'mutation_not_found';
  end if;

  if totp_step is not null then
    update totp_enrolments
    set last_step = totp_step
    where merchant_id = merchant
      and (last_step is null or last_step < totp_step);
    if not found then
      return 'invalid totp code';
    end if;
  end if;

  update payments
  set payment_status = 'PAID',
    payment_updated_at = greatest(at, created_at),
    released_at = at,
    is_manual_match = true,
    matched_mutation_id = mutation
  where merchant_id = merchant
    and payment_number = pending.payment_number;

  if usable.mutation_id is not null then
    update mutations
    set matched_payment_number = pending.payment_number,
      match_reason = 'matched_by_hand',
      candidate_payment_number = null,
      announced_by_number = null,
      judged_at = at
    where merchant_id = merchant
      and mutation_number = usable.mutation_number;
    if usable.announced_by_number is not null then
      announcement := find_announcement(usable);
      -- One that has paid too was another payment, the merchant says.
      if announcement.matched_payment_number is null then
        perform stand_for_announcement(usable, announcement);
      end if;
    end if;
  end if;

  return null;
end
$$;

-- What became of payments, for counting: a row for each that ended, until a job adds it to its day. A counter that the
-- paying statement itself kept would make all payments of a merchant's day wait for one row.
create table ended_payments (
  merchant_id uuid not null,
  ended_at timestamptz not null,
  payment_status text not null,
  payment_total bigint not null,
  is_manual_match boolean not null,
  -- Of a PAID one: seconds from its creation.
  waited_seconds double precision
);

-- One row for each local day on which payments ended. The zone is that of the time at which they were added.
create table payment_days (
  merchant_id uuid not null references merchants,
  day date not null,
  paid_count bigint not null default 0,
  paid_total bigint not null default 0,
  manual_count bigint not null default 0,
  expired_count bigint not null default 0,
  cancelled_count bigint not null default 0,
  primary key (merchant_id, day)
) with (fillfactor = 50);

-- How long customers took, in quarter octaves of seconds: each class is 19 per cent wider than the one before.
create table payment_day_waits (
  merchant_id uuid not null references merchants,
  day date not null,
  wait_class smallint not null,
  payment_count bigint not null,
  primary key (merchant_id, day, wait_class)
) with (fillfactor = 50);

create function wait_class(waited_seconds double precision) returns smallint
language sql immutable parallel safe
return floor(4 * log(2::numeric, greatest(waited_seconds, 1)::numeric))::smallint;

create function note_ended_payments() returns trigger
language plpgsql as $$
begin
  insert into ended_payments (merchant_id, ended_at, payment_status, payment_total, is_manual_match, waited_seconds)
  select
    merchant_id, payment_updated_at, payment_status, payment_total, is_manual_match,
    case when payment_status = 'PAID' then extract(epoch from payment_updated_at - created_at) end
  from changed
  where payment_status <> 'PENDING';
  return null;
end
$$;

create trigger payments_note_ended
  after update on payments
  referencing new table as changed
  for each statement
  execute function note_ended_payments();

insert into ended_payments (merchant_id, ended_at, payment_status, payment_total, is_manual_match, waited_seconds)
select
  merchant_id, payment_updated_at, payment_status, payment_total, is_manual_match,
  case when payment_status = 'PAID' then extract(epoch from payment_updated_at - created_at) end
from payments
where payment_status <> 'PENDING';

-- Adds at most `batch` ended payments to their days and answers how many. Of two jobs at once one does the work.
create function count_ended_payments(quota_time_zone text, batch integer) returns integer
language plpgsql as $$
declare
  counted integer;
begin
  if not pg_try_advisory_xact_lock(hashtext('count_ended_payments')) then
    return 0;
  end if;
  with taken as (
    delete from ended_payments
    where ctid = any (array(select ctid from ended_payments limit batch))
    returning *, (ended_at at time zone quota_time_zone)::date as day
  ),
  days as (
    insert into payment_days as present
      (merchant_id, day, paid_count, paid_total, manual_count, expired_count, cancelled_count)
    select
      merchant_id,
      day,
      count(*) filter (where payment_status = 'PAID'),
      coalesce(sum(payment_total) filter (where payment_status = 'PAID'), 0),
      count(*) filter (where is_manual_match),
      count(*) filter (where payment_status = 'EXPIRED'),
      count(*) filter (where payment_status = 'CANCELLED')
    from taken
    group by merchant_id, day
    on conflict (merchant_id, day) do update
    set paid_count = present.paid_count + excluded.paid_count,
      paid_total = present.paid_total + excluded.paid_total,
      manual_count = present.manual_count + excluded.manual_count,
      expired_count = present.expired_count + excluded.expired_count,
      cancelled_count = present.cancelled_count + excluded.cancelled_count
  ),
  waits as (
    insert into payment_day_waits as present (merchant_id, day, wait_class, payment_count)
    select merchant_id, day, wait_class(waited_seconds), count(*)
    from taken
    where waited_seconds is not null
    group by merchant_id, day, wait_class(waited_seconds)
    on conflict (merchant_id, day, wait_class) do update
    set payment_count = present.payment_count + excluded.payment_count
  )
  select count(*) into counted from taken;
  return counted;
end
$$;

-- What somebody who has lost the password was sent by e-mail: one at a time, good once, for minutes.
create table password_resets (
  merchant_id uuid primary key references merchants,
  token_hash bytea not null,
  requested_at timestamptz not null
);

create unique index password_resets_token_key on password_resets (token_hash);
