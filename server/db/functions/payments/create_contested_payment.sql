-- Makes one payment that the fast path left open: another request of the batch wants its code or its total, or no
-- proposal was free. It runs inside the merchant's turn, so what it reads stays true until it writes.
create or replace function create_contested_payment(
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
  ) or exists (
    select from removed_payments earlier
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
    -- A payment whose deadline has passed keeps its total only until somebody looks.
    perform end_pending(array_agg(overdue.merchant_id), array_agg(overdue.payment_number), 'EXPIRED', at)
    from payments overdue
    where overdue.merchant_id = wanted.merchant_id
      and overdue.pool_id = wanted.pool_id
      and overdue.payment_total
        between wanted.payment_amount + 1 and wanted.payment_amount + unique_amount_max()
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
