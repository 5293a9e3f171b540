-- Generated from contract/limits.ts by `npm run generate`.
create or replace function customer_mails_per_day() returns integer
language sql immutable parallel safe
return 500;
