-- The dashboard leads a new merchant to the first payment, until a person ends that. Merchants that already have an
-- account need no guide. A logo can be a small picture that the merchant has chosen, kept as a data: URL, because a
-- shopkeeper has no server for it.
alter table merchants
  add column guide_ended_at timestamptz,
  drop constraint merchants_logo_url_check,
  add constraint merchants_logo_url_check check (
    (logo_url ~* '^https://' and length(logo_url) <= 2048)
    or (logo_url ~ '^data:image/(jpeg|png);base64,' and length(logo_url) <= 16384)
  );
update merchants
set guide_ended_at = now()
where exists (select from accounts where accounts.merchant_id = merchants.merchant_id and not is_example);
