-- Moves the PENDING payment of a sale to the account that its customer has chosen instead, with a total of that account's
-- pool. Code, deadline and amount stay. Returns whether the payment was moved, which can_choose_again decides. error is
-- null, no_account or totals_used_up.
--
-- The function takes the turns in the order of every matching and of every create. A transfer of the previous total
-- therefore either pays before the change or finds the total released, and of two changes the second sees the first.
create or replace function change_choice(
  merchant uuid, sale uuid, wanted uuid, seed bigint, quota_time_zone text, quarantine interval, clock timestamptz,
  out is_moved boolean, out error text
)
language plpgsql as $$
#variable_conflict use_column
declare
  at timestamptz;
  today date;
  sold sales;
  pending payments;
  target accounts;
  known_totals bigint[];
  chosen integer;
begin
  is_moved := false;
  perform from mutation_counters where merchant_id = merchant for update;
  select * into sold from sales where merchant_id = merchant and sale_id = sale for no key update;
  perform from payment_counters where merchant_id = merchant for update;
  select * into target from accounts where merchant_id = merchant and account_id = wanted for update;
  select * into pending
  from payments
  where merchant_id = merchant
    and payment_number = sold.payment_number
  for update;
  -- A clock that was set back does not bring two changes to one time.
  at := greatest(
    date_trunc('milliseconds', coalesce(clock, clock_timestamp())), pending.payment_updated_at + interval '1 millisecond'
  );
  today := (at at time zone quota_time_zone)::date;

  if pending.account_id = wanted or not can_choose_again(sold, pending, at) then
    return;
  end if;

  if (
    target.account_active
    and (target.account_quota > 0 or target.quota_day >= today)
    and pending.payment_amount >= target.account_min_amount
    and pending.payment_amount <= coalesce(target.account_max_amount, pending.payment_amount)
    and (target.sealed_qris is null or pending.payment_amount <= qris_amount_max() - unique_amount_max())
    and has_device_that_listens(merchant, target.pool_id)
  ) is not true then
    error := 'no_account';
    return;
  end if;

  -- Open pages learn of a change by the total, so no two choices of a payment have the same total. A draw seldom gives
  -- a known total, unless all others are taken.
  known_totals := array(
    select former.payment_total from former_choices former
    where former.merchant_id = merchant
      and former.payment_number = pending.payment_number
  ) || pending.payment_total;
  for draw in 0..4 loop
    chosen := choose_contested_amount(
      merchant, target.pool_id, pending.payment_amount, seed + draw, at - quarantine, at
    );
    exit when (pending.payment_amount + chosen = any (known_totals)) is not true;
    chosen := null;
  end loop;
  if chosen is null then
    error := 'totals_used_up';
    return;
  end if;

  insert into former_choices (
    merchant_id, payment_number, account_id, pool_id, payment_total, offered_at, released_at
  )
  values (
    merchant, pending.payment_number, pending.account_id, pending.pool_id, pending.payment_total,
    pending.payment_updated_at, at
  );
  update payments
  set account_id = wanted,
    pool_id = target.pool_id,
    payment_unique = chosen,
    payment_total = payment_amount + chosen,
    payment_updated_at = at
  where merchant_id = merchant
    and payment_number = pending.payment_number;
  update sales set account_id = wanted where merchant_id = merchant and sale_number = sold.sale_number;

  -- Choosing the account uses one of its days, as a create does.
  update accounts
  set account_quota = account_quota - 1, quota_day = today
  where merchant_id = merchant
    and account_id = wanted
    and coalesce(quota_day < today, true);
  if found then
    insert into quota_days (merchant_id, account_id, day) values (merchant, wanted, today);
  end if;
  is_moved := true;
end
$$;
