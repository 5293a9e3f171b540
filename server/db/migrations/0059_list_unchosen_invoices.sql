-- An invoice that is cancelled or expired before its customer chose how to pay is listed as every other one is.

create index sales_unchosen on sales (merchant_id, sale_number)
  where source = 'invoice' and payment_number is null;
drop index sales_open;
