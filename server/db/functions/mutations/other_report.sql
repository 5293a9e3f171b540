-- Returns the number of the mutation that reports the same money as this one: the one that stands for both, or one of
-- the same transfer beside which a team member has matched this one too.
create or replace function other_report(report mutations) returns bigint
language plpgsql stable as $$
declare
  other mutations;
begin
  if report.announced_by_number is not null then
    return report.announced_by_number;
  end if;
  if report.match_reason <> 'matched_by_hand' then
    return null;
  end if;
  other := find_announcement(report);
  if other.matched_payment_number is null and other.decision is distinct from 'tied' then
    return null;
  end if;
  return other.mutation_number;
end
$$;
