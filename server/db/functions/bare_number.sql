-- A bank's number as it is compared: however it is spaced, signed or written.
create or replace function bare_number(number text) returns text
language sql immutable parallel safe
return lower(regexp_replace(normalize(number, NFKC), '[^[:alnum:]]', '', 'g'));
