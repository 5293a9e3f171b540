-- The largest unique amount (specification, section 8): limits.uniqueAmountMax.
create or replace function unique_amount_max() returns integer
language sql immutable parallel safe
return 999;
