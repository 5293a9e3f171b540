-- Generated from contract/limits.ts by `npm run generate`.
create or replace function payment_parts_max() returns integer
language sql immutable parallel safe
return 20;
