-- How many API keys of a merchant may be in force at once: limits.activeApiKeys.
create or replace function active_api_keys_max() returns integer
language sql immutable parallel safe
return 5;
