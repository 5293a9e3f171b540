-- Indonesian banks book in the time of Jakarta, wherever the account's holder lives.
create or replace function statement_time_zone() returns text
language sql immutable parallel safe
return 'Asia/Jakarta';
