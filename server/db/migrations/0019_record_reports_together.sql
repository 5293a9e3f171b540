-- record_reports: what several devices report at the same time shares a round trip and a commit.

-- reports: an array of objects with the columns of "report" below; mutations is record_mutations' array.
-- Merchants take their turns in one order, so that two statements never wait for each other in a circle.
create function record_reports(reports json, clock timestamptz)
returns table (
  report_number bigint,
  mutation_number bigint,
  is_new boolean,
  mutation_id uuid,
  matched_payment_code text
)
language plpgsql as $$
declare
  report record;
begin
  for report in
    select *
    from rows from (
      json_to_recordset(reports) as (merchant_id uuid, device_id uuid, mutations json)
    ) with ordinality as given (merchant_id, device_id, mutations, number)
    order by given.merchant_id, given.number
  loop
    return query
    select report.number, recorded.*
    from record_mutations(report.merchant_id, report.device_id, report.mutations, clock) recorded;
  end loop;
end
$$;
