-- Returns the invoices that follow an expired one, usually one at most: they have its total and one of its codes, and a
-- person matched a transfer to them.
create or replace function paid_follow_ups(merchant uuid, ended_number bigint) returns setof payments
language sql stable
as $$
  select follow_up.*
  from payments ended
  join payments follow_up
    on follow_up.merchant_id = ended.merchant_id
    and follow_up.payment_code = any (follow_up_codes(ended.payment_code) collate "C")
    and follow_up.account_id = ended.account_id
    and follow_up.payment_total = ended.payment_total
    and follow_up.payment_unique = ended.payment_unique
    and follow_up.payment_status = 'PAID'
    and follow_up.is_manual_match
    and follow_up.matched_mutation_id is not null
  where ended.merchant_id = merchant
    and ended.payment_number = ended_number
    and ended.payment_status = 'EXPIRED'
  order by follow_up.payment_number
$$;
