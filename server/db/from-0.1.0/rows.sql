-- Fills the columns that are new since version 0.1.0, and corrects the texts of built-in rows. A second run changes nothing more.

update accounts account
set first_number = numbered.number
from (
  select distinct on (channel_id, number) merchant_id, account_id, number
  from (
    select
      merchant_id, account_id, channel_id, created_at,
      bare_number(
        case when sealed_qris is null then account_number else coalesce(qris_id, qris_name || qris_city) end
      ) as number
    from accounts
  ) present
  where number is not null
  order by channel_id, number, created_at, account_id
) numbered
where account.merchant_id = numbered.merchant_id
  and account.account_id = numbered.account_id;

update devices
set is_simulated = true
where installation_id = 'simulated';

update channels
set channel_instructions = replace(
  channel_instructions::text, 'Halaman ini berubah sendiri', 'Halaman ini berubah otomatis'
)::json
where channel_instructions::text like '%Halaman ini berubah sendiri%';

insert into people (merchant_id, person_id, person_name, email, password_hash, role, created_at)
select merchant_id, merchant_id, merchant_name, email, password_hash, 'owner', created_at
from merchants
on conflict do nothing;

update sessions
set person_id = merchant_id
where person_id is null;
-- Payments that were matched by hand with another amount than their total.
insert into payment_ledgers (merchant_id, payment_number, owed, received, kept, changed_at)
select
  payment.merchant_id, payment.payment_number, payment.payment_total, paying.amount_parsed,
  paying.amount_parsed - payment.payment_total, payment.payment_updated_at
from mutations paying
join payments payment
  on payment.merchant_id = paying.merchant_id
  and payment.payment_number = paying.matched_payment_number
where paying.match_reason = 'matched_by_hand'
  and coalesce(paying.currency_parsed, 'IDR') = 'IDR'
  and paying.amount_parsed <> payment.payment_total
  and paying.amount_parsed > 0
on conflict do nothing;

insert into payment_receipts (merchant_id, payment_number, receipt_number, mutation_number, amount, booked_at)
select ledger.merchant_id, ledger.payment_number, 1, paying.mutation_number, paying.amount_parsed, ledger.changed_at
from payment_ledgers ledger
join mutations paying
  on paying.merchant_id = ledger.merchant_id
  and paying.matched_payment_number = ledger.payment_number
where not exists (
  select from payment_receipts receipt
  where receipt.merchant_id = ledger.merchant_id
    and receipt.payment_number = ledger.payment_number
)
on conflict do nothing;


update recovery_codes
set person_id = merchant_id
where person_id is null;

update known_browsers
set person_id = merchant_id
where person_id is null;

insert into authenticators (merchant_id, person_id, sealed_secret, enabled_at, last_step, failed_at)
select merchant_id, merchant_id, sealed_secret, enabled_at, last_step, failed_at
from totp_enrolments
on conflict do nothing;

-- They are valid for minutes, and asked for again.
delete from totp_offers;
delete from password_resets;

-- Days were counted for each merchant, and are counted for each account now. The job counts every ended payment again,
-- in the zone that is set.
do $$
begin
  if exists (select from payment_days where account_id is null)
    or exists (select from ended_payments where account_id is null)
  then
    delete from payment_days;
    delete from payment_day_waits;
    delete from ended_payments;
    insert into ended_payments (
      merchant_id, ended_at, payment_status, payment_total, is_manual_match, waited_seconds, account_id, mutation_id
    )
    select
      merchant_id, payment_updated_at, payment_status, payment_total, is_manual_match,
      case when payment_status = 'PAID' then extract(epoch from payment_updated_at - created_at) end,
      account_id, matched_mutation_id
    from payments
    where payment_status <> 'PENDING';
  end if;
end
$$;
