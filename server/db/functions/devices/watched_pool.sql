-- Returns the pool of an email: that of the account it names, otherwise the only one with this package among the
-- accounts that the mailbox watches. Of several pools, a guess could pay another account's invoice of the same total, so
-- the transfer then waits for a person. A mailbox also reaches pools that are bound to a phone.
create or replace function watched_pool(merchant uuid, mailbox uuid, package text, named_account uuid) returns uuid
language sql stable
return (
  select (array_agg(pool.pool_id))[1]
  from source_accounts watched
  join accounts account using (merchant_id, account_id)
  join matching_pools pool using (merchant_id, pool_id)
  where watched.merchant_id = merchant
    and watched.device_id = mailbox
    and pool.package_name = lower(package)
    and (named_account is null or account.account_id = named_account)
  having count(distinct pool.pool_id) = 1
);
