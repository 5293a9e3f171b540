-- Returns the separate merchant that holds a merchant's test keys, and creates it if there is none. Callers wait for
-- each other on the merchant's row. A test mode has no test mode. Its email address contains a new id, so it is always
-- free.
create or replace function open_test_mode(of_merchant uuid, new_id uuid)
returns table (merchant_id uuid, is_new boolean)
language plpgsql as $$
#variable_conflict use_column
declare
  live merchants;
begin
  select * into strict live from merchants where merchants.merchant_id = of_merchant for no key update;
  if live.test_of is not null then
    raise exception 'merchant % is a test mode', of_merchant
      using errcode = 'integrity_constraint_violation', constraint = 'merchants_test_mode_has_none';
  end if;
  return query select known.merchant_id, false from merchants known where known.test_of = of_merchant;
  if found then
    return;
  end if;
  insert into merchants (
    merchant_id, test_of, merchant_name, email, created_at, logo_url, accent_color, contact_address, contact_phone,
    contact_email, shop_url, sends_expired_events, sends_cancelled_events, sends_difference_events, sends_receipts
  )
  values (
    new_id, of_merchant, live.merchant_name, 'test+' || new_id || '@tepat.invalid', now(), live.logo_url,
    live.accent_color, live.contact_address, live.contact_phone, live.contact_email, live.shop_url,
    live.sends_expired_events, live.sends_cancelled_events, live.sends_difference_events, false
  );
  insert into payment_counters (merchant_id) values (new_id);
  insert into mutation_counters (merchant_id) values (new_id);
  perform stand_for_account(account) from accounts account where account.merchant_id = of_merchant;
  return query select new_id, true;
end
$$;
