-- Generated from contract/limits.ts by `npm run generate`.
create or replace function unique_amount_max() returns integer
language sql immutable parallel safe
return 999;
