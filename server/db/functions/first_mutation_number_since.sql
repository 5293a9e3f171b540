-- Returns the number of the first mutation that was recorded at this time or later, like first_payment_number_since.
create or replace function first_mutation_number_since(merchant uuid, since timestamptz) returns bigint
language plpgsql stable as $$
declare
  low bigint := 1;
  high bigint;
  middle bigint;
begin
  select coalesce(max(mutation_count), 0) + 1 into high from mutation_counters where merchant_id = merchant;
  while low < high loop
    middle := (low + high) / 2;
    if (select created_at from mutations where merchant_id = merchant and mutation_number = middle) >= since then
      high := middle;
    else
      low := middle + 1;
    end if;
  end loop;
  return low;
end
$$;
