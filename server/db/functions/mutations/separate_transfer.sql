-- Records that a person says of two reports, which were taken for one transfer, that they tell of two. Returns the error
-- code, or null when it is done. From then on the report stands for itself. The person names the other report as the
-- page showed it: if another one stands for both by now, nothing is written.
--
-- A report that has paid already, as it could before match_payment refused it, is only marked.
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
