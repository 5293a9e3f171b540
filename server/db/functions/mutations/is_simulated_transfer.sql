-- Returns whether a simulated phone reported this transfer, which then moved no real money. Only its phone shows this:
-- a simulated transfer is recorded like any other.
create or replace function is_simulated_transfer(merchant uuid, mutation uuid) returns boolean
language sql stable
return exists (
  select
  from mutations reported
  join devices device using (merchant_id, device_id)
  where reported.merchant_id = merchant
    and reported.mutation_id = mutation
    and device.is_simulated
);
