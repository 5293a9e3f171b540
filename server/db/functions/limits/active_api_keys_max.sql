-- Generated from contract/limits.ts by `npm run generate`.
create or replace function active_api_keys_max() returns integer
language sql immutable parallel safe
return 5;
