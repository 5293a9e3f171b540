-- How many attempts of one webhook must fail before people are told: limits.webhookFailingAttempts.
create or replace function webhook_failing_attempts() returns integer
language sql immutable parallel safe
return 4;
