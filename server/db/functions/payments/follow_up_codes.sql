-- Returns the codes for an invoice that follows an expired one, in the order in which they are tried.
create or replace function follow_up_codes(ended_code text) returns text[]
language sql stable parallel safe
as $$
  select array_agg(left(ended_code, payment_code_characters() - length(suffix)) || suffix order by place)
  from generate_series(2, follow_up_codes_tried() + 1) place
  cross join lateral (select '-' || place as suffix) named
$$;
