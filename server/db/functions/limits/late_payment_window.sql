-- Generated from contract/limits.ts by `npm run generate`.
create or replace function late_payment_window() returns interval
language sql immutable parallel safe
return interval '7 days';
