-- Returns whether a phone can report transfers for a pool: its phone or, if the pool has none, any phone of the
-- merchant. The phone must be approved and online.
create or replace function has_device_that_listens(merchant uuid, pool uuid) returns boolean
language sql stable
return exists (
  select
  from matching_pools bound
  join devices device on device.merchant_id = bound.merchant_id
  where bound.merchant_id = merchant
    and bound.pool_id = pool
    and (bound.device_id is null or bound.device_id = device.device_id)
    and device.device_status = 'ACTIVE'
    and device.offline_since is null
    and not device.is_simulated
);
