-- What a tenant can have of itself has an end: free days come once for each number, whoever adds it.

-- A bank's number as it is compared: however it is spaced, signed or written.
create function bare_number(number text) returns text
language sql immutable parallel safe
return lower(regexp_replace(normalize(number, NFKC), '[^[:alnum:]]', '', 'g'));

alter table accounts
  -- The number with which the account was made, bare; QRIS: its code's NMID, or else name and city. Null where an account
  -- with it had been made before.
  add column first_number text,
  -- Why it began without free days where they are given.
  add column no_free_days text check (no_free_days in ('known_number', 'one_account'));

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

-- Of two merchants who add one number at once, one is the first.
create unique index accounts_first_number_key on accounts (channel_id, first_number);
