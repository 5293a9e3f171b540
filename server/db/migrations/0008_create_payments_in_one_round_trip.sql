-- create_payments: many creates, one round trip, each with its own outcome.
--
-- Creates of one merchant take turns on its row of payment_counters. Numbers without gaps need that anyway, and it makes
-- the rest simple: whoever has the turn sees every earlier code and total of that merchant, so the choice of a free
-- total cannot be overtaken. The unique indexes still decide; under the turn they never have to refuse.

-- The k-th unique amount that a seed proposes.
create function proposed_unique_amount(seed bigint, k integer) returns integer
language sql immutable parallel safe
return 1 + abs(hashint8extended(k, seed) % 999)::integer;

-- The unique amount for one payment: random among those whose total is neither pending nor in quarantine; if there is
-- none, the one whose total was released longest ago; null when all 999 are pending.
--
-- "(select true … limit 1) is null" instead of "not exists", here and below: the planner turns the latter into a join
-- over the whole pool when its statistics are old, and these must stay index probes.
create function choose_unique_amount(
  merchant uuid, pool uuid, amount bigint, seed bigint, quarantined_since timestamptz
) returns integer
language plpgsql stable as $$
declare
  chosen integer;
begin
  select shuffled.candidate into chosen
  from (
    select candidate
    from generate_series(1, 999) candidate
    order by hashint8extended(candidate, seed)
  ) shuffled
  where (
      select true from payments
      where merchant_id = merchant
        and pool_id = pool
        and payment_total = amount + shuffled.candidate
        and payment_status = 'PENDING'
      limit 1
    ) is null
    and (
      select true from payments
      where merchant_id = merchant
        and pool_id = pool
        and payment_total = amount + shuffled.candidate
        and released_at > quarantined_since
      limit 1
    ) is null
  limit 1;

  if chosen is null then
    select candidate into chosen
    from generate_series(1, 999) candidate
    where (
        select true from payments
        where merchant_id = merchant
          and pool_id = pool
          and payment_total = amount + candidate
          and payment_status = 'PENDING'
        limit 1
      ) is null
    order by (
      select released_at from payments
      where merchant_id = merchant
        and pool_id = pool
        and payment_total = amount + candidate
        and released_at is not null
      order by released_at desc
      limit 1
    )
    limit 1;
  end if;

  return chosen;
end
$$;

-- requests: an array of objects with the columns of "request" below; request_number counts them from 1.
-- code is null for a created payment, else the error code.
create function create_payments(
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

-- One create that the fast path left open: its code or its total is wanted by a neighbour too, or no proposal was free.
-- Runs inside the merchant's turn, so what it reads stays true until it writes.
create function create_contested_payment(
  request json, quarantine interval, at timestamptz, today date,
  out code text, out payment_unique integer
)
language plpgsql as $$
#variable_conflict use_column
declare
  wanted record;
begin
  select * into wanted from json_to_record(request) as r (
    merchant_id uuid, payment_id uuid, payment_code text, account_id uuid, pool_id uuid, payment_amount bigint,
    payment_expired_at timestamptz, payment_webhook_url text, payment_return_url text, customer_name text,
    customer_email text, customer_phone text, customer_orders json, seed bigint
  );

  if exists (
    select from payments earlier
    where earlier.merchant_id = wanted.merchant_id
      and earlier.payment_code = wanted.payment_code
  ) then
    code := 'payment_code_conflict';
    return;
  end if;

  payment_unique := choose_unique_amount(
    wanted.merchant_id, wanted.pool_id, wanted.payment_amount, wanted.seed, at - quarantine
  );

  if payment_unique is null then
    -- Payments whose deadline has passed hold a total only until somebody looks.
    update payments overdue
    set payment_status = 'EXPIRED',
      payment_updated_at = overdue.payment_expired_at,
      released_at = overdue.payment_expired_at
    where overdue.merchant_id = wanted.merchant_id
      and overdue.pool_id = wanted.pool_id
      and overdue.payment_total between wanted.payment_amount + 1 and wanted.payment_amount + 999
      and overdue.payment_status = 'PENDING'
      and overdue.payment_expired_at <= at;
    payment_unique := choose_unique_amount(
      wanted.merchant_id, wanted.pool_id, wanted.payment_amount, wanted.seed, at - quarantine
    );
  end if;

  if payment_unique is null then
    code := 'unique_amount_conflict';
    return;
  end if;

  with counted as (
    update payment_counters
    set payment_count = payment_count + 1
    where merchant_id = wanted.merchant_id
    returning payment_count
  ),
  paid_day as (
    update accounts
    set account_quota = account_quota - 1, quota_day = today
    where merchant_id = wanted.merchant_id
      and account_id = wanted.account_id
      and coalesce(quota_day < today, true)
    returning merchant_id, account_id
  ),
  recorded_day as (
    insert into quota_days (merchant_id, account_id, day)
    select merchant_id, account_id, today from paid_day
  )
  insert into payments (
    merchant_id, payment_number, payment_id, payment_code, account_id, pool_id, payment_amount,
    payment_unique, payment_total, payment_expired_at, created_at, payment_updated_at,
    payment_webhook_url, payment_return_url, customer_name, customer_email, customer_phone, customer_orders
  )
  select
    wanted.merchant_id, counted.payment_count, wanted.payment_id, wanted.payment_code, wanted.account_id,
    wanted.pool_id, wanted.payment_amount, payment_unique, wanted.payment_amount + payment_unique,
    wanted.payment_expired_at, at, at, wanted.payment_webhook_url, wanted.payment_return_url,
    wanted.customer_name, wanted.customer_email, wanted.customer_phone, wanted.customer_orders
  from counted;
end
$$;
