-- Merchants note their own references with a payment, such as an order's number. json, not jsonb: the order of the keys is
-- kept.
alter table payments add column metadata json;
alter type payment_request add attribute metadata json;
