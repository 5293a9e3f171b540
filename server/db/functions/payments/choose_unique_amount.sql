-- Returns the unique amount for one payment: a random one whose total is neither pending nor in quarantine. If there is
-- none, the function returns the one whose total was released longest ago. If all 999 are pending, the function returns
-- null.
--
-- The conditions are "(select true … limit 1) is null" instead of "not exists", because with old statistics the planner
-- turns the latter into a join over the whole pool. The conditions must stay index probes.
create or replace function choose_unique_amount(
  merchant uuid, pool uuid, amount bigint, seed bigint, quarantined_since timestamptz
) returns integer
language plpgsql stable as $$
declare
  chosen integer;
begin
  select shuffled.candidate into chosen
  from (
    select candidate
    from generate_series(1, unique_amount_max()) candidate
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
    and (
      select true from former_choices
      where merchant_id = merchant
        and pool_id = pool
        and payment_total = amount + shuffled.candidate
        and released_at > quarantined_since
      limit 1
    ) is null
  limit 1;

  if chosen is null then
    select candidate into chosen
    from generate_series(1, unique_amount_max()) candidate
    where (
        select true from payments
        where merchant_id = merchant
          and pool_id = pool
          and payment_total = amount + candidate
          and payment_status = 'PENDING'
        limit 1
      ) is null
    order by greatest(
      (
        select released_at from payments
        where merchant_id = merchant
          and pool_id = pool
          and payment_total = amount + candidate
          and released_at is not null
        order by released_at desc
        limit 1
      ),
      (
        select released_at from former_choices
        where merchant_id = merchant
          and pool_id = pool
          and payment_total = amount + candidate
        order by released_at desc
        limit 1
      )
    )
    limit 1;
  end if;

  return chosen;
end
$$;
