-- How many e-mails to customers a merchant may send in a day, and as many receipts: limits.customerMailsPerDay.
create or replace function customer_mails_per_day() returns integer
language sql immutable parallel safe
return 500;
