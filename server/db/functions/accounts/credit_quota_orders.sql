-- Credits an order's days within the statement that makes its invoice PAID, whichever statement that is. So one never
-- happens without the other, and the guarded update credits no order twice.
create or replace function credit_quota_orders() returns trigger
language plpgsql as $$
begin
  -- Usually there is no unpaid order.
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

create or replace trigger payments_credit_quota_orders
  after update on payments
  referencing new table as changed
  for each statement
  execute function credit_quota_orders();
