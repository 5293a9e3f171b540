-- Returns the mutations of these days that compete for too few rows: rows of their amount fit them, but however the
-- rows are assigned, one of these mutations gets none. If there are enough rows, no mutation is returned, even if it is
-- unknown which row is whose.
--
-- In order of time, each mutation fits a run of consecutive rows. Taking the mutations in the order of their last
-- fitting row, and giving each its first free row, therefore assigns as many rows as possible. A mutation that finds no
-- row is short. So is each mutation that holds a row which a short one could have had, and so on.
create or replace function mutations_short_of_rows(merchant uuid, account uuid, first_day date, last_day date)
returns setof bigint
language plpgsql stable rows 100 as $$
declare
  mutation record;
  numbers bigint[] := '{}';
  first_rows integer[] := '{}';
  -- The mutation assigned to each row, as an index into the two arrays above.
  holders integer[] := '{}';
  place integer := 0;
  given integer;
  reach integer;
begin
  for mutation in
    with ranked as (
      select
        pair.mutation_number,
        (dense_rank() over (order by pair.amount_sen, pair.day, pair.booked_at, pair.row_id))::integer as rank
      from statement_pairs(merchant, account, first_day, last_day) pair
      where pair.is_certain
    )
    select mutation_number, min(rank) as first_row, max(rank) as last_row
    from ranked
    group by mutation_number
    order by last_row, first_row, mutation_number
  loop
    place := place + 1;
    numbers[place] := mutation.mutation_number;
    first_rows[place] := mutation.first_row;
    given := mutation.first_row;
    while given <= mutation.last_row and holders[given] is not null loop
      given := given + 1;
    end loop;
    if given <= mutation.last_row then
      holders[given] := place;
      continue;
    end if;
    return next mutation.mutation_number;
    reach := mutation.first_row;
    given := mutation.last_row;
    while given >= reach loop
      return next numbers[holders[given]];
      reach := least(reach, first_rows[holders[given]]);
      given := given - 1;
    end loop;
  end loop;
end
$$;
