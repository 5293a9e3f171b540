-- Tag 54 of a QRIS code has room for 13 digits: limits.qrisAmountMax.
create or replace function qris_amount_max() returns bigint
language sql immutable parallel safe
return 9999999999999;
