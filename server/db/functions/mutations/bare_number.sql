-- Returns a bank's number for comparison, without spaces, signs and differences of writing.
create or replace function bare_number(number text) returns text
language sql immutable parallel safe
return lower(regexp_replace(normalize(number, NFKC), '[^[:alnum:]]', '', 'g'));
