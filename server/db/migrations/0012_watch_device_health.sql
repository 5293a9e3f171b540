-- Whether each phone is well: what it says about itself, which of its reports are missing, since when it is silent; and
-- the events and refusals that follow for merchants who want them.

alter table devices
  add column last_heartbeat_at timestamptz,
  add column last_notification_at timestamptz,
  add column listener_error text,
  add column listener_error_since timestamptz,
  add column battery_low_since timestamptz,
  -- Since when the queue has notifications and did not become shorter.
  add column queue_growing_since timestamptz,
  -- The highest number that a report had since the device was registered, and the numbers below it that never came.
  add column last_sequence bigint,
  add column missing_sequences int8multirange not null default '{}',
  -- When the newest of them was missed.
  add column sequence_gap_at timestamptz,
  -- When it was decided that the device is offline; null until then and when it is heard again.
  add column offline_since timestamptz,
  add constraint devices_listener_error_has_beginning
    check ((listener_error is null) = (listener_error_since is null)),
  add constraint devices_sequence_gap_has_time
    check (isempty(missing_sequences) = (sequence_gap_at is null)),
  add constraint devices_only_heard_are_offline
    check (offline_since is null or last_seen_at is not null),
  -- A heartbeat changes no indexed column: with room on the page it writes no index.
  set (fillfactor = 50);

-- Until now only heartbeats set last_seen_at.
update devices
set last_heartbeat_at = last_seen_at
where last_seen_at is not null;

-- What is missing after a report: the numbers between the highest one and the reported, less what came now. Only the
-- newest `kept` ranges, so that a device that skips every second number does not grow without bound. Before the first
-- report nothing is known, so nothing below it is missing.
create function missing_after_report(
  missing int8multirange, last_sequence bigint, reported int8multirange, kept integer
) returns int8multirange
language sql immutable parallel safe
return case
  when isempty(reported) then missing
  else (
    select coalesce(range_agg(newest.missing_range), '{}'::int8multirange)
    from (
      select missing_range
      from unnest(
        missing
        + int8multirange(int8range(
          coalesce(last_sequence + 1, lower(reported)),
          greatest(last_sequence + 1, upper(reported))
        ))
        - reported
      ) missing_range
      order by missing_range desc
      limit kept
    ) newest
  )
end;

alter table merchants
  add column sends_device_events boolean not null default false,
  add column refuse_offline_accounts boolean not null default false;

create index merchants_refusing_offline on merchants (merchant_id)
  where refuse_offline_accounts;

-- An event is about a payment or about a device.
alter table webhook_deliveries
  alter column payment_number drop not null,
  add column device_id uuid,
  add foreign key (merchant_id, device_id) references devices,
  drop constraint webhook_deliveries_event_type_check,
  add constraint webhook_deliveries_event_names_its_subject check (
    case
      when event_type in ('payment.paid', 'payment.expired', 'payment.cancelled')
        then payment_number is not null and device_id is null
      when event_type in ('device.offline', 'device.online')
        then payment_number is null and device_id is not null
      else false
    end
  );

create index webhook_deliveries_of_devices on webhook_deliveries (merchant_id, created_at)
  where device_id is not null;

-- One home for "a device that fell silent or came back owes a webhook", whichever statement noticed: the job, a
-- heartbeat, a report.
create function owe_device_webhook() returns trigger
language plpgsql as $$
begin
  insert into webhook_deliveries
    (merchant_id, delivery_id, device_id, event_type, url, created_at, next_attempt_at)
  select
    new.merchant_id,
    'msg_' || replace(gen_random_uuid()::text, '-', ''),
    new.device_id,
    case when new.offline_since is null then 'device.online' else 'device.offline' end,
    merchant.webhook_url,
    coalesce(new.offline_since, new.last_seen_at),
    coalesce(new.offline_since, new.last_seen_at)
  from merchants merchant
  where merchant.merchant_id = new.merchant_id
    and merchant.webhook_url is not null
    and merchant.sends_device_events;
  return null;
end
$$;

create trigger devices_owe_webhook
  after update on devices
  for each row
  when ((old.offline_since is null) <> (new.offline_since is null))
  execute function owe_device_webhook();

-- The phone that a pool is bound to, or any of the merchant's when it is bound to none, may report and is not offline.
create function has_device_that_listens(merchant uuid, pool uuid) returns boolean
language sql stable
return exists (
  select
  from matching_pools bound
  join devices device on device.merchant_id = bound.merchant_id
  where bound.merchant_id = merchant
    and bound.pool_id = pool
    and (bound.device_id is null or bound.device_id = device.device_id)
    and device.device_status = 'ACTIVE'
    and device.offline_since is null
);

-- requests: an array of objects with the columns of "request" below; request_number counts them from 1.
-- code is null for a created payment, else the error code; device_offline is published as no_active_quota, with a message
-- of its own.
create or replace function create_payments(
  requests json, quota_time_zone text, quarantine interval, clock timestamptz
) returns table (
  request_number bigint,
  merchant_id uuid,
  account_id uuid,
  code text,
  payment_unique integer,
  created_at timestamptz
)
language plpgsql rows 10 as $$
#variable_conflict use_column
declare
  judged record;
  at timestamptz;
  today date;
