-- Generated from contract/limits.ts by `npm run generate`.
create or replace function choice_changes_max() returns integer
language sql immutable parallel safe
return 5;
