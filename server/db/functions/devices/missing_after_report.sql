-- Returns the missing report numbers after a report: earlier gaps and those up to the reported number, less the numbers
-- that arrived now. Only the newest `kept` ranges are returned, so that the value stays bounded for a device that skips
-- every second number. Before a device's first report no number counts as missing.
create or replace function missing_after_report(
  missing int8multirange, last_sequence bigint, reported int8multirange, kept integer
) returns int8multirange
language sql immutable parallel safe
return case
  when isempty(reported) then missing
  else (
    select coalesce(range_agg(newest.missing_range), '{}'::int8multirange)
    from (
      select missing_range
      from unnest(
        missing
        + int8multirange(int8range(
          coalesce(last_sequence + 1, lower(reported)),
          greatest(last_sequence + 1, upper(reported))
        ))
        - reported
      ) missing_range
      order by missing_range desc
      limit kept
    ) newest
  )
end;
