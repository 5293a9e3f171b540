-- Generated from contract/limits.ts by `npm run generate`.
create or replace function proof_window() returns interval
language sql immutable parallel safe
return interval '300 seconds';
