-- Returns the mutation of the transfer that this credit proves too, as a report of another kind of source: a phone, or
-- a mailbox. The words and the clocks of the two kinds differ, so the reports of each kind are counted: the n-th report
-- of one kind goes with the n-th transfer of this pool and amount. A transfer that has a proof of this kind takes no
-- second one, so two transfers stay two if one kind of source has reported both. A proof that a team member has
-- separated from a transfer was still counted for it.
--
-- A report and a transfer go together if they are within proof_window. If the transfers within it have proofs of this
-- kind already, and these proofs could have gone with later transfers, the credit goes with such a later transfer. The
-- order of arrival therefore changes no count. For a phone's report that is even later, see find_late_proof.
--
-- If each kind has missed a different one of two transfers, the reports look like one transfer. Then the money counts
-- once: the second report stays on record, and a team member can say that there were two.
create or replace function find_proof(credit mutations) returns mutations
language plpgsql stable
-- The table is small, and the plan is made while the table is even smaller.
set enable_seqscan = off
as $$
declare
  own reports_by_kind;
  found_one mutations;
begin
  select * into own
  from reports_by_kind
  where merchant_id = credit.merchant_id
    and mutation_number = credit.mutation_number;
  if not found then
    return null;
  end if;

  with recursive near_by as materialized (
    select
      report.source_kind, report.posted_at,
      coalesce(mutation.announced_by_number, mutation.mutation_number) as standing_number
    from (
      select *
      from reports_by_kind
      where merchant_id = own.merchant_id
        and pool_id = own.pool_id
        and amount_parsed = own.amount_parsed
        and posted_at between own.posted_at - 3 * proof_window() and own.posted_at + 3 * proof_window()
        and mutation_number <> own.mutation_number
      order by abs(extract(epoch from posted_at - own.posted_at)), mutation_number
      limit announcements_max()
    ) report
    join mutations mutation
      on mutation.merchant_id = own.merchant_id
      and mutation.mutation_number = report.mutation_number
    union all
    -- A separated report still counts for the transfer from which it was separated.
    select report.source_kind, report.posted_at, mutation.separated_from_number
    from reports_by_kind report
    join mutations mutation
      on mutation.merchant_id = own.merchant_id
      and mutation.mutation_number = report.mutation_number
    where report.merchant_id = own.merchant_id
      and report.pool_id = own.pool_id
      and report.amount_parsed = own.amount_parsed
      and report.posted_at between own.posted_at - 3 * proof_window() and own.posted_at + 3 * proof_window()
      and mutation.separated_from_number is not null
  ),
  reached as (
    select standing_number
    from near_by
    where source_kind <> own.source_kind
      and posted_at between own.posted_at - proof_window() and own.posted_at + proof_window()
    union
    select other.standing_number
    from reached
    join near_by same on same.standing_number = reached.standing_number and same.source_kind = own.source_kind
    join near_by other
      on other.source_kind <> own.source_kind
      and other.posted_at between same.posted_at - proof_window() and same.posted_at + proof_window()
  )
  select standing.* into found_one
  from reached
  join mutations standing
    on standing.merchant_id = own.merchant_id
    and standing.mutation_number = reached.standing_number
  where standing.announced_by_number is null
    and standing.separated_from_number is distinct from own.mutation_number
    -- The transfer's proof of this kind can be hours away (find_late_proof).
    and not has_report_of_kind(standing, own.source_kind)
    and not exists (
      select
      from near_by same
      where same.standing_number = reached.standing_number
        and same.source_kind = own.source_kind
    )
  order by
    (
      select min(abs(extract(epoch from other.posted_at - own.posted_at)))
      from near_by other
      where other.standing_number = reached.standing_number
    ),
    standing.mutation_number
  limit 1;
  if found_one.mutation_number is null then
    select standing.* into found_one
    from find_late_proof(credit) late
    join mutations standing
      on standing.merchant_id = own.merchant_id
      and standing.mutation_number = late.standing_number;
  end if;
  return found_one;
end
$$;
