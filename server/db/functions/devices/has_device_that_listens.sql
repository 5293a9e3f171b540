-- Returns whether the phone that a pool is bound to, or any of the merchant's when it is bound to none, is allowed to
-- report and is not offline.
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
