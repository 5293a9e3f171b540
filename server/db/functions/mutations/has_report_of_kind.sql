-- Returns whether a source of this kind has reported the transfer for which this mutation stands.
create or replace function has_report_of_kind(standing mutations, kind text) returns boolean
language sql stable as $$
  select
    exists (
      select
      from reports_by_kind report
      where report.merchant_id = standing.merchant_id
        and report.mutation_number = standing.mutation_number
        and report.source_kind = kind
    )
    or exists (
      select
      from mutations announced
      join reports_by_kind report using (merchant_id, mutation_number)
      where announced.merchant_id = standing.merchant_id
        and announced.announced_by_number = standing.mutation_number
        and report.source_kind = kind
    )
$$;
