-- Writes the notices that an account has few days of quota left, and later that it has none.
create or replace function owe_quota_notice() returns trigger
language plpgsql as $$
begin
  if not (
    (old.account_quota > quota_low_days() and new.account_quota <= quota_low_days())
    or new.account_quota = 0
  ) then
    return null;
  end if;

  perform owe_notices(
    new.merchant_id,
    'quota_low',
    new.account_id || ' ' || new.account_quota || ' ' || coalesce(new.quota_day::text, ''),
    json_build_object(
      'account_id', new.account_id,
      'channel_name', (select channel_name from channels where channel_id = new.channel_id),
      'account_number_end', right(new.account_number, 4),
      'account_quota', new.account_quota
    ),
    clock_timestamp()
  );
  return null;
end
$$;

create or replace trigger accounts_owe_notice
  after update of account_quota on accounts
  for each row
  when (new.account_active and new.account_quota < old.account_quota)
  execute function owe_quota_notice();
