-- An account of one's own gateway stopped after 30 days of use. On a gateway without public sign-up and without a seller
-- of days, an account now begins with 36,500, and those that exist get as many. An account that a person has closed by
-- setting its days to 0 stays closed: it has no paid day. Where a stranger has signed up, nothing changes.
update accounts
set account_quota = 36500, no_free_days = null
where account_quota < 36500
  and (account_quota > 0 or quota_day is not null or no_free_days is not null)
  and not exists (select from merchants where quota_price is not null)
  and not exists (
    select
    from audit_entries
    join merchants using (merchant_id)
    where audit_entries.action = 'merchant.created'
      and audit_entries.actor = 'merchant'
      and not merchants.is_operator
  );
