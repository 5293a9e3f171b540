-- Ties debits of a statement to recorded refunds of the same amount. The debit must be booked between one day before
-- and one week after the stated time of the refund. If several refunds or debits fit, none is tied, because a wrong
-- proof is worse than none. Debits that a person explained and closed months stay unchanged. Returns the number of
-- proved refunds.
create or replace function prove_refunds(
  merchant uuid, account uuid, first_day date, last_day date, at timestamptz
) returns bigint
language plpgsql as $$
declare
  proved bigint;
begin
  with fitting as (
    select debit.row_id, refund.refund_id,
      count(*) over (partition by debit.row_id) as refunds_of_debit,
      count(*) over (partition by refund.refund_id) as debits_of_refund
    from statement_rows debit
    join refunds refund
      on refund.merchant_id = debit.merchant_id
      and refund.proved_at is null
      and refund.amount * 100 = debit.amount_sen
      and debit.day between (refund.refunded_at at time zone statement_time_zone())::date - 1
        and (refund.refunded_at at time zone statement_time_zone())::date + 7
    where debit.merchant_id = merchant
      and debit.account_id = account
      and debit.day between first_day and last_day
      and debit.direction = 'DEBIT'
      and debit.meaning <> 'reversal'
      and not exists (
        select from refunds other
        where other.merchant_id = merchant
          and other.proved_by = debit.row_id
      )
  ),
  tied as (
    update refunds refund
    set proved_by = fitting.row_id,
      proved_at = at
    from fitting
    where refund.merchant_id = merchant
      and refund.refund_id = fitting.refund_id
      and fitting.refunds_of_debit = 1
      and fitting.debits_of_refund = 1
    returning refund.proved_by
  ),
  named as (
    update statement_rows debit
    set meaning = 'refund'
    from tied
    where debit.merchant_id = merchant
      and debit.row_id = tied.proved_by
      and debit.explained_at is null
      and not is_closed_month(merchant, account, debit.day)
  )
  select count(*) into proved from tied;
  return proved;
end
$$;
