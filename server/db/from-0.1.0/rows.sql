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
