-- Generated from contract/limits.ts by `npm run generate`.
create or replace function qris_amount_max() returns bigint
language sql immutable parallel safe
return 9999999999999;
