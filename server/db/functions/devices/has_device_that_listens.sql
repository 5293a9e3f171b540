-- Returns whether a source can report transfers for a pool: its phone or, if the pool has none, any phone of the
-- merchant; or a mailbox that watches an account of the pool and can read its bank's emails. The source must be approved
-- and online.
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
    and device.source_kind = 'phone'
    and not device.is_simulated
) or exists (
  select
  from devices mailbox
  join source_accounts watched using (merchant_id, device_id)
  join accounts account using (merchant_id, account_id)
  where mailbox.merchant_id = merchant
    and mailbox.source_kind = 'mailbox'
    and mailbox.device_status = 'ACTIVE'
    and mailbox.offline_since is null
    and watched.is_read
    and account.pool_id = pool
);
