-- Returns an account number in a form for comparison: without spaces and punctuation, in one case.
create or replace function bare_number(number text) returns text
language sql immutable parallel safe
return lower(regexp_replace(normalize(number, NFKC), '[^[:alnum:]]', '', 'g'));
