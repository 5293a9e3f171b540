-- From so many days of quota on, people are told: limits.quotaLowDays.
create or replace function quota_low_days() returns integer
language sql immutable parallel safe
return 3;
