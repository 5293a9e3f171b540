-- Creates payments. requests is an array of objects with the fields of payment_request; request_number counts them from
-- 1. code is null for a created payment, otherwise an error code. The API answers device_offline as no_active_quota,
-- with a different message.
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
  parsed payment_request[];
  contested bigint[] := '{}';
  asked bigint[];
  is_alone boolean := false;
  is_contested boolean;
  days_are_due boolean;
  at timestamptz;
  today date;
begin
  -- The JSON is parsed once, because three statements read it.
  parsed := array(select request from json_populate_recordset(null::payment_request, requests) request);

  perform from payment_counters counter
  where counter.merchant_id in (select request.merchant_id from unnest(parsed) request)
  order by counter.merchant_id
  for update;

  -- The clock is read after the wait, so that the deadline is compared with the time of the decision.
  at := date_trunc('milliseconds', coalesce(clock, clock_timestamp()));
  today := (at at time zone quota_time_zone)::date;

  -- Locks the accounts that might have to spend a unit of quota for this day. Later calls on the same day find none.
  perform from accounts account
  where (account.merchant_id, account.account_id) in (
      select request.merchant_id, request.account_id from unnest(parsed) request
    )
    and coalesce(account.quota_day < today, true)
  order by account.merchant_id, account.account_id
  for update;
  days_are_due := found;

  -- The first round leaves a request contested if another wants its code or its total, or if no proposal is free. The
  -- second round takes all contested requests again together, and later rounds take the remaining ones one by one. In a
  -- small batch, starting this statement costs as much as running it, so rarely needed parts are separate.
  loop
    for request_number, merchant_id, account_id, code, payment_unique, created_at, is_contested in
      with request as (
        select *, ordinality as request_number
        from unnest(parsed) with ordinality
        where asked is null or ordinality = any (asked)
      ),
      -- The contract defines the order of these checks: see the errors of createPayment.
      refused as materialized (
        select
          request.*,
          account.pool_id,
          case
            when request.payment_amount < account.account_min_amount
              or request.payment_amount > account.account_max_amount then 'validation_error'
            when account.sealed_qris is not null
              and request.payment_amount > qris_amount_max() - unique_amount_max() then 'validation_error'
            when (request.payment_expired_at > at) is not true then 'invalid_expired_at'
            when account.account_id is null then 'account_not_owned'
            when not account.account_active then 'no_active_quota'
            when account.account_quota = 0 and coalesce(account.quota_day < today, true) then 'no_active_quota'
            -- One probe of an index that holds only merchants who switched this refusal on. "is true" is needed,
            -- because "null and f()" calls f.
            when (
              select true from merchants merchant
              where merchant.merchant_id = request.merchant_id
                and merchant.refuse_offline_accounts
              limit 1
            ) is true and current_setting('tepat.needs_no_phone', true) is distinct from 'on'
              and not has_device_that_listens(request.merchant_id, account.pool_id) then 'device_offline'
            when (
              select true from payments earlier
              where earlier.merchant_id = request.merchant_id
                and earlier.payment_code = request.payment_code
              limit 1
            ) or (
              select true from removed_payments earlier
              where earlier.merchant_id = request.merchant_id
                and earlier.payment_code = request.payment_code
              limit 1
            ) then 'payment_code_conflict'
          end as code
        from request
        left join accounts account using (merchant_id, account_id)
      ),
      proposed as materialized (
        select
          refused.*,
          case
            when not is_alone then proposal.payment_unique
            when refused.code is null then choose_contested_amount(
              refused.merchant_id, refused.pool_id, refused.payment_amount, refused.seed, at - quarantine, at
            )
          end as payment_unique
        from refused
        left join lateral (
          select proposal.candidate as payment_unique
          -- If amounts are spread, the first proposal is usually free; in a pool that is three quarters full, the
          -- fourth is, on average. A search by choose_unique_amount costs a hundred times as much. The functions are
          -- not called in "from" itself, where PostgreSQL would store all their rows first.
          from (select generate_series(1, 24) as k) series
          cross join lateral (select proposed_unique_amount(refused.seed, k) as candidate) proposal
          where (
              select true from payments pending
              where pending.merchant_id = refused.merchant_id
                and pending.pool_id = refused.pool_id
                and pending.payment_total = refused.payment_amount + proposal.candidate
                and pending.payment_status = 'PENDING'
              limit 1
            ) is null
            and (
              select true from payments released
              where released.merchant_id = refused.merchant_id
                and released.pool_id = refused.pool_id
                and released.payment_total = refused.payment_amount + proposal.candidate
                and released.released_at > at - quarantine
              limit 1
            ) is null
            and (
              select true from former_choices former
              where former.merchant_id = refused.merchant_id
                and former.pool_id = refused.pool_id
                and former.payment_total = refused.payment_amount + proposal.candidate
                and former.released_at > at - quarantine
              limit 1
            ) is null
          limit 1
        ) proposal on refused.code is null and not is_alone
      ),
      -- Requests that share neither code nor total with another request of this round.
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
          payment_webhook_url, payment_return_url, customer_name, customer_email, customer_phone, customer_orders,
          metadata
        )
        select
          clear.merchant_id,
          counter.payment_count
            + row_number() over (partition by clear.merchant_id order by clear.request_number),
          clear.payment_id, clear.payment_code, clear.account_id, clear.pool_id, clear.payment_amount,
          clear.payment_unique, clear.payment_amount + clear.payment_unique, clear.payment_expired_at, at, at,
          clear.payment_webhook_url, clear.payment_return_url, clear.customer_name, clear.customer_email,
          clear.customer_phone, clear.customer_orders, clear.metadata
        from clear
        join payment_counters counter using (merchant_id)
        where clear.is_clear
      ),
      counted as (
        update payment_counters counter
        set payment_count = payment_count + added.payments
        from (select merchant_id, count(*) as payments from clear where is_clear group by merchant_id) added
        where counter.merchant_id = added.merchant_id
      )
      select request_number, merchant_id, account_id, code, payment_unique, at, code is null and not is_clear
      from clear
      order by request_number
    loop
      if is_contested and not is_alone then
        contested := contested || request_number;
        continue;
      elsif is_contested then
        code := 'unique_amount_conflict';
      end if;
      return next;
    end loop;
    if asked is null then
      asked := contested;
      contested := '{}';
    else
      asked := contested[1:1];
      contested := contested[2:];
    end if;
    is_alone := cardinality(asked) = 1;
    exit when asked = '{}';
  end loop;

  -- The first payment of the day on an account takes the unit of quota.
  if days_are_due then
    with paid_days as (
      update accounts account
      set account_quota = account_quota - 1, quota_day = today
      from (
        select distinct request.merchant_id, request.account_id
        from unnest(parsed) request
        -- A subquery instead of a join, because the planner might join with the whole of a young table.
        where (
          select true from payments created
          where created.payment_id = request.payment_id
            and created.merchant_id = request.merchant_id
          limit 1
        )
      ) used
      where account.merchant_id = used.merchant_id
        and account.account_id = used.account_id
        and coalesce(account.quota_day < today, true)
      returning account.merchant_id, account.account_id
    )
    insert into quota_days (merchant_id, account_id, day)
    select merchant_id, account_id, today from paid_days;
  end if;
end
$$;
