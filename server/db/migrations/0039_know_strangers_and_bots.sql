-- When the owner closed sign-up, the merchants of strangers got the rights of a gateway without strangers: webhooks to
-- private addresses and free days of use. Each merchant that signed up is now known. Those of before are known by the
-- audit log.
alter table merchants add column has_signed_up boolean not null default false;
update merchants
set has_signed_up = true
where exists (
  select
  from audit_entries
  where audit_entries.merchant_id = merchants.merchant_id
    and audit_entries.action = 'merchant.created'
    and audit_entries.actor = 'merchant'
)
and not is_operator;
create index merchants_strangers on merchants (merchant_id) where has_signed_up and not is_operator;

-- A reader of the gateway's former Telegram bot wrote its numbers over those of the new one.
alter table telegram_reader add column bot_id text;
