-- Inserts a sale under the next free code of its series, or returns the sale that the same form has already made. The
-- function takes the merchant's turn, as every create of a payment does, so a free code stays free until the commit.
create or replace function make_sale(wanted json, time_zone text, clock timestamptz)
returns table (sale_number bigint, is_new boolean)
language plpgsql rows 1 as $$
#variable_conflict use_column
declare
  sale record;
  at timestamptz;
begin
  select * into sale from json_to_record(wanted) as r (
    merchant_id uuid, sale_id uuid, source text, form_key uuid, link_id uuid, payment_amount bigint,
    customer_name text, customer_email text, customer_phone text, customer_orders json, note text,
    deadline_seconds integer, deadline_at timestamptz, made_by uuid
  );
  perform from payment_counters counter where counter.merchant_id = sale.merchant_id for update;

  select earlier.sale_number into sale_number
  from sales earlier
  where earlier.merchant_id = sale.merchant_id
    and earlier.form_key = sale.form_key;
  is_new := not found;

  if is_new then
    at := date_trunc('milliseconds', coalesce(clock, clock_timestamp()));
    insert into sales (
      merchant_id, sale_number, sale_id, source, payment_code, form_key, link_id, payment_amount, customer_name,
      customer_email, customer_phone, customer_orders, note, deadline_seconds, deadline_at, made_by, created_at
    )
    select
      sale.merchant_id,
      1 + coalesce((select max(earlier.sale_number) from sales earlier where earlier.merchant_id = sale.merchant_id), 0),
      sale.sale_id, sale.source, next_sale_code(sale.merchant_id, time_zone, at), sale.form_key, sale.link_id,
      sale.payment_amount, sale.customer_name, sale.customer_email, sale.customer_phone, sale.customer_orders,
      sale.note, sale.deadline_seconds, sale.deadline_at, sale.made_by, at
    returning sale_number into sale_number;
  end if;
  return next;
end
$$;
