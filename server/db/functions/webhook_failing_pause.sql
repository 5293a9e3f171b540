-- People are told of one failing receiver once in this time: limits.webhookFailingHours.
create or replace function webhook_failing_pause() returns interval
language sql immutable parallel safe
return interval '6 hours';
