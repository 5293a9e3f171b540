-- Manual invoices are a filter of the list of invoices, which has the order of the payments. Only those without a payment
-- are a list of their own.

drop index sales_of_source;
create index sales_of_invoices on sales (merchant_id, payment_number) where source = 'invoice';
create index sales_open on sales (merchant_id, sale_number)
  where source = 'invoice' and payment_number is null and cancelled_at is null;
