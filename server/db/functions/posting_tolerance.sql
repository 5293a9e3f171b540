-- How long before its payment was created a transfer may be posted, because a phone's clock may run behind the
-- database's: limits.postingToleranceSeconds.
create or replace function posting_tolerance() returns interval
language sql immutable parallel safe
return interval '120 seconds';
