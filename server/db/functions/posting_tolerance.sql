-- A transfer may be posted this long before the payment that it pays was created, because a phone's clock may run behind
-- ours (decisions, section 2): limits.postingToleranceSeconds.
create or replace function posting_tolerance() returns interval
language sql immutable parallel safe
return interval '120 seconds';
