-- Records a team member's statement that two reports, which Tepat took for one transfer, are two transfers. From then
-- on the report stands for itself. The caller names the other report as the page showed it: if a different one stands
-- for both by now, nothing is written. Returns null on success, otherwise an error code.
--
-- A report that has paid already is only marked. That was possible before match_payment refused such reports.
create or replace function separate_transfer(merchant uuid, mutation uuid, other uuid, clock timestamptz) returns text
language plpgsql as $$
declare
  at timestamptz;
  report mutations;
  standing mutations;
  why record;
begin
  perform from mutation_counters where merchant_id = merchant for update;
  select * into report from mutations where merchant_id = merchant and mutation_id = mutation;
  select * into standing from mutations where merchant_id = merchant and mutation_id = other;
  at := date_trunc('milliseconds', coalesce(clock, clock_timestamp()));

  if report.mutation_id is null or standing.mutation_id is null then
    return 'mutation_not_found';
  end if;
  if report.separated_from_number = standing.mutation_number then
    return 'done_already';
  end if;
  if other_report(report) is distinct from standing.mutation_number then
    return 'not_announced_twice';
  end if;

  if report.announced_by_number is null then
    update mutations
    set separated_from_number = standing.mutation_number
    where merchant_id = merchant
      and mutation_number = report.mutation_number;
    return null;
  end if;
  select * into why from explain_unmatched(report, at);
  update mutations
  set match_reason = why.reason,
    candidate_payment_number = why.candidate_number,
    announced_by_number = null,
    separated_from_number = standing.mutation_number,
    judged_at = at
  where merchant_id = merchant
    and mutation_number = report.mutation_number;
  return null;
end
$$;
