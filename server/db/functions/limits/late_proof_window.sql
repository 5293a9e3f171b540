-- Generated from contract/limits.ts by `npm run generate`.
create or replace function late_proof_window() returns interval
language sql immutable parallel safe
return interval '24 hours';
