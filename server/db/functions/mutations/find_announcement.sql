-- Returns the mutation that already stands for this credit's transfer, by the rule for sources of one kind or, if none
-- fits, the rule for sources of different kinds (find_proof).
--
-- Sources of one kind: another report has the same text and amount and came within seconds, from another app on the
-- same phone or from the same app on another source of the account. Each app on a phone reports a transfer once, so a
-- second real transfer with the same text finds no other report and stands for itself.
--
-- Two phones get one push within seconds, and each writes its own time by a clock that the network sets;
-- announcement_window allows for both. This cannot leave an invoice unpaid: the total belongs to one invoice of the
-- pool, which the first report has paid or could not pay, and a released total is not reused at once. The rule can only
-- hide a second transfer of the same person within the window, and only if each phone missed a different one of the
-- two. The report stays on record: a team member can say that there were two transfers and then match it. A phone bound
-- to an account has its own pool, so phones of different accounts are never compared.
create or replace function find_announcement(credit mutations) returns mutations
language plpgsql stable as $$
declare
  found_one mutations;
begin
  -- A team member has said that this is a transfer of its own.
  if credit.separated_from_number is not null then
    return null;
  end if;

  if credit.announced_by_number is not null then
    select standing.* into found_one
    from mutations standing
    where standing.merchant_id = credit.merchant_id
      and standing.mutation_number = credit.announced_by_number
      and standing.announced_by_number is null
      and standing.separated_from_number is distinct from credit.mutation_number;
    return found_one;
  end if;

  -- The credit already stands for other reports.
  if exists (
    select
    from mutations report
    where report.merchant_id = credit.merchant_id
      and report.announced_by_number = credit.mutation_number
  ) then
    return null;
  end if;

  -- The subqueries name indexed columns alone, because the plan can be made when the table is still empty.
  with near_by as materialized (
    select
      coalesce(report.announced_by_number, report.mutation_number) as mutation_number,
      min(abs(extract(epoch from report.posted_at - credit.posted_at))) as seconds_apart
    from mutations report
    where report.merchant_id = credit.merchant_id
      and report.wording = credit.wording
      and report.posted_at
        between credit.posted_at - 2 * announcement_window() and credit.posted_at + 2 * announcement_window()
      and report.mutation_number <> credit.mutation_number
    group by 1
  )
  select announcement.* into found_one
  from near_by
  join mutations announcement
    on announcement.merchant_id = credit.merchant_id
    and announcement.mutation_number = near_by.mutation_number
  where announcement.announced_by_number is null
    and announcement.separated_from_number is distinct from credit.mutation_number
    and announcement.amount_parsed = credit.amount_parsed
    and announcement.match_reason <> 'foreign_currency'
    -- Among this mutation and the reports that it stands for, one is the counterpart of this credit, and none is from
    -- the same app on the same phone.
    and (
      select
        bool_or(
          report.wording = credit.wording
          and report.posted_at
            between credit.posted_at - announcement_window() and credit.posted_at + announcement_window()
          and case
            when report.device_id = credit.device_id then true
            else lower(report.package_name) = lower(credit.package_name)
              and report.pool_id is not distinct from credit.pool_id
          end
        )
        and not bool_or(
          report.device_id = credit.device_id and lower(report.package_name) = lower(credit.package_name)
        )
      from (
        select itself.*
        from mutations itself
        where itself.merchant_id = credit.merchant_id
          and itself.mutation_number = near_by.mutation_number
        union all
        select other.*
        from mutations other
        where other.merchant_id = credit.merchant_id
          and other.announced_by_number = near_by.mutation_number
      ) report
      where report.mutation_number <> credit.mutation_number
    )
  order by near_by.seconds_apart, announcement.mutation_number
  limit 1;
  if found_one.mutation_number is null then
    found_one := find_proof(credit);
  end if;
  return found_one;
end
$$;
