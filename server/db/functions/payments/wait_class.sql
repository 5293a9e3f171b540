create or replace function wait_class(waited_seconds double precision) returns smallint
language sql immutable parallel safe
return floor(4 * log(2::numeric, greatest(waited_seconds, 1)::numeric))::smallint;
