-- Generated from contract/limits.ts by `npm run generate`.
create or replace function registrations_kept() returns integer
language sql immutable parallel safe
return 20;
