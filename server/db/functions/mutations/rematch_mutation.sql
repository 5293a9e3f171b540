-- Judges one mutation again, in its merchant's turn.
create or replace function rematch_mutation(merchant uuid, mutation bigint, clock timestamptz)
returns table (mutation_number bigint, payment_code text)
language plpgsql as $$
begin
  perform from mutation_counters counter where counter.merchant_id = merchant for update;
  return query
  select *
  from match_mutations(merchant, mutation, mutation, date_trunc('milliseconds', coalesce(clock, clock_timestamp())));
end
$$;
