-- Generated from contract/limits.ts by `npm run generate`.
create or replace function follow_up_codes_tried() returns integer
language sql immutable parallel safe
return 50;
