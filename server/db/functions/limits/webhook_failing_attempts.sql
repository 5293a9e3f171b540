-- Generated from contract/limits.ts by `npm run generate`.
create or replace function webhook_failing_attempts() returns integer
language sql immutable parallel safe
return 4;
