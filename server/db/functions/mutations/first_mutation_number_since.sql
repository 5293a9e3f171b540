-- Returns the number of the first mutation that was recorded at this time or later, like first_payment_number_since.
create or replace function first_mutation_number_since(merchant uuid, since timestamptz) returns bigint
language plpgsql stable as $$
declare
  low bigint := 1;
  high bigint;
  middle bigint;
  probed record;
begin
  select coalesce(max(mutation_count), 0) + 1 into high from mutation_counters where merchant_id = merchant;
  while low < high loop
    middle := (low + high) / 2;
    -- The next number in the table: those in between are in an archive.
    select mutation_number, created_at into probed
    from mutations
    where merchant_id = merchant and mutation_number >= middle
    order by mutation_number
    limit 1;
    if coalesce(probed.created_at >= since, true) then
      high := middle;
    else
      low := probed.mutation_number + 1;
    end if;
  end loop;
  return low;
end
$$;
