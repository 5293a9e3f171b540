-- How long after its end a payment is still shown for a transfer of its total: limits.latePaymentDays.
create or replace function late_payment_window() returns interval
language sql immutable parallel safe
return interval '7 days';
