-- Ties reports that arrived or were read late to rows of these days that a person had recorded because no phone had
-- reported them, so that the money counts once. Returns the number of reports tied.
--
-- One of the two then stands for both: the report, if it paid an invoice or has a decision and the recorded mutation
-- has neither; otherwise the recorded mutation. If both have paid or have a decision, one of them has no money behind
-- it, so the report is judged like any other without a row.
create or replace function tie_late_reports(
  merchant uuid, account uuid, first_day date, last_day date, at timestamptz
)
returns bigint
language plpgsql
set enable_seqscan = off
as $$
declare
  report record;
  recorded record;
  late mutations;
  stood mutations;
  tied bigint := 0;
begin
  perform from statement_rows
  where merchant_id = merchant
    and account_id = account
    and day between first_day and last_day
    and meaning = 'recorded'
  limit 1;
  if not found then
    return 0;
  end if;
  -- The merchant's turn, as for every matching.
  perform from mutation_counters where merchant_id = merchant for update;

  for report in
    select money.*
    from mutations_for_statement(merchant, account, first_day - 8, last_day + 8) money
    join mutations mutation on mutation.merchant_id = merchant and mutation.mutation_number = money.mutation_number
    where not money.is_tied
      and not money.is_settled
      and money.amount_sen in (
        select amount_sen from statement_rows
        where merchant_id = merchant
          and account_id = account
          and day between first_day and last_day
          and meaning = 'recorded'
      )
    -- A report that paid or has a decision can only replace a recorded mutation that did not pay and has none.
    order by
      (mutation.matched_payment_number is null and mutation.decision is null),
      money.posted_at, money.mutation_number
  loop
    select * into late from mutations where merchant_id = merchant and mutation_number = report.mutation_number;
    select booked.row_id, booked.day, tie.mutation_number into recorded
    from statement_rows booked
    join statement_ties tie on tie.merchant_id = merchant and tie.row_id = booked.row_id and not tie.is_settlement
    join mutations known on known.merchant_id = merchant and known.mutation_number = tie.mutation_number
    cross join lateral (
      select
        known.matched_payment_number is not null or known.decision is not null as has_done_something,
        coalesce(
          position(substring(upper(report.sender) from '[[:alnum:]]{3,}') in upper(booked.description)) > 0,
          false
        ) as agrees_in_name
    ) fact
    where booked.merchant_id = merchant
      and booked.account_id = account
      and booked.day between first_day and last_day
      and booked.meaning = 'recorded'
      and booked.amount_sen = report.amount_sen
      and fits_statement_row(booked.day, booked.booked_at, report.early_day, report.posted_day, report.posted_at)
      and (report.is_certain or fact.agrees_in_name)
      and known.mutation_number is distinct from late.separated_from_number
      and not exists (
        select from mutations other
        where other.merchant_id = merchant
          and other.announced_by_number = known.mutation_number
      )
      and (late.matched_payment_number is null and late.decision is null or not fact.has_done_something)
    order by fact.agrees_in_name desc, fact.has_done_something desc, booked.day, booked.wording, booked.twin_number
    limit 1;
    continue when not found;

    select * into stood from mutations where merchant_id = merchant and mutation_number = recorded.mutation_number;
    if late.matched_payment_number is null and late.decision is null then
      perform stand_for_announcement(stood, late);
    else
      perform stand_for_announcement(late, stood);
    end if;
    delete from unsupported_mutations
    where merchant_id = merchant
      and mutation_number = late.mutation_number
      and closed_at is null;
    tied := tied + 1;
  end loop;
  return tied;
end
$$;
