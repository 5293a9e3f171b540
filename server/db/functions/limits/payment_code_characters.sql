-- Generated from contract/limits.ts by `npm run generate`.
create or replace function payment_code_characters() returns integer
language sql immutable parallel safe
return 128;
