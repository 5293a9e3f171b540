-- Returns the number of the mutation that a phone's late report and an email prove together. The bank's push reaches a
-- phone without network hours later, and its report then bears the time of arrival. So a phone's report goes with an
-- email from up to late_proof_window before, whichever is recorded first, if the transfer has no other report of this
-- kind. The total must have been an invoice's when the bank sent the email: then a second transfer of that total is
-- rare. If many customers pay an amount, reports hours apart are more likely two transfers.
--
-- If a later invoice has had the total too, the report can be about either. Then is_doubtful is true, and the report
-- pays nothing unless a team member decides.
create or replace function find_late_proof(
  credit mutations, out standing_number bigint, out is_doubtful boolean
)
language plpgsql stable
-- See find_proof.
set enable_seqscan = off
as $$
declare
  own reports_by_kind;
begin
  is_doubtful := false;
  select * into own
  from reports_by_kind
  where merchant_id = credit.merchant_id
    and mutation_number = credit.mutation_number;
  if not found then
    return;
  end if;

  with asked as materialized (
    select payment_number, asked_since(payment) as asked_at
    from payments payment
    where merchant_id = own.merchant_id
      and pool_id = own.pool_id
      and payment_total = own.amount_parsed
      and payment_status = 'PENDING'
    union all
    select payment_number, asked_since(payment)
    from payments payment
    where merchant_id = own.merchant_id
      and pool_id = own.pool_id
      and payment_total = own.amount_parsed
      and released_at > own.posted_at - late_payment_window()
    union all
    select payment_number, offered_at
    from former_choices
    where merchant_id = own.merchant_id
      and pool_id = own.pool_id
      and payment_total = own.amount_parsed
      and released_at > own.posted_at - late_payment_window()
  ),
  far as materialized (
    select other.*, case own.source_kind when 'mailbox' then own.posted_at else other.posted_at end as mailed_at
    from reports_by_kind other
    where exists (select from asked)
      and other.merchant_id = own.merchant_id
      and other.pool_id = own.pool_id
      and other.amount_parsed = own.amount_parsed
      and other.source_kind <> own.source_kind
      and case own.source_kind
        when 'mailbox' then other.posted_at > own.posted_at + proof_window()
          and other.posted_at <= own.posted_at + late_proof_window()
        else other.posted_at >= own.posted_at - late_proof_window()
          and other.posted_at < own.posted_at - proof_window()
      end
    order by abs(extract(epoch from other.posted_at - own.posted_at)), other.mutation_number
    limit announcements_max()
  ),
  possible as (
    select
      standing.mutation_number, far.posted_at,
      exists (
        select from asked
        where asked_at > far.mailed_at
          and payment_number is distinct from standing.matched_payment_number
      ) as is_late
    from far
    join mutations report
      on report.merchant_id = own.merchant_id
      and report.mutation_number = far.mutation_number
    join mutations standing
      on standing.merchant_id = own.merchant_id
      and standing.mutation_number = coalesce(report.announced_by_number, report.mutation_number)
    where standing.announced_by_number is null
      and standing.mutation_number <> own.mutation_number
      and exists (select from asked where asked_at <= far.mailed_at + posting_tolerance())
      and not has_report_of_kind(standing, own.source_kind)
      -- A separated report still counts for the transfer from which it was separated, in either direction.
      and standing.separated_from_number is distinct from own.mutation_number
      and not exists (
        select
        from reports_by_kind same
        join mutations separated using (merchant_id, mutation_number)
        where same.merchant_id = own.merchant_id
          and same.pool_id = own.pool_id
          and same.amount_parsed = own.amount_parsed
          and same.source_kind = own.source_kind
          and same.posted_at between far.mailed_at - late_proof_window() and far.mailed_at + late_proof_window()
          and separated.separated_from_number = standing.mutation_number
      )
  )
  select
    case when not is_late then mutation_number end,
    is_late and own.source_kind = 'phone'
  into standing_number, is_doubtful
  from possible
  order by is_late, abs(extract(epoch from posted_at - own.posted_at)), mutation_number
  limit 1;
  is_doubtful := coalesce(is_doubtful, false);
end
$$;