begin
  perform from payment_counters counter
  where counter.merchant_id in (
    select request.merchant_id from json_to_recordset(requests) as request (merchant_id uuid)
  )
  order by counter.merchant_id
  for update;

  -- After the wait, so that the deadline is judged by the time at which it is decided.
  at := date_trunc('milliseconds', coalesce(clock, clock_timestamp()));
  today := (at at time zone quota_time_zone)::date;

  -- Accounts that are about to pay for their day hold still; on later creates of the day this finds nothing.
  perform from accounts account
  where (account.merchant_id, account.account_id) in (
      select request.merchant_id, request.account_id
      from json_to_recordset(requests) as request (merchant_id uuid, account_id uuid)
    )
    and coalesce(account.quota_day < today, true)
  order by account.merchant_id, account.account_id
  for update;

  for judged in
    with request as (
      select *
      from rows from (
        json_to_recordset(requests) as (
          merchant_id uuid,
          payment_id uuid,
          payment_code text,
          account_id uuid,
          payment_amount bigint,
          payment_expired_at timestamptz,
          payment_webhook_url text,
          payment_return_url text,
          customer_name text,
          customer_email text,
          customer_phone text,
          customer_orders json,
          seed bigint
        )
      ) with ordinality as r (
        merchant_id, payment_id, payment_code, account_id, payment_amount, payment_expired_at, payment_webhook_url,
        payment_return_url, customer_name, customer_email, customer_phone, customer_orders, seed, request_number
      )
    ),
    -- The order of checks is the contract's: see createPayment's errors.
    refused as materialized (
      select
        request.*,
        account.pool_id,
        case
          when request.payment_amount < account.account_min_amount
            or request.payment_amount > account.account_max_amount then 'validation_error'
          -- Tag 54 of a QRIS payload has room for 13 digits.
          when account.sealed_qris is not null
            and request.payment_amount > 9999999999999 - 999 then 'validation_error'
          when (request.payment_expired_at > at) is not true then 'invalid_expired_at'
          when account.account_id is null then 'account_not_owned'
          when not account.account_active then 'no_active_quota'
          when account.account_quota = 0 and coalesce(account.quota_day < today, true) then 'no_active_quota'
          -- One probe of an index that holds only the merchants who want it.
          when (
            select true from merchants merchant
            where merchant.merchant_id = request.merchant_id
              and merchant.refuse_offline_accounts
            limit 1
          ) and not has_device_that_listens(request.merchant_id, account.pool_id) then 'device_offline'
          when (
            select true from payments earlier
            where earlier.merchant_id = request.merchant_id
              and earlier.payment_code = request.payment_code
            limit 1
          ) then 'payment_code_conflict'
        end as code
      from request
      left join accounts account using (merchant_id, account_id)
    ),
    proposed as materialized (
      select refused.*, proposal.payment_unique
      from refused
      left join lateral (
        select candidate as payment_unique
        from generate_series(1, 4) k
        cross join lateral proposed_unique_amount(refused.seed, k) candidate
        where (
            select true from payments pending
            where pending.merchant_id = refused.merchant_id
              and pending.pool_id = refused.pool_id
              and pending.payment_total = refused.payment_amount + candidate
              and pending.payment_status = 'PENDING'
            limit 1
          ) is null
          and (
            select true from payments released
            where released.merchant_id = refused.merchant_id
              and released.pool_id = refused.pool_id
              and released.payment_total = refused.payment_amount + candidate
              and released.released_at > at - quarantine
            limit 1
          ) is null
        limit 1
      ) proposal on refused.code is null
    ),
    -- Alone with its code and its total among its neighbours: the rest is settled one by one below.
    clear as (
      select
        proposed.*,
        code is null
          and payment_unique is not null
          and 1 = row_number() over (
            partition by merchant_id, payment_code order by code nulls first, request_number
          )
          and 1 = row_number() over (
            partition by pool_id, payment_amount + payment_unique
            order by code nulls first, request_number
          ) as is_clear
      from proposed
    ),
    created as (
      insert into payments (
        merchant_id, payment_number, payment_id, payment_code, account_id, pool_id, payment_amount,
        payment_unique, payment_total, payment_expired_at, created_at, payment_updated_at,
        payment_webhook_url, payment_return_url, customer_name, customer_email, customer_phone, customer_orders
      )
      select
        clear.merchant_id,
        counter.payment_count
          + row_number() over (partition by clear.merchant_id order by clear.request_number),
        clear.payment_id, clear.payment_code, clear.account_id, clear.pool_id, clear.payment_amount,
        clear.payment_unique, clear.payment_amount + clear.payment_unique, clear.payment_expired_at, at, at,
        clear.payment_webhook_url, clear.payment_return_url, clear.customer_name, clear.customer_email,
        clear.customer_phone, clear.customer_orders
      from clear
      join payment_counters counter using (merchant_id)
      where clear.is_clear
      returning merchant_id, account_id
    ),
    counted as (
      update payment_counters counter
      set payment_count = payment_count + added.payments
      from (select merchant_id, count(*) as payments from created group by merchant_id) added
      where counter.merchant_id = added.merchant_id
    ),
    paid_days as (
      update accounts account
      set account_quota = account_quota - 1, quota_day = today
      from (select distinct merchant_id, account_id from created) used
      where account.merchant_id = used.merchant_id
        and account.account_id = used.account_id
        and coalesce(account.quota_day < today, true)
      returning account.merchant_id, account.account_id
    ),
    recorded_days as (
      insert into quota_days (merchant_id, account_id, day)
      select merchant_id, account_id, today from paid_days
    )
    select * from clear order by request_number
  loop
    request_number := judged.request_number;
    merchant_id := judged.merchant_id;
    account_id := judged.account_id;
    code := judged.code;
    payment_unique := judged.payment_unique;
    created_at := at;
    if code is null and not judged.is_clear then
      select settled.code, settled.payment_unique
      into code, payment_unique
      from create_contested_payment(to_json(judged), quarantine, at, today) settled;
    end if;
    return next;
  end loop;
end
$$;
