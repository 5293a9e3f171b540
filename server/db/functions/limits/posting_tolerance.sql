-- Generated from contract/limits.ts by `npm run generate`.
create or replace function posting_tolerance() returns interval
language sql immutable parallel safe
return interval '120 seconds';
