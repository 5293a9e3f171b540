-- Returns the k-th random proposal for a payment's unique amount, 1 to 999. The body is a string, because a function
-- whose body begins with "return" can call only functions that exist already.
create or replace function proposed_unique_amount(seed bigint, k integer) returns integer
language sql immutable parallel safe as $$
  select 1 + abs(hashint8extended(k, seed) % unique_amount_max())::integer
$$;
