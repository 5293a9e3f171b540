-- Generated from contract/limits.ts by `npm run generate`.
create or replace function quota_low_days() returns integer
language sql immutable parallel safe
return 3;
