-- Copies this account to the merchant's test mode, if there is one, or updates the copy. A customer cannot pay the copy
-- by mistake: its number is invented, and it has no QRIS code. Its days cost nothing and last a hundred years.
create or replace function stand_for_account(account accounts) returns void
language sql as $$
  with mode as (
    select merchant_id from merchants where test_of = account.merchant_id
  ),
  pool as (
    insert into matching_pools as present (merchant_id, pool_id, package_name, device_id)
    select mode.merchant_id, gen_random_uuid(), lower(account.app_package), null from mode
    on conflict on constraint matching_pools_meaning_key
      do update set package_name = present.package_name
    returning merchant_id, pool_id
  )
  insert into accounts (
    merchant_id, account_id, stands_for, channel_id, app_id, app_package, pool_id, account_number, account_name,
    account_min_amount, account_max_amount, account_active, account_quota, created_at, is_example
  )
  select
    pool.merchant_id, gen_random_uuid(), account.account_id, account.channel_id, account.app_id, account.app_package,
    pool.pool_id, '0000000000', 'UJI / TEST', account.account_min_amount, account.account_max_amount,
    account.account_active, 36500, account.created_at, true
  from pool
  on conflict (merchant_id, stands_for) where stands_for is not null do update
  set app_id = excluded.app_id,
    app_package = excluded.app_package,
    pool_id = excluded.pool_id,
    account_min_amount = excluded.account_min_amount,
    account_max_amount = excluded.account_max_amount,
    account_active = excluded.account_active;
$$;
