-- Generated from contract/limits.ts by `npm run generate`.
create or replace function webhook_failing_pause() returns interval
language sql immutable parallel safe
return interval '6 hours';
