-- How many codes next_sale_code tries one after another: limits.saleCodesTried.
create or replace function sale_codes_tried() returns integer
language sql immutable parallel safe
return 100;
