-- Returns the number of the first payment that was created at this time or later. For a million payments it takes
-- twenty probes of the key, because the numbers are in order of time.
create or replace function first_payment_number_since(merchant uuid, since timestamptz) returns bigint
language plpgsql stable as $$
declare
  low bigint := 1;
  high bigint;
  middle bigint;
  probed record;
begin
  select payment_count + 1 into high from payment_counters where merchant_id = merchant;
  while low < high loop
    middle := (low + high) / 2;
    -- The next number in the table: those in between are in an archive.
    select payment_number, created_at into probed
    from payments
    where merchant_id = merchant and payment_number >= middle
    order by payment_number
    limit 1;
    if coalesce(probed.created_at >= since, true) then
      high := middle;
    else
      low := probed.payment_number + 1;
    end if;
  end loop;
  return low;
end
$$;
