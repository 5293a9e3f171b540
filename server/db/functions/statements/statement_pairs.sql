-- Returns each pair of a credit in the account's statements and a mutation that might be about the same money: the
-- amounts are equal, neither is tied, and the times fit (fits_statement_row).
--
-- The result has all pairs of the rows of these days, and all pairs of the mutations in them: the function reads the
-- days around too.
create or replace function statement_pairs(merchant uuid, account uuid, first_day date, last_day date)
returns table (
  row_id uuid,
  mutation_number bigint,
  day date,
  posted_day date,
  posted_at timestamptz,
  booked_at timestamptz,
  amount_sen bigint,
  wording bytea,
  twin_number integer,
  -- Whether the row's words contain the first word of the sender's name.
  agrees_in_name boolean,
  -- Whether the mutation cannot belong to another account.
  is_certain boolean
)
language plpgsql stable rows 1000
-- Both sides can have thousands of rows, which the planner cannot know.
set enable_nestloop = off
as $$
#variable_conflict use_column
begin
  return query
  select
    credit.row_id, money.mutation_number, credit.day, money.posted_day, money.posted_at, credit.booked_at,
    credit.amount_sen, credit.wording, credit.twin_number,
    coalesce(
      position(substring(upper(money.sender) from '[[:alnum:]]{3,}') in upper(credit.description)) > 0,
      false
    ),
    money.is_certain
  from statement_rows credit
  join mutations_for_statement(merchant, account, first_day - 8, last_day + 8) money
    on money.amount_sen = credit.amount_sen
    and fits_statement_row(credit.day, credit.booked_at, money.early_day, money.posted_day, money.posted_at)
  where credit.merchant_id = merchant
    and credit.account_id = account
    and credit.day between first_day - 8 and last_day + 8
    and credit.direction = 'CREDIT'
    and credit.meaning in ('open', 'missed', 'ambiguous')
    and not money.is_tied;
end
$$;
