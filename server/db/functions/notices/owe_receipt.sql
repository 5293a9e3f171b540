-- Writes the emailed receipt for the customer of a sale, once. Call the function in the statement that pays. The
-- receipt's language is that of the customer's earlier emails, or otherwise Indonesian.
create or replace function owe_receipt(of_merchant uuid, of_sale bigint, at timestamptz) returns void
language sql as $$
  insert into customer_mails (merchant_id, mail_id, sale_number, kind, language, created_at, next_attempt_at)
  select
    merchant.merchant_id,
    gen_random_uuid(),
    of_sale,
    'receipt',
    coalesce(
      (
        select earlier.language
        from customer_mails earlier
        where earlier.merchant_id = of_merchant
          and earlier.sale_number = of_sale
        order by earlier.created_at desc
        limit 1
      ),
      'id'
    ),
    at,
    at
  from merchants merchant
  where merchant.merchant_id = of_merchant
    and merchant.sends_receipts
    and (
      select count(*)
      from customer_mails recent
      where recent.merchant_id = of_merchant
        and recent.kind = 'receipt'
        and recent.created_at > at - interval '1 day'
    ) < customer_mails_per_day()
  on conflict do nothing;
$$;
