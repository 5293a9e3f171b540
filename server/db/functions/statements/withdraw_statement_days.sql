-- Removes the import's rows on these days and their ties, and undoes the mutations recorded from these rows. If a late
-- report of the same money exists, the report stands for the money again; otherwise the recorded mutation becomes
-- not_ours. Returns the number of removed rows. The caller has checked that no row is in use, and holds the account's
-- turn.
create or replace function withdraw_statement_days(
  merchant uuid, account uuid, import uuid, first_day date, last_day date, at timestamptz
)
returns bigint
language plpgsql
set enable_seqscan = off
as $$
declare
  recorded record;
  report mutations;
  why record;
  removed bigint;
begin
  for recorded in
    select known.*
    from statement_rows booked
    join statement_ties tie on tie.merchant_id = merchant and tie.row_id = booked.row_id and not tie.is_settlement
    join mutations known on known.merchant_id = merchant and known.mutation_number = tie.mutation_number
    where booked.merchant_id = merchant
      and booked.account_id = account
      and booked.day between first_day and last_day
      and booked.import_id = import
      and booked.meaning = 'recorded'
    order by known.mutation_number
  loop
    -- The merchant's turn, as for every matching.
    perform from mutation_counters where merchant_id = merchant for update;
    select * into report
    from mutations
    where merchant_id = merchant
      and announced_by_number = recorded.mutation_number
    order by mutation_number
    limit 1;
    if found then
      select * into why from explain_unmatched(report, at);
      update mutations
      set match_reason = why.reason,
        candidate_payment_number = why.candidate_number,
        announced_by_number = null,
        judged_at = at
      where merchant_id = merchant
        and mutation_number = report.mutation_number;
      update mutations
      set match_reason = 'announced_twice',
        candidate_payment_number = null,
        announced_by_number = report.mutation_number,
        decision = null,
        decided_at = null
      where merchant_id = merchant
        and (mutation_number = recorded.mutation_number or announced_by_number = recorded.mutation_number);
    else
      update mutations
      set decision = 'not_ours',
        decided_at = at
      where merchant_id = merchant
        and mutation_number = recorded.mutation_number
        and decision is null;
    end if;
  end loop;

  delete from statement_ties tie
  using statement_rows booked
  where booked.merchant_id = merchant
    and booked.account_id = account
    and booked.day between first_day and last_day
    and booked.import_id = import
    and tie.merchant_id = merchant
    and tie.row_id = booked.row_id;

  -- A reversal of a removed row stands for itself again.
  update statement_rows correction
  set meaning = case correction.direction when 'DEBIT' then coalesce(correction.hint, 'outgoing') else 'open' end,
    reverses_row_id = null,
    explained_at = null
  from statement_rows booked
  where booked.merchant_id = merchant
    and booked.account_id = account
    and booked.day between first_day and last_day
    and booked.import_id = import
    and correction.merchant_id = merchant
    and correction.reverses_row_id = booked.row_id;

  delete from statement_rows booked
  where booked.merchant_id = merchant
    and booked.account_id = account
    and booked.day between first_day and last_day
    and booked.import_id = import;
  get diagnostics removed = row_count;
  return removed;
end
$$;
