-- Copies a merchant's look and its choice of events to its test mode. The test mode has its own webhook URL.
create or replace function mirror_test_mode() returns trigger
language plpgsql as $$
begin
  update merchants
  set merchant_name = new.merchant_name,
    logo_url = new.logo_url,
    accent_color = new.accent_color,
    contact_address = new.contact_address,
    contact_phone = new.contact_phone,
    contact_email = new.contact_email,
    shop_url = new.shop_url,
    sends_expired_events = new.sends_expired_events,
    sends_cancelled_events = new.sends_cancelled_events,
    sends_difference_events = new.sends_difference_events
  where test_of = new.merchant_id;
  return null;
end
$$;

create or replace trigger merchants_mirror_test_mode
  after update of
    merchant_name, logo_url, accent_color, contact_address, contact_phone, contact_email, shop_url,
    sends_expired_events, sends_cancelled_events, sends_difference_events
  on merchants
  for each row
  when (new.test_of is null)
  execute function mirror_test_mode();
