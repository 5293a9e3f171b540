-- How many transfers are booked for a payment that is still pending: limits.paymentParts.
create or replace function payment_parts_max() returns integer
language sql immutable parallel safe
return 20;
