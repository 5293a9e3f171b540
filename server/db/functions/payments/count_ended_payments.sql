-- Adds at most `batch` ended payments to the figures of their days and returns their number. If two jobs run at the
-- same time, one does the work.
create or replace function count_ended_payments(quota_time_zone text, batch integer) returns integer
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
  judged as materialized (
    select
      *,
      payment_status = 'PAID' and not is_simulated as is_paid
    from (select *, is_simulated_transfer(merchant_id, mutation_id) as is_simulated from taken) named
  ),
  days as (
    insert into payment_days as present (
      merchant_id, day, account_id, paid_count, paid_total, manual_count, expired_count, cancelled_count,
      simulated_count, simulated_total
    )
    select
      merchant_id,
      day,
      account_id,
      count(*) filter (where is_paid),
      coalesce(sum(payment_total) filter (where is_paid), 0),
      count(*) filter (where is_paid and is_manual_match),
      count(*) filter (where payment_status = 'EXPIRED'),
      count(*) filter (where payment_status = 'CANCELLED'),
      count(*) filter (where is_simulated),
      coalesce(sum(payment_total) filter (where is_simulated), 0)
    from judged
    group by merchant_id, day, account_id
    on conflict on constraint payment_days_key do update
    set paid_count = present.paid_count + excluded.paid_count,
      paid_total = present.paid_total + excluded.paid_total,
      manual_count = present.manual_count + excluded.manual_count,
      expired_count = present.expired_count + excluded.expired_count,
      cancelled_count = present.cancelled_count + excluded.cancelled_count,
      simulated_count = present.simulated_count + excluded.simulated_count,
      simulated_total = present.simulated_total + excluded.simulated_total
  ),
  waits as (
    insert into payment_day_waits as present (merchant_id, day, account_id, wait_class, payment_count)
    select merchant_id, day, account_id, wait_class(waited_seconds), count(*)
    from judged
    where is_paid
      and waited_seconds is not null
    group by merchant_id, day, account_id, wait_class(waited_seconds)
    on conflict on constraint payment_day_waits_key do update
    set payment_count = present.payment_count + excluded.payment_count
  )
  select count(*) into counted from taken;
  return counted;
end
$$;
