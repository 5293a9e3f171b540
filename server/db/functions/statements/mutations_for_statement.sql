-- Returns the credits of these days that a statement of the account should show. Second announcements of a transfer and
-- mutations recorded from a statement are left out. A mutation that paid an invoice automatically belongs to that
-- invoice's account; any other belongs to each account of its pool.
--
-- A phone without network reports a transfer hours later, with the time of arrival. If an email proves the transfer too,
-- its time counts, which is the bank's.
--
-- The function is in PL/pgSQL, because PostgreSQL would inline an SQL function into the calling statement and run it
-- again for each row.
create or replace function mutations_for_statement(merchant uuid, account uuid, first_day date, last_day date)
returns table (
  mutation_number bigint,
  amount_sen bigint,
  posted_at timestamptz,
  -- The earliest day on which the bank can have booked it: a phone's clock can be minutes ahead.
  early_day date,
  posted_day date,
  sender text,
  -- Whether the mutation cannot belong to another account.
  is_certain boolean,
  -- Whether a row proves the mutation, and whether a settlement paid it out.
  is_tied boolean,
  is_settled boolean
)
language plpgsql stable rows 1000 as $$
#variable_conflict use_column
declare
  zone text := statement_time_zone();
  pool uuid;
  is_only_account boolean;
  begins_at timestamptz := first_day::timestamp at time zone statement_time_zone();
  ends_at timestamptz := (last_day + 1)::timestamp at time zone statement_time_zone();
  first_number bigint;
begin
  select pool_id into pool from accounts where merchant_id = merchant and account_id = account;
  select count(*) = 1 into is_only_account from accounts where merchant_id = merchant and pool_id = pool;
  -- A phone's clock that is ahead gives a mutation a later time than its recording.
  first_number := first_mutation_number_since(merchant, begins_at - interval '1 day');

  return query
  select
    mutation.mutation_number,
    mutation.amount_parsed * 100,
    best.posted_at,
    ((best.posted_at - interval '10 minutes') at time zone zone)::date,
    (best.posted_at at time zone zone)::date,
    mutation.sender_parsed,
    mutation.match_reason = 'matched' or is_only_account,
    (
      select true from statement_ties tie
      where tie.merchant_id = merchant
        and tie.mutation_number = mutation.mutation_number
        and not tie.is_settlement
    ) is not null,
    (
      select true from statement_ties tie
      where tie.merchant_id = merchant
        and tie.mutation_number = mutation.mutation_number
        and tie.is_settlement
    ) is not null
  from mutations mutation
  cross join lateral (
    select coalesce(
      (
        -- Callers forbid nested loops, so a join would read all reports for each mutation.
        select min((
          select mailed.posted_at from reports_by_kind mailed
          where mailed.merchant_id = merchant
            and mailed.mutation_number = proof.mutation_number
            and mailed.source_kind = 'mailbox'
        ))
        from mutations proof
        where proof.merchant_id = merchant
          and proof.announced_by_number = mutation.mutation_number
      ),
      mutation.posted_at
    ) as posted_at
  ) best
  where mutation.merchant_id = merchant
    and mutation.mutation_number >= first_number
    and mutation.pool_id = pool
    and mutation.posted_at >= begins_at
    and mutation.posted_at < ends_at + late_proof_window()
    and best.posted_at >= begins_at
    and best.posted_at < ends_at
    and mutation.type_parsed = 'CREDIT'
    and coalesce(mutation.currency_parsed, 'IDR') = 'IDR'
    and mutation.match_reason <> 'announced_twice'
    and mutation.rule <> 'statement'
    and (
      mutation.match_reason <> 'matched'
      or is_only_account
      or account = (
        select payment.account_id from payments payment
        where payment.merchant_id = merchant
          and payment.payment_number = mutation.matched_payment_number
      )
    );
end
$$;
