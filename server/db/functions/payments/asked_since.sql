-- Returns the time since which a payment has had its account and total: the last time that its customer chose again, or
-- its creation. For a PENDING payment this is payment_updated_at.
create or replace function asked_since(asked payments) returns timestamptz
language sql stable as $$
  select coalesce(
    (
      select max(former.released_at) from former_choices former
      where former.merchant_id = asked.merchant_id
        and former.payment_number = asked.payment_number
    ),
    asked.created_at
  )
$$;
