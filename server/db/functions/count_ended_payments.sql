-- Adds at most `batch` ended payments to their days and returns how many. If two jobs run at once, one does the work.
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
