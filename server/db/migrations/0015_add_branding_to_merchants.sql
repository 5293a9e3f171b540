-- How a merchant's checkout page looks. Checked here too, since both reach a customer's browser.

alter table merchants
  add column logo_url text check (logo_url ~* '^https://' and length(logo_url) <= 2048),
  add column accent_color text check (accent_color ~ '^#[0-9a-f]{6}$');
